// Package merging remembers which records were merged into which, and finds the references that a
// merge moves.
//
// What becomes of which record, actors decide (actors/merge), who also commit it. Every method
// joins the transaction of its context, if there is one.
//
// It owns: core.merge and core.merge_moved.
//
// Concurrency: a Merger is safe for concurrent use. LockMerging locks rows in the order of their
// ids, so that two merges of the same records wait for each other and never block each other.
//
// Invariants:
//   - It keeps ids alone: nothing of a record outlives its erasure here.
//   - A merge that was undone leads nowhere.
//
// Allowed imports: storage leaves, storage/schema, storage/pg/pool, storage/pg/tables, pgx.
package merging
