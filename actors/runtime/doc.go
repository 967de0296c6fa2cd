// Package runtime runs actors: one writer per identity, spawned when asked for,
// passivated when idle, supervised, with a bounded mailbox. It
// is the only package beside */actor.go that imports Proto.Actor.
//
// Local is the engine in one process. Cluster is the engine of several nodes: each
// has a Local one for the identities that it owns, and hands commands for others
// to their owner. Who is there says a Source: leases
// (storage/ephemeral), or the platform (kubernetes); who owns what says
// rendezvous hashing over them. Of Proto.Actor it uses the actors, not remote and
// cluster: those start an identity on two nodes without handing it over, hold a
// dead node's messages back for seconds, end a stream by one bad message or by
// 4 MiB, and listen in the open. What can't be promised by any of them, one owner
// at a time, is not needed: writes are fenced by the row's version, and an outcome
// without a write is decided on stored state.
//
// Between nodes one envelope crosses (wire.go) by HTTP/2 under mutual TLS (trust.go):
// commands and replies are values registered by name.
//
// Writer is the shell that the actors of
// this product share: it loads, lets the pure core decide, commits under the
// version check, applies and replies. A Batch is several commands to one actor, decided
// one on the other and committed in one transaction. AskAll carries out a list of
// commands: those of one actor as a Batch, those of several after all have agreed. The
// suite that every engine passes is in runtimetest.
//
// Concurrency: an actor's Receive is never run twice at once for one identity;
// Ask is safe for concurrent use.
// Lifecycle: New, Register kinds, Ask…, Stop. A Receive that was begun is not
// broken off when its caller goes away, only at the caller's deadline.
// Invariants: a panic in Receive answers its caller fault.Internal and drops the
// actor's state; an identity that is passivated has no command waiting.
// Allowed imports: storage leaves, Proto.Actor.
package runtime
