//go:build linux

// Program nodebench measures the built product on this machine: from a write to a
// socket on one node and on another one, with Redis and without, alerts beside a
// bulk change, how soon the calls of a killed node answer again, and, on a single
// node, what a colleague notices of an agent who does his worst.
//
// It starts a PostgreSQL, a redis-server, a simulated provider and three nodes of
// its own on loopback and prints tables for docs/benchmarks.md. Its children die
// with it; its folder is removed when it ends, also by an interrupt.
//
// Concurrency: writers, readers and the bulk run side by side; what they measure is
// gathered under one lock each.
//
// Allowed imports: whatever cmd may import.
package main
