// Package backlog buffers items for a slow reader: a listener, or the connection to Redis. Both
// broker implementations use it, so that they drop and merge alike.
//
// Concurrency: a Backlog is safe for concurrent use and never blocks. It has no goroutine.
//
// Invariants: the newest Most messages are kept; pending notifications of one organization are
// merged; its consecutive batches are joined, and if they have a gap or grow too large, only the
// newest head is kept.
//
// Allowed imports: storage/broker, storage leaves.
package backlog
