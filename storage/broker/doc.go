// Package broker is the port for what passes between processes and may be lost: ephemeral
// messages, such as typing and audio levels; notifications that something was committed, so that
// the outbox is worth a look; and batches, which say what the relay has added to the log. What
// must not be lost is read from the log.
//
// It owns the vocabulary only: Message, Batch, Listener, Watcher, Selective, Broker.
// Implementations: memory for one process, redis for several; backlog is what they share.
// brokertest is the suite that all of them pass.
//
// Concurrency: a Broker is safe for concurrent use. A listener or watcher is called by one
// goroutine at a time, messages of one organization in the order they were published by one
// process.
//
// Lifecycle: Listen, Watch…, Publish…, Close, which ends the goroutines.
//
// Invariants: publishing never waits, for a listener or for a network. Who falls behind loses the
// oldest messages, never a notification and never the newest place of the log: the notifications
// of one organization that wait are one, and its batches that wait are joined, or shrink to their
// head.
//
// Allowed imports: storage leaves.
package broker
