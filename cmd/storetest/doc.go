// Package storetest gives a test a migrated database with one organization.
//
// It owns nothing that outlives a test: the database is a copy of a template
// that is built once per process, and is dropped when the test ends.
//
// Concurrency: New may be called from parallel tests.
//
// Invariants: every test sees an empty organization with all tables.
//
// Allowed imports: storage/pg, storage/pg/pgtest, storage leaves,
// actors/features.
package storetest
