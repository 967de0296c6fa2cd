// Package absent is the phone network of an installation that has none: neither an
// account of a provider nor a simulated one. Whatever would dial or send is refused
// with a sentence that says what to set.
//
// Concurrency: safe for concurrent use; it holds nothing.
// Lifecycle: none.
// Invariants: nothing is dialled, nothing is sent, nobody is in any conference.
// Allowed imports: storage leaves, actors/carrier.
package absent
