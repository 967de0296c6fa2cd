// Package runtime runs actors: one writer per identity, activated on demand,
// passivated when idle, supervised, with a bounded mailbox. It is the only package
// besides */actor.go that imports Proto.Actor.
//
// Local is the engine of one process. Cluster is the engine of several nodes: each
// has a Local engine for the identities that it owns, and sends other commands to
// their owner. A Source lists the members, by leases (storage/ephemeral) or from the
// platform (kubernetes); rendezvous hashing over them determines the owner. It uses
// Proto.Actor's actors, but not its remote and cluster packages: those activate an
// identity on two nodes without a handover, hold a dead node's messages for seconds,
// close a stream on one bad message or above 4 MiB, and listen without TLS. None of
// them can guarantee a single owner, and it is not needed: writes are fenced by the
// row's version, and an outcome without a write is decided on stored state.
//
// Between nodes, an envelope (envelope.go) travels by HTTP/2 under mutual TLS
// (trust.go). Commands and replies are values registered by name.
//
// Writer is the actor that all kinds share: it loads, lets the pure core decide,
// commits under the version check, applies and replies. A Batch is several commands
// to one actor, each decided on the result of the previous one and committed in one
// transaction. AskAll executes a list of commands: those of one actor as a Batch,
// those of several actors after a dry run of all. Package runtimetest is the test
// suite of all engines.
//
// Concurrency: an actor's Receive never runs concurrently for one identity. Ask is
// safe for concurrent use. Lifecycle: New, Register for each kind, Ask, Stop. A
// running Receive is canceled only at the caller's deadline, not when its caller
// leaves. Invariants: a panic in Receive returns fault.Internal to the caller and
// drops the actor's state. A passivated identity has no waiting command.
//
// Allowed imports: storage leaves, Proto.Actor.
package runtime
