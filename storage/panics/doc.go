// Package panics keeps a panic from ending the process, which serves every other
// organization and person, too.
//
// It owns: Catcher, which logs a panic with its stack and counts it by place, and two
// ways to run work under it: Round for one step of a loop or a timer, Keep for a
// goroutine that has to go on. What a round was about is lost; whoever runs it sees to
// it that it is read or told anew, and gives locks back by defer.
//
// Where the hub catches panics it counts them itself (switchboard_hub_panics_total).
//
// Concurrency: a Catcher is safe for concurrent use; nil is one that counts nothing.
// Invariants: a pause lies between a panic and the next try, and it grows.
// Allowed imports: the standard library.
package panics
