// Package ephemeral is the port for leases: values that many processes see and that vanish unless
// their holder renews them. Cluster membership and the sockets of each node use it. A sheet is a
// lease with many fields, of which its holder writes only those that changed.
//
// It owns the interface only. Implementations: memory for one process, redis for several.
// ephemeraltest is the suite that all of them pass.
//
// Concurrency: Leases and Sheets are safe for concurrent use.
//
// Invariants: any or all values may be lost at any moment; holders write them again at their next
// renewal. Nothing acknowledged to a client depends on them.
//
// Allowed imports: storage leaves.
package ephemeral
