// Package album stores the files of messages of the simulated phone network.
//
// Concurrency: safe for concurrent use. Lifecycle: New creates the folder. Invariants:
// a file is stored whole or not at all; the oldest are deleted where there are too many.
// Allowed imports: the standard library.
package album
