// Package redis carries what brokers carry between processes, by one plain PUBLISH
// channel of Redis per organization and one pattern subscription per node.
//
// What is published reaches the listeners of this process at once, without Redis;
// one goroutine hands it to Redis in pipelines, another hears what other nodes
// published. Whatever Redis loses is lost (restart, pause, overflow): watchers are
// told when the subscription stands again, and the relay's polling and the log make
// up for it.
//
// Concurrency: safe for concurrent use. Publishing never waits: what waits for Redis
// is bounded as what waits for a listener is (storage/broker/backlog).
//
// Lifecycle: New, then both goroutines in Run until its context ends; Close ends what
// listens. The client stays the caller's; Dial makes one that is fit for brokers and leases.
//
// Invariants: a node never hears its own publications by Redis; a publication that
// can't be read, or is of another release, is counted and passed over, and so is one
// without a MAC of the installation's key over the channel and what is said there:
// who can write to Redis can withhold and repeat, and invent nothing.
//
// Allowed imports: storage leaves, storage/broker and its packages, go-redis.
package redis
