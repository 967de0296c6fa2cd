// Package effects carries out what actors decided to have done outside: dial,
// hang up, send.
//
// An effect is a row that its decision's transaction wrote. The worker claims it
// for the time of a lease, has its kind's handler do it, keeps what became of it
// with the row, and tells the actor as a command. One whose worker died is claimed
// again and marked as resumed: its handler asks the provider for the present state
// first. So each is done at least once and, as far as the provider lets us know,
// exactly once; its result is a command that actors take any number of times.
//
// A claim is fenced by its node and its number: a worker that slept past its lease
// changes nothing of what another has taken on, and what can't be repeated is sent
// only after the lease was made sure of (actors/once). Doing and telling are counted
// apart: what was done is not done again because nobody could be told.
//
// Each kind says how long it is tried. What panics, or ends its process, each time has
// failed after a few times, and is carried out beside no other such one, so that
// others are not lost with it. A node claims the kinds that it knows.
//
// A Worker claims; its parts do not know it: a chain carries out effects of one subject,
// leases keep those of what is at work, carrying has handlers do it, the concluder
// stores, tells and settles what became of it, and the journal logs and counts.
//
// Concurrency: effects of one subject run one after the other in the order they
// were decided, those of different subjects side by side, bounded. Of a Succession the
// next is claimed while one is done, and what became of one is stored and told while the
// next is done.
// Lifecycle: New, Handle each kind, Run, end of its context (running handlers are
// waited for).
// Allowed imports: storage leaves, actors/runtime, actors/once.
package effects
