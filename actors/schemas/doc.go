// Package schemas lets an organization make and change objects and fields of its own while
// everything goes on (docs/schemas.md).
//
// It owns: the object of definitions, the reading of what a client says of an object, the rights
// to change one, and the job that executes what rows have to be checked or filled for. Tables and
// columns are made by the store (storage/pg/definitions).
//
// Concurrency: a Service is safe for concurrent use, on several nodes as well: of two who change
// one object the second is decided on what the first made of it.
//
// Invariants:
//   - A definition that was answered is in force, with its table; one that can't be is
//     refused and nothing of it is made.
//   - What is taken out of use keeps its values until the organization's retention is over.
//
// Allowed imports: storage leaves, storage/access, storage/exact, storage/schema, actors/feature.
package schemas
