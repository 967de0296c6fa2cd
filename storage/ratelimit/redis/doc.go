// Package redis counts for all nodes of an installation together: a string per key
// that holds when its allowance is full again, by the clock of Redis alone, and that
// vanishes then.
//
// While Redis is away or frozen each node counts in its own memory; it asks Redis
// again once a second, by one caller, so that nobody else waits.
//
// Concurrency: safe for concurrent use; no goroutines of its own. Every call ends
// within Patience.
//
// Invariants: keys are hashed: no address or number is legible in Redis.
//
// The algorithm is written here because redis_rate, the usual library, had no release
// since April 2023, keeps what it counts for 2017's epoch in floating point, and lets
// nothing be given back.
//
// Allowed imports: storage/ratelimit and its packages, go-redis.
package redis
