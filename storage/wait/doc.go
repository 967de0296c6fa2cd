// Package wait waits for a duration or until a context ends.
//
// It owns: For and Every. No timer outlives its call.
//
// Concurrency: functions only. Lifecycle: none.
//
// Allowed imports: the standard library.
package wait
