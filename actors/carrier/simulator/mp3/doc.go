// Package mp3 encodes phone recordings as MPEG audio, layer III, the format of the
// provider's recordings: mono, 16,000 samples per second, 32 kbit/s (ISO/IEC 11172-3
// and, for this rate, 13818-3).
//
// Phone sound ends at 4 kHz, so the upper half of the bands is omitted, which is also
// how 8,000 samples become 16,000. Each frame is self-contained (there is no bit
// reservoir), so that any part of a recording can be encoded without the parts before
// it.
//
// Concurrency: a Reader belongs to its owner. Lifecycle: none. Invariants: a frame's
// bytes depend only on its samples and on those of the two frames before it: reading
// in parts gives the same bytes as reading at once. Allowed imports: the standard
// library.
package mp3
