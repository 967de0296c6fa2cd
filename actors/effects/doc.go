// Package effects carries out what actors decided to do outside: dial, hang up,
// send (architecture §3). An effect is a row that was committed with the decision;
// the worker claims it, runs the handler of its kind, and asks the actor with the
// result. What was begun and may have happened comes back as Resumed, and its
// handler asks the provider first.
//
// Concurrency: one Worker per process, with a bounded number of effects at once;
// of one subject storage hands out one at a time, in the order of decision. Poke
// is safe for concurrent use.
// Lifecycle: New, Run until its context ends; Run lets begun effects end and
// leaves no goroutine.
// Invariants: nothing is lost: an effect is finished only after its actor has
// taken the result; a worker that dies loses its lease, not the effect; nothing
// is tried for ever.
// Allowed imports: storage leaves, actors/runtime.
package effects
