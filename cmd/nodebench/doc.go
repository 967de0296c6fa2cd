//go:build linux

// Program nodebench measures the built product on this machine: from a write
// to a socket on the same and on another node, with Redis and without, alerts
// during a bulk change, how soon the calls of a killed node respond again,
// and, on a single node, what an agent notices of an abusive agent.
//
// It starts a PostgreSQL, a redis-server, a simulated provider and three
// nodes of its own on loopback and prints tables for docs/benchmarks.md. Its
// children end with it; its folder is removed when it ends, even by an
// interrupt.
//
// Concurrency: writers, readers and the bulk change run concurrently; their
// measurements are collected under one lock each.
//
// Allowed imports: whatever cmd may import.
package main
