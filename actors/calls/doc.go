// Package calls owns a call from its first ring to its end (docs/calls.md).
//
// The actor (kind "call") is the only writer of a call's row. Its core is pure.
// What the provider and people tell are kept as facts (facts.go), merged so that
// late, double and reordered callbacks lead to one state; the fields of the row
// are computed from the facts (verdict.go). Effects (dial, hang up, a user's
// on_call) are rows, carried out by the effects worker through Handlers, whose
// results come back as commands.
//
// Concurrency: Service and Reconciler are safe for concurrent use; the core is called
// by one actor at a time.
// Lifecycle: Service has none of its own; Reconciler runs between Run's start and the
// end of its context.
// Invariants: the status is ours; it is ringing until somebody of ours (inbound)
// or the other side (outbound) is connected; a call that is over stays over; the
// first accept wins; the provider's view of the customer's leg can only end a
// call.
// Allowed imports: storage leaves, storage/access, storage/schema, actors/runtime,
// actors/sight, actors/carrier, actors/numbers.
package calls
