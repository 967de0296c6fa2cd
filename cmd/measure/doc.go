// Package measure is shared by the benchmarks: the machine's load, addresses
// for servers, and durations with their percentiles.
//
// It owns Timing.
//
// Concurrency: a Timing is safe for concurrent use.
//
// Allowed imports: the standard library.
package measure
