// Package live compares answers of live queries: what somebody holds with what is there
// now, and says in few words how the one becomes the other.
//
// It owns: the keys of rows, and the order in which a client takes out, puts in and
// changes rows. Of a row it keeps its key and a hash, so that what thousands hold costs
// little memory.
//
// Rows whose records have their id in the answer have it as key: such a row changes and
// moves. Any other is known by its content, and by how many like it stand before it: where
// it changes it is another row.
//
// Concurrency: a Held belongs to whoever guards it; comparing is pure.
// Allowed imports: storage leaves, storage/query, hub/wire.
package live
