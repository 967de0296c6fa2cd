// Package runtime runs actors: one writer per identity, spawned when asked for,
// passivated when idle, supervised, with a bounded mailbox (architecture §3). It
// is the only package beside */actor.go that imports Proto.Actor.
//
// Concurrency: an actor's Receive is never run twice at once for one identity;
// Ask is safe for concurrent use.
// Lifecycle: New, Register kinds, Ask…, Stop.
// Allowed imports: storage leaves, Proto.Actor.
package runtime
