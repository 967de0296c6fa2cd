// Package tables says how the objects of a registry lie in PostgreSQL: one schema per
// organization, one table per object, and the texts of the statements about them. It
// makes texts and reads rows; it runs nothing.
//
// It owns: tables and columns, their DDL and indexes, what stands for a value as an
// argument and in a row, the size of a record, and what a value that is in use means to
// a caller. Cache.Of is the one place that says by which registry an organization's
// tables are made.
//
// Concurrency: a Cache is safe for concurrent use; what it gives is never changed.
//
// Invariants:
//   - Identifiers come from the registry only, values are parameters.
//   - Equal questions have equal texts, so that statements are prepared once.
//
// Allowed imports: storage leaves, storage/schema, storage/pg/pool, pgx.
package tables
