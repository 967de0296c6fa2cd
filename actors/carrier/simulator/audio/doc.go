// Package audio is what is heard on the simulated phone network: frames of 20 ms at 8,000
// samples a second, how several are mixed, what plays (tones, music, something like
// speech), and how one finds out what was played.
//
// Concurrency: a Source and a Recorder belong to whoever holds them; all else is
// functions.
// Lifecycle: none.
// Invariants: a party never hears himself; a mix never wraps around.
// Allowed imports: the standard library.
package audio
