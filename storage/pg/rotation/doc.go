// Package rotation seals again by the first key of a ring what a former one sealed, so that
// the former can be thrown away. Who has it done, and when, says actors/rotation.
//
// Concurrency: a Sealer is safe for concurrent use, by several nodes as well.
//
// Invariants:
//   - A value that was changed meanwhile stays as it is.
//   - Nobody is told: what a field holds, and its record's version, stay the same.
//   - What can't be opened stays, and is counted.
//   - What is out of use and may come back is sealed again too.
//
// Allowed imports: storage leaves, storage/pg/pool, storage/pg/tables, storage/schema, pgx.
package rotation
