// Package memory keeps leases and sheets in this process: for a single node and for tests of
// several nodes in one process.
//
// Concurrency: safe for concurrent use; no goroutines. Lapsed leases are dropped
// when their group is listed.
//
// Allowed imports: storage leaves, storage/ephemeral.
package memory
