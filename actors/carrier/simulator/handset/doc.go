// Package handset lets browsers be the phones of people outside: what is said into the
// browser is what he says (media.Outsider), and it hears what he hears.
//
// Concurrency: safe for concurrent use. Each browser has a goroutine, which waits for the
// end of its connection. Drop does not block.
// Lifecycle: New starts nothing; browsers are let in while Run runs, which closes all and
// waits for them when its context ends.
// Invariants: a leg has one browser at most: the next one takes the phone from it. With
// the leg, or when the browser goes, the connection ends and he talks by himself again. One
// that goes without a word is missed after two seconds, and its connection after thirty.
// Allowed imports: simulator/media, storage leaves, the standard library.
package handset
