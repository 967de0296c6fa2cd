// Package measure is what the benchmarks share: how busy the machine is, addresses for the
// servers that they start, and durations with their percentiles.
//
// It owns: Timing.
//
// Concurrency: a Timing may be used by many at once.
//
// Allowed imports: the standard library.
package measure
