// Package soaktest gives randomized tests their length and their seed. A normal run plays a
// few rounds from a new seed each time; `just soak` plays thousands.
//
// Every test prints its seed. SWITCHBOARD_SEED sets it, which plays a failed run again, and
// SWITCHBOARD_SOAK sets the number of rounds.
//
// Concurrency: a random source belongs to the test that asked for it.
//
// Allowed imports: the standard library.
package soaktest
