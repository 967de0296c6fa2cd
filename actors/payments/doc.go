// Package payments is the port to the payment provider: prices, customers, checkout sessions,
// subscriptions, invoices and refunds.
//
// It owns: Provider and its types. actors/payments/stripe implements it with stripe-go, for a real
// account and for the simulator of actors/payments/simulator alike.
//
// Invariants: amounts are whole numbers of the currency's smallest unit. An event only names what
// changed: who handles it reads the current state from the provider, so that neither the order of
// events nor their repetition matters.
//
// Concurrency: plain values; implementations are safe for concurrent use.
// Lifecycle: none.
// Allowed imports: the standard library and storage leaves.
package payments
