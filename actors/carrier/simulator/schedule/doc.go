// Package schedule holds what the simulated provider owes: steps of calls and texts
// that come in time, and webhooks that are to be sent.
//
// A Schedule is the list of these tasks; it says which one is due next, keeps the
// webhooks of one key in order and bounds those that are under way. Webhooks adds the
// webhooks to it and lets the sharp edges (late, twice, in another order) act on them.
//
// Concurrency: none of its own; the simulator's lock guards it.
// Lifecycle: none; nothing runs here.
// Invariants: what is decided about a task is decided when it is added, and stored with
// it. Tasks are done at least once.
// Allowed imports: storage leaves, simulator/sid.
package schedule
