// Package migrations brings a database up to what this release and its registry need: the
// steps of the schema core in the files beside it, the queue of jobs, and the tables of every
// organization.
//
// It owns: the DDL that is run at a start, its lock and its timeout.
//
// Concurrency: Migrate is safe on several nodes at once, one waits for the other. It works
// at a few organizations at the same time, on connections outside the pool.
//
// Invariants:
//   - What is missing is added; no column is dropped or altered.
//   - A statement of the schema never stands long in front of the product's.
//
// Allowed imports: storage leaves, storage/pg/pool, storage/pg/indexing, storage/pg/tables,
// storage/pg/organizations, storage/pg/jobs, pgx, goose.
package migrations
