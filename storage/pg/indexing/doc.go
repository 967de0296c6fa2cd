// Package indexing builds indexes while their tables are in use: those that a change of an object
// asks for, and the late ones (tables.Index.Late) of tables that have grown.
//
// An organization's tables are made without their late indexes. A Builder notes which tables a
// node writes to, looks at their sizes every few seconds, and builds what a table of
// tables.IndexedFrom or more lacks.
//
// Where an index holds values that are computed, the database looks at the table again.
//
// It owns: when late indexes are made, and the advisory lock of an index that is being built.
//
// Concurrency: a Builder is safe for concurrent use, by several nodes as well.
//
// Invariants:
//   - One session at a time builds an index of a name.
//   - A build that failed leaves no invalid index behind, or the next one drops it.
//
// Lifecycle: RunIndexing ends with its context.
//
// Allowed imports: storage leaves, storage/pg/pool, storage/pg/tables, pgx.
package indexing
