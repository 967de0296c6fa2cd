// Package wire holds the payloads of the fixed REST routes, as Go types from
// which the browser's TypeScript types are generated (cmd/contract). Records and
// their schemas are described by storage/schema.
//
// Concurrency: plain values.
// Invariants: additive only, so that a client of the previous release still reads
// everything.
// Allowed imports: storage leaves.
package wire
