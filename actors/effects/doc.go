// Package effects carries out what actors decided to have done outside: dial,
// hang up, send (architecture §3, "Effects").
//
// An effect is a row that its decision's transaction wrote. The worker claims it
// for the time of a lease, has its kind's handler do it, and tells the actor the
// result as a command. One whose worker died is claimed again and marked as
// resumed: its handler asks the provider for the present state first. So each is
// done at least once and, as far as the provider lets us know, exactly once; its
// result is a command that actors take any number of times.
//
// Concurrency: effects of one subject run one after the other in the order they
// were decided, those of different subjects side by side, bounded.
// Lifecycle: New, Handle each kind, Run, end of its context (running handlers are
// waited for).
// Allowed imports: storage leaves, actors/runtime.
package effects
