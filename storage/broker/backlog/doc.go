// Package backlog keeps what waits for one who reads more slowly than others publish: a listener,
// or the connection to Redis. Both implementations of the broker rest on it, so that they shed
// and join alike.
//
// Concurrency: a Backlog is safe for concurrent use; nothing in it blocks. It has no goroutine.
//
// Invariants: of ephemeral messages the newest Most are kept; the notifications of one
// organization that wait are one; of its batches those that follow on each other are joined, and
// where they don't, or grow too large, the newest place is kept alone.
//
// Allowed imports: storage/broker, storage leaves.
package backlog
