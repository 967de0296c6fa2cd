// Package merge merges records of one object into a master record: its blank fields are filled,
// everything that refers to the others is moved to it, and the others are deleted.
//
// Merge checks, changes the master, deletes the others and moves the first references in one
// transaction. If many records refer to them, a job that starts in the same transaction moves the
// rest in portions. Undo is built in the same way.
//
// The records themselves are changed by actors/records, with the rights of the user. References are
// moved whatever the user may see of them, as an erasure removes them: under a version check, and
// actors that own such records follow the log.
//
// It owns: the rules by which fields are merged. storage/pg/merging owns what is remembered.
//
// Concurrency: a Service is safe for concurrent use. All records of a merge are locked first, in
// the order of their ids: of two merges of the same records the second one is refused.
//
// Invariants:
//   - Either everything of a merge stands or nothing; what a job still has to move, its record shows.
//   - A restriction, such as do-not-call, survives every merge.
//   - Nothing is merged while someone works with one of the deleted records, as in a call.
//
// Allowed imports: storage leaves, storage/access, storage/schema, actors/feature,
// actors/sight.
package merge
