// Package calls owns phone calls from the first ring to the end (docs/calls.md).
//
// The actor (kind "call") is the only writer of a call's row. Its core is pure. It
// stores what the provider and users report as facts (facts.go) and merges them so
// that late, repeated and reordered callbacks lead to the same state. It derives the
// fields of the row from the facts (derived.go). Effects (dial, hang up, set a user's
// on_call) are rows that the effects worker executes through handlers. Their results
// come back as commands.
//
// Concurrency: Service and Reconciler are safe for concurrent use. One actor at a
// time calls the core. Lifecycle: Service has none; Reconciler works while Run runs.
// Invariants: we decide the status. A call rings until one of our users (inbound) or
// the other party (outbound) is connected. A call that is over stays over. The first
// accept wins. The provider's view of the customer's leg can only end a call.
//
// Allowed imports: storage leaves, storage/access, storage/schema, actors/runtime,
// actors/sight, actors/carrier, actors/numbers.
package calls
