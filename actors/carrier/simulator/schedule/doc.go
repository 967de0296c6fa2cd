// Package schedule holds the simulated provider's pending tasks: timed steps of calls
// and texts, and webhooks.
//
// A Schedule is the list of these tasks. It returns the next due one, keeps the
// webhooks of a key in order and bounds those in flight. Webhooks adds webhooks to it
// and applies the failure modes (late, repeated, reordered).
//
// Concurrency: none of its own; the simulator's lock guards it. Lifecycle: none;
// nothing runs here. Invariants: what is decided about a task is decided when it is
// added, and stored with it. Tasks run at least once. Allowed imports: storage
// leaves, simulator/sid.
package schedule
