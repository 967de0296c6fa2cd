// Package redis delivers messages between processes, over one PUBLISH channel of Redis per
// organization and one pattern subscription per node.
//
// A publication reaches the listeners of this process at once, without Redis; one goroutine sends
// it to Redis in pipelines, another receives from other nodes. Redis may lose messages (restart,
// pause, overflow): watchers are notified when the subscription is up again, and the relay's
// polling and the log fill the gap.
//
// Concurrency: safe for concurrent use. Publishing never blocks: pending messages are bounded
// (storage/broker/backlog).
//
// Lifecycle: New, then Run until its context ends; Close removes the listeners. The caller owns
// the client; Dial returns a suitable one.
//
// Invariants: a node never receives its own publications from Redis; a publication that is
// unreadable, of another release, or without a MAC of the installation's key over channel and
// text is counted and ignored. So an attacker with write access to Redis can withhold and replay
// messages but not forge them.
//
// Allowed imports: storage leaves, storage/broker and its packages, go-redis.
package redis
