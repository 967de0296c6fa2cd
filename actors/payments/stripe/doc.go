// Package stripe implements payments.Provider with stripe-go, for a real account or for a server
// that answers like it (actors/payments/simulator).
//
// It owns: Client and its configuration.
//
// Invariants: requests that create or charge something carry an idempotency key of the caller, so
// that a repeat does nothing again. Answers are of the API version that stripe-go pins; events of
// any version only name what changed.
//
// Concurrency: Client is safe for concurrent use.
// Lifecycle: none.
// Allowed imports: actors/payments, storage leaves, stripe-go.
package stripe
