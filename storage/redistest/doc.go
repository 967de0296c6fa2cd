// Package redistest starts real Redis servers for tests, on free ports of the
// loopback, without persistence, and does to them what happens to servers:
// restart, freeze, loss of all keys.
//
// Concurrency: a Server belongs to its test.
// Lifecycle: Start, faults, end of the test (the process dies with ours too).
//
// Allowed imports: go-redis, goleak, storage/broker/redis.
package redistest
