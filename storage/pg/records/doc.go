// Package records answers questions about records: Get, Find and Count for readers whose
// rights are not asked, Read for people, with the row rule of their rights.
//
// It owns: the SQL of orders and of the conditions that our own code asks for (what people
// filter by writes itself, row.Filter, over how the objects lie, Layout), pages and their
// bounds, and the budget of a total; what the history tells: of a record, as of a moment, in the audit.
//
// Concurrency: a Reader is safe for concurrent use. Under a context that carries a
// transaction it reads what that transaction wrote.
//
// Invariants:
//   - Identifiers come from the registry only, values are parameters.
//   - Removed records are absent, and a person's reader has no internal fields.
//   - What one answer holds is bounded, in records and in bytes.
//
// Allowed imports: storage leaves, storage/schema, storage/pg/pool, storage/pg/tables,
// storage/pg/people, storage/pg/projection, pgx.
package records
