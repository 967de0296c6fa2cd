// Package panics keeps a panic from ending the process, which also serves every other
// organization and user.
//
// It owns: Catcher, which logs a panic with its stack and counts it by place, and two ways to run
// work: Round for one step of a loop or a timer, Keep for a goroutine that must continue. The
// step that panicked is lost; its owner must read or report the data again and release locks by
// defer.
//
// The hub counts the panics that it catches itself (switchboard_hub_panics_total).
//
// Concurrency: a Catcher is safe for concurrent use; a nil Catcher counts nothing. Invariants: a
// growing pause separates a panic from the next attempt. Allowed imports: the standard library.
package panics
