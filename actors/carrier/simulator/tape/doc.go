// Package tape keeps what is recorded on the simulated phone network: a file of µ-law, 8,000
// samples a second, for each recording, which is read as MP3.
//
// Concurrency: safe for concurrent use. A Tape is written by the mixer's one goroutine.
// Lifecycle: New makes the folder; a Tape is open from For until Only or Close.
// Invariants: a recording goes on where it ended, also after a start. One is as long as
// Longest at the most.
// Allowed imports: simulator/audio, simulator/mp3, the standard library.
package tape
