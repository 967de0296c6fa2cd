// Package ephemeral is the port for leases: values that many processes see and
// that vanish unless their holder renews them. Which
// nodes form the cluster and which sockets a node has rest on it. What is large and
// changes little by little is a sheet, a lease of many fields, of which its holder
// writes those that changed.
//
// It owns the interface only. Implementations: memory for one process, redis for
// several. ephemeraltest is the suite that all of them pass.
//
// Concurrency: Leases and Sheets are safe for concurrent use.
//
// Invariants: what is kept here may be lost at any moment, all at once included:
// its holders write it again at their next renewal. Nothing that was acknowledged
// to anybody rests on it.
//
// Allowed imports: storage leaves.
package ephemeral
