// Package memory counts in this process alone: for a single node, for the time in
// which Redis is away, and for tests.
//
// Concurrency: safe for concurrent use; no goroutines.
//
// Invariants: at most Size keys are kept; beyond it the one touched longest ago is
// forgotten, which gives it its whole burst again.
//
// Allowed imports: storage/ratelimit.
package memory
