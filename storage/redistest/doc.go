// Package redistest starts real Redis servers for tests, on free loopback ports and without
// persistence, and injects faults: restarts, freezes, loss of all keys.
//
// Concurrency: a Server belongs to its test. Lifecycle: Start, faults, end of the test (the
// server also dies with the test process).
//
// Allowed imports: go-redis, goleak, storage/broker/redis.
package redistest
