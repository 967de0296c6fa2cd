// Package retention has deleted for good what an organization removed or took out of use, and
// can't bring back any more: a job that the product starts by itself.
//
// It owns: when that is due, and how far it has got.
//
// Concurrency: a Service is safe for concurrent use, on several nodes as well.
//
// Invariants:
//   - What goes is decided by the settings as they are while it goes: who keeps it longer
//     meanwhile keeps it.
//   - Nothing of an organization goes whose settings can't be read.
//   - A record stays until its changes have left the log.
//
// Allowed imports: storage leaves, storage/access, actors/feature.
package retention
