// Package absent is the phone network of an installation that has neither a provider
// account nor the simulator. Requests to dial or send return an error that says what
// to configure.
//
// Concurrency: safe for concurrent use; it has no state. Lifecycle: none. Invariants:
// nothing is dialed, nothing is sent, and conferences are empty. Allowed imports:
// storage leaves, actors/carrier.
package absent
