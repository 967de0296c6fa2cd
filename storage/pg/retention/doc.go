// Package retention deletes what is only needed for delivery, when its time is over:
// entries of the log, finished effects, marks of providers' events, keys of requests, old
// history. And it deletes for good what was removed and can't be brought back any more, where
// a job (actors/retention) says so.
//
// Concurrency: a Keeper is safe for concurrent use, by several nodes as well. RunRetention
// works in its caller's goroutine until its context ends.
//
// Invariants:
//   - The log is trimmed from its oldest end, so that it never has a hole.
//   - A statement deletes a small batch.
//
// Allowed imports: storage leaves, storage/pg/pool, storage/pg/tables, storage/schema, pgx.
package retention
