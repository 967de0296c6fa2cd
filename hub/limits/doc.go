// Package limits bounds what the sockets of a user and of an organization may
// do on this node: rates of events and connects (storage/ratelimit), and the
// number of running commands.
//
// Invariants: each refusal names the limit that was met and how long to wait;
// a budget outlives the sockets that used it.
//
// Concurrency: Budgets are safe for concurrent use; a Bucket belongs to one
// goroutine.
//
// Allowed imports: storage leaves, storage/ratelimit.
package limits
