// Package wire holds the payloads that cross the socket (docs/realtime.md), as Go
// types from which the browser's TypeScript types are generated (cmd/contract).
// The hub writes change packets by hand for speed; a test decodes what it wrote
// into these types, strictly.
//
// Invariants: additive only, so that a client of the previous release still reads
// everything.
// Concurrency: plain values.
// Allowed imports: storage leaves.
package wire
