// Package mp3 writes what was said on a phone as MPEG audio, layer III, which is what the
// provider answers a recording with: mono, 16,000 samples a second, 32 kbit/s (ISO/IEC
// 11172-3 and, for this rate, 13818-3).
//
// A phone's sound ends at 4 kHz, so the upper half of the bands is left out, which is also
// what makes 16,000 samples of 8,000 ones. Each frame is whole by itself (there is no
// reservoir of bits), so that any part of a recording is encoded without what is before it.
//
// Concurrency: a Reader belongs to whoever holds it.
// Lifecycle: none.
// Invariants: a frame's bytes depend on its samples and on those of the two frames before it
// alone: what is read in parts is what is read at once.
// Allowed imports: the standard library.
package mp3
