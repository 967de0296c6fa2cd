// Package runtime runs actors: one writer per identity, spawned when asked for,
// passivated when idle, supervised, with a bounded mailbox (architecture §3). It
// is the only package beside */actor.go that imports Proto.Actor.
//
// Local is the engine in one process. Writer is the shell that the actors of
// this product share: it loads, lets the pure core decide, commits under the
// version check, applies and replies. The suite that every engine passes is in
// runtimetest.
//
// Concurrency: an actor's Receive is never run twice at once for one identity;
// Ask is safe for concurrent use.
// Lifecycle: New, Register kinds, Ask…, Stop. A Receive that was begun is not
// broken off when its caller goes away, only at the caller's deadline.
// Invariants: a panic in Receive answers its caller fault.Internal and drops the
// actor's state; an identity that is passivated has no command waiting.
// Allowed imports: storage leaves, Proto.Actor.
package runtime
