// Package effects executes what actors decided to do in the outside world: dial, hang
// up, send.
//
// An effect is a row written in the transaction of its decision. The worker claims it
// with a lease, runs the handler of its kind, stores the outcome with the row, and
// notifies the actor by a command. If a worker dies, the effect is claimed again and
// marked as resumed, and its handler first queries the provider for the current
// state. Each effect is executed at least once, and exactly once as far as the
// provider lets us know. Its result is a command that actors accept any number of
// times.
//
// A claim is fenced by its node and its number: a worker that slept past its lease
// changes nothing of an effect that another one has taken. What can't be repeated is
// sent only after the lease was confirmed (actors/once). Execution and notification
// are counted separately: an executed effect is not executed again because its actor
// was unavailable.
//
// Each kind has its own retry policy. An effect that panics or ends its process fails
// after a few attempts, and never runs at the same time as another suspect one, so
// that others are not lost with it. A node claims only the kinds that it knows.
//
// A Worker claims effects. A chain executes the effects of one subject, leases renews
// claims, executor runs handlers, concluder stores outcomes, notifies actors and
// settles effects, and journal logs and counts.
//
// Concurrency: effects of one subject run one after the other in the order of their
// decisions, those of different subjects run concurrently, bounded. In a Succession
// the next effect is claimed while one is running, and the outcome of one is stored
// while the next is running. Lifecycle: New, Handle for each kind, Run until its
// context ends; then it waits for running handlers. Allowed imports: storage leaves,
// actors/runtime, actors/once.
package effects
