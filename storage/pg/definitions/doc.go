// Package definitions keeps the objects that an organization has beside those of every one, as
// records of the object whose role is schema.Definition.
//
// It owns: the reading of an organization's registry, and the transaction that makes an object.
// Its entry stands in the organization's log before every entry about the object's records, and
// tells all nodes to read the registry again.
//
// Concurrency: both types are safe for concurrent use.
//
// Invariants:
//   - An object that is defined has its table; one whose table can't be made isn't defined.
//   - A definition that this release can't read leaves out its object, never the others.
//
// Allowed imports: storage leaves, storage/schema, storage/pg/pool, storage/pg/indexing,
// storage/pg/tables, storage/pg/commit, pgx.
package definitions
