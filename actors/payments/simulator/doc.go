// Package simulator simulates the payment provider in this process, as stripe-go sees it: the
// subset of Stripe's API that the product uses, a checkout that browsers show, and signed webhooks.
//
// It owns: Simulator, its test cards and its state, which a file keeps over restarts.
//
// Concurrency: Simulator is safe for concurrent use; one mutex guards its state.
// Lifecycle: New starts nothing. Run delivers events and renews subscriptions until its context
// ends.
// Invariants: an event is stored with what it says, and delivered until the product has taken it.
// A repeated idempotency key gets the stored answer. No money moves.
// Allowed imports: storage leaves, stripe-go's webhook package (signatures).
package simulator
