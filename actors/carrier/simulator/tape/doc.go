// Package tape stores recordings of the simulated phone network: a file of µ-law,
// 8,000 samples per second, for each recording, which is read as MP3.
//
// Concurrency: safe for concurrent use. The mixer's goroutine writes a Tape.
// Lifecycle: New creates the folder. A Tape is open from For until Only or Close.
// Invariants: a recording continues where it ended, even after a restart. It is no
// longer than Longest. Allowed imports: simulator/audio, simulator/mp3, the standard
// library.
package tape
