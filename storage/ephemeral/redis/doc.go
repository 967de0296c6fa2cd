// Package redis keeps leases in Redis: one hash per group, a field per member that
// holds when it ends, by the clock of Redis alone, and the value.
//
// Concurrency: safe for concurrent use; no goroutines of its own. Every call ends
// within Patience.
//
// Invariants: a lease that ended is never listed, whatever the clocks of the nodes
// say; one without a MAC of the installation's key over its group, member and value is
// dropped and counted; a group nobody holds anything in vanishes after a day.
//
// Allowed imports: storage leaves, storage/ephemeral, go-redis.
package redis
