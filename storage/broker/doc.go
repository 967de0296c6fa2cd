// Package broker is the port for messages between processes that may be lost: ephemeral messages,
// such as typing and audio levels; notifications of commits; and batches, which announce what the
// relay added to the log. Whatever must not be lost is read from the log.
//
// It owns the types only: Message, Batch, Listener, Watcher, Selective, Broker. Implementations:
// memory for one process, redis for several; both use backlog. brokertest is the suite that all
// of them pass.
//
// Concurrency: a Broker is safe for concurrent use. A listener or watcher is called by one
// goroutine at a time, with the messages of an organization in the order in which one process
// published them.
//
// Lifecycle: Listen, Watch…, Publish…, Close, which ends the goroutines.
//
// Invariants: publishing never blocks on a listener or a network. A slow receiver loses the
// oldest messages, but no notification and never the newest head of the log: pending
// notifications of one organization are merged, and its pending batches are joined or reduced to
// their head.
//
// Allowed imports: storage leaves.
package broker
