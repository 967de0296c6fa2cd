// Package erasure erases what is kept of a record, wherever it is kept: the rows of those
// that are about it, their history, their entries in the log and on their way to it, and
// what was to be done outside for them.
//
// What becomes of which record, actors decide (actors/erasure), who also commit what people
// are told of it. Every method joins the transaction of its context, if there is one.
//
// It owns: core.erased, which is how far an erasure has got.
//
// Concurrency: an Eraser is safe for concurrent use.
//
// Invariants:
//   - The log keeps its places: an entry of what is gone says that it is gone, one of what
//     stays has lost what was erased alone.
//   - The history keeps who changed something when, and no value.
//
// Allowed imports: storage leaves, storage/pg/pool, storage/pg/tables, pgx.
package erasure
