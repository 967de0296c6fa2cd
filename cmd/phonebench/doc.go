// Program phonebench measures calls with sound on one node: the time from an
// accept to the first sound at both ends, and with many concurrent calls how
// late the mixer is, whether every call is in the expected state, and what a
// call costs in memory and processor time.
//
// It starts a PostgreSQL, and a node with the simulated phone network in it,
// of its own on loopback. Each agent has a socket and a phone in this
// program, which implements the voice SDK's signaling and has real sound by
// WebRTC. A clock in a process of its own ticks next to the mixer: its
// lateness is the machine's. The children end with this program; its folder
// is removed when it ends.
//
//	go run ./cmd/phonebench -calls 200 -measure 30s
//
// Concurrency: each call has a goroutine; some calls begin at once. Their
// measurements are collected under a lock.
//
// Lifecycle: one run; every wait is bounded.
//
// Allowed imports: anything.
package main
