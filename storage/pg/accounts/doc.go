// Package accounts keeps who may sign in, in which organizations they are members, and
// reads what their rights are built from.
//
// It owns: the rows of accounts and memberships. Join is part of the transaction that
// makes the user.
//
// Concurrency: Accounts is safe for concurrent use.
//
// Invariants:
//   - There is no way to become a member but Join.
//   - A permission set that can't be read grants nothing.
//
// Allowed imports: storage leaves, storage/schema, storage/access, storage/pg/pool,
// storage/pg/tables, pgx.
package accounts
