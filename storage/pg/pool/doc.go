// Package pool holds the connections to PostgreSQL, and what is true of every
// transaction: how long it may take, when it is tried again, and what a caller is told
// of its failure.
//
// It owns: the pools (all that we wrote ourselves; lists, whose filter is a person's; changes
// that travel together) and the settings of their sessions, the round trips in which
// Questions and Changes travel, Together with the transaction that a context carries, the
// meaning of SQLSTATE codes, and the hooks that hear of commits.
//
// Concurrency: a Pool is safe for concurrent use; a context that carries a transaction
// belongs to one goroutine. Hooks run in the goroutine that committed.
//
// Invariants:
//   - No statement, lock or idle transaction lasts for ever, whatever happens to the
//     process that asked.
//   - A statement that travels with others waits for them for a moment at most, and their
//     failures are not its own.
//   - Hooks hear of what was committed, never of what was rolled back.
//   - Failure makes a *fault.Error of every error.
//
// Allowed imports: storage leaves, pgx.
package pool
