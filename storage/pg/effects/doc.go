// Package effects keeps the effects that were decided until they are executed: Queue hands them
// to workers, Add and Withdraw are part of the transaction that decides.
//
// It owns: the rows of effects and who has claimed which.
//
// Concurrency: a Queue is safe for concurrent use, by several nodes as well: a claim is held by
// one worker, until its lease ends.
//
// Invariants:
//   - Of one subject the provider sees the effects in the order they were decided.
//   - Only who holds the claim settles an effect.
//
// Allowed imports: storage leaves, storage/pg/pool, storage/pg/tables, pgx.
package effects
