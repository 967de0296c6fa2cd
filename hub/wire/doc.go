// Package wire defines the payloads of the socket (docs/realtime.md) as Go
// types, from which the browser's TypeScript types are generated
// (cmd/contract). The hub writes change packets by hand for speed; a test
// decodes them strictly into these types.
//
// Invariants: additive only, so that a client of the previous release still
// reads everything. Concurrency: plain values.
//
// Allowed imports: storage leaves.
package wire
