// Package soaktest sets the length and the seed of randomized tests. A normal run plays a few
// rounds from a new seed; `just soak` plays thousands.
//
// Every test prints its seed. SWITCHBOARD_SEED sets it, which replays a failed run, and
// SWITCHBOARD_SOAK sets the number of rounds.
//
// Concurrency: a random source belongs to one test.
//
// Allowed imports: the standard library.
package soaktest
