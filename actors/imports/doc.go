// Package imports creates, changes and deletes records from tables that people upload: CSV files and
// XLSX workbooks. An upload is staged as rows; a preview and a dry run show what would become of them;
// a job writes them, which can be followed, paused, retried and undone.
//
// It owns: the staged files of imports, which Sweep removes after thirty days.
//
// Concurrency: a Service is safe for concurrent use, on several nodes as well where they share the
// staged files.
//
// Invariants:
//   - Rows are written through actors/records, with the current rights of the user who imports.
//   - A batch that is written twice, since its node died, makes no second record.
//   - A refused row does not stop the others; the errors name it with the reason.
//   - Memory does not grow with the table: it is staged, read and written row by row.
//   - The job's id is the request id of its changes in the history, from which they are undone.
//
// Allowed imports: storage leaves, storage/access, storage/schema, storage/tabular, actors/feature.
package imports
