// Package commit is the one write path: Commit, CommitItems, CommitMany and CommitBulk write
// rows, the entries that announce them, effects and all that belongs to the same decision in one
// transaction.
//
// It owns: the plan of a change, the outbox until it is committed, charges, the marks of
// providers' events, the keys of requests and the commands that are executed once, and the
// directory of numbers, located and open records while their records change.
//
// Concurrency: a Committer is safe for concurrent use. A change locks the rows it changes in the
// order of objects and ids, as bulk changes do, whatever the order of its writes; a deadlock (of
// changes that are made together) or serialization failure is tried again a few times.
//
// Invariants:
//   - A change is whole or absent: rows, entries, effects and the mark of the
//     provider's event are one transaction.
//   - What one statement writes of one record (plan.single) is byte by byte what the steps
//     write: what it was made from is held to be so by the statement itself.
//   - The entry of a row is inserted while its lock is held, so that entries of
//     one record have the order of its versions.
//   - Bulk changes name at most MaxBulk records in one entry, and use a part of the
//     pool alone.
//   - An update that changes no value writes no version and no entry.
//   - Of an internal object an entry says what an update changed (a session was
//     revoked), never the record.
//
// Allowed imports: storage leaves, storage/schema, storage/pg/pool, storage/pg/tables,
// storage/pg/projection, storage/pg/effects, storage/pg/accounts, pgx.
package commit
