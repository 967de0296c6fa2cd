// Program phonebench measures calls with sound on one node: from an accept to the first
// sound at both ends, and with many calls at once how late the mixer is, whether every
// call stands as it should, and what a call takes of the node's memory and processor.
//
// It starts a PostgreSQL, and a node with the simulated phone network in it, of its own on
// loopback. Each agent has a socket and a phone in this program, which speaks the voice
// SDK's signalling and has real sound by WebRTC. A clock in a process of its own ticks
// beside the mixer: what is late there is the machine's. The children die with this
// program; its folder is removed when it ends.
//
//	go run ./cmd/phonebench -calls 200 -measure 30s
//
// Concurrency: each call has a goroutine; some calls begin at once. What they measure is
// gathered under a lock.
//
// Lifecycle: one run; every wait is bounded.
//
// Allowed imports: anything.
package main
