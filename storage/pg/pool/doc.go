// Package pool holds the connections to PostgreSQL and the rules of every transaction: its time
// limits, its retries, and the errors that callers get.
//
// It owns: the pools (one for our own statements, one for lists with a client's filter, one for
// batched changes) and the settings of their sessions; batches of Questions and Changes; Together
// and the transaction in a context; the meaning of SQLSTATE codes; and the commit hooks.
//
// Concurrency: a Pool is safe for concurrent use; a context with a transaction belongs to one
// goroutine. Hooks run in the goroutine that committed.
//
// Invariants:
//   - No statement, lock or idle transaction lasts forever, whatever happens to the
//     process that started it.
//   - A statement waits only briefly for others of its batch, and their failures do not
//     affect it.
//   - Hooks run for committed changes only.
//   - Failure converts every error to a *fault.Error.
//
// Allowed imports: storage leaves, pgx.
package pool
