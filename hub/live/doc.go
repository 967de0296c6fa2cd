// Package live compares results of live queries: it computes the changes that
// turn a client's result into the current one.
//
// It owns the keys of rows, and the order in which a client removes, inserts
// and changes rows. It keeps only the key and a hash of each row, so that the
// results of thousands of clients cost little memory.
//
// A row is keyed by the id of its record if the result has it: such a row can
// change and move. Any other row is keyed by its content and by how many
// equal rows precede it: if it changes, it is another row.
//
// Concurrency: the caller guards a Result; comparing is pure.
//
// Allowed imports: storage leaves, storage/query, hub/wire.
package live
