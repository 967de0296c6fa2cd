// Package memory is the broker of a single process, and the part of the others that
// serves their own process.
//
// It owns a bounded queue and a goroutine per listener and watcher. Lifecycle,
// concurrency and invariants are those of the port.
//
// Allowed imports: storage/broker, storage/broker/backlog, storage leaves.
package memory
