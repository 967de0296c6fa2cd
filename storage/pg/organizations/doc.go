// Package organizations makes and lists the organizations of an installation, and says
// which of them a number or a record belongs to.
//
// It owns: the row of each organization, the records that every organization has one of,
// and the filling of the directory at a start. Between starts storage/pg/commit keeps the
// directory in the transactions that change the records.
//
// Concurrency: a Directory is safe for concurrent use.
//
// Invariants:
//   - An organization has all its tables, or is not there.
//   - A number belongs to one organization.
//
// Allowed imports: storage leaves, storage/schema, storage/pg/pool, storage/pg/tables, pgx.
package organizations
