// Package memory is the broker of a single process.
//
// It owns a bounded queue and a goroutine per listener. Lifecycle, concurrency
// and invariants are those of the port.
//
// Allowed imports: storage/broker, storage leaves.
package memory
