// Package positions remembers how far consumers have read the logs of the organizations.
//
// It owns: core.log_position.
//
// Concurrency: Positions is safe for concurrent use. Two consumers of one name that advance from
// the same position wait for each other, and the second is refused.
//
// Invariants: a position only moves from the value that the consumer read, in the transaction of
// its context.
//
// Allowed imports: storage leaves, storage/pg/pool, pgx.
package positions
