// Package redis keeps leases in Redis: one hash per group, a field per member that
// holds when it ends, by the clock of Redis alone, and the value. A sheet is a hash of its
// own, with its serial beside its fields; it changes by one script, which compares the
// serial first.
//
// Concurrency: safe for concurrent use; no goroutines of its own. Every call ends
// within Options.Timeout.
//
// Invariants: a lease that ended is never listed, whatever the clocks of the nodes
// say; one without a MAC of the installation's key over its group, member and value is
// dropped and counted, as is a field or a serial of a sheet; a group nobody holds anything in vanishes after a day.
//
// Allowed imports: storage leaves, storage/ephemeral, go-redis.
package redis
