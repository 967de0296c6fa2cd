// Package provision holds what accounts at the simulated provider own: voice applications,
// API keys, conversation services, phone numbers and what happens to the first text to a
// number.
//
// Concurrency: the simulator's lock guards all of it. Lifecycle: none.
// Invariants: a number belongs to one account. A token that was once accepted for an
// account stays its only one.
// Allowed imports: actors/carrier/simulator/sid.
package provision
