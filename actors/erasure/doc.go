// Package erasure erases people: all that is kept of a record of an object that is declared
// as Erasable, as a job, with a receipt.
//
// It owns: the order in which things are erased, and what the receipt says. What becomes of
// records that refer to the erased one, their objects declare (schema.Field.Erased); where it
// all lies, storage/pg/erasure knows.
//
// Concurrency: a Service is safe for concurrent use.
//
// Invariants:
//   - The record goes last of all rows: an erasure that was cut off finds the rest by it.
//   - Neither the job nor the receipt holds anything of what is erased, but for its id.
//
// Allowed imports: storage leaves, storage/access, storage/schema, actors/feature,
// actors/sight.
package erasure
