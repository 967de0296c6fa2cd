// Package redis stores leases in Redis: one hash per group, with a field per member that holds
// its expiry, by the clock of Redis only, and its value. A sheet is a hash with its serial and
// its fields; one script compares the serial and changes it.
//
// Concurrency: safe for concurrent use; no goroutines. Every call ends within Options.Timeout.
//
// Invariants: an expired lease is never listed, whatever the nodes' clocks say; a lease, field or
// serial without a MAC of the installation's key over its location and value is dropped and
// counted; a group without leases vanishes after a day.
//
// Allowed imports: storage leaves, storage/ephemeral, go-redis.
package redis
