// Package mass changes one or more fields of many records: of some that are named, or of all that
// a filter finds. It runs as a job, which can be watched, canceled, retried and undone.
//
// Concurrency: a Service is safe for concurrent use, on several nodes as well.
//
// Invariants:
//   - Each record is changed through actors/records, with the current rights of the user who
//     started the job, and through its actor if its object has one.
//   - A refused record does not stop the others; the job names it with the reason.
//   - The job's id is the request id of its changes in the history. Undoing restores the fields
//     that nobody has changed since.
//
// Allowed imports: storage leaves, storage/access, storage/schema, storage/query, actors/feature,
// actors/runtime.
package mass
