// Package exports writes records into files: those of a list, a selection or a filter, or what a query
// answers, as CSV, XLSX or JSON Lines. It runs as a job that reads page by page by a cursor, so that a
// million records need no more memory than a thousand.
//
// It owns: the files of exports, which Sweep removes after seven days. A file is read by who asked for it
// and by nobody else.
//
// Concurrency: a Service is safe for concurrent use, on several nodes as well where they share the files.
//
// Invariants:
//   - Every page is read with the current rights of the user who exports; encrypted fields never are.
//   - A part that is written twice, since its node died, stands once.
//   - No cell is a formula to a spreadsheet.
//
// Allowed imports: storage leaves, storage/access, storage/schema, storage/query, storage/exact,
// storage/tabular, actors/feature.
package exports
