// Package audio is the sound of the simulated phone network: frames of 20 ms at 8,000
// samples per second, a mixer, sources (tones, music, recorded sentences of customers,
// artificial speech), and detection of what was played.
//
// Concurrency: a Source and a Recorder belong to their owner; the rest is functions.
// Lifecycle: none. Invariants: a party never hears itself. A mix never overflows.
// Allowed imports: the standard library.
package audio
