// Package wait lets time go by until a context ends.
//
// It owns: For and Every. No timer outlives its call.
//
// Concurrency: functions alone. Lifecycle: none.
//
// Allowed imports: the standard library.
package wait
