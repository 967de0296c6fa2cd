package audio

import "time"

const (
	// Rate is the sample rate.
	Rate = 8000
	// Length is the number of samples in a frame.
	Length = 160
	// Tick is the duration of a frame.
	Tick = Length * time.Second / Rate
)

// Frame is 20 ms of sound.
type Frame [Length]int16

// Source plays one frame after the other.
type Source interface{ Next() Frame }

// clip limits a sum to the range of a sample.
func clip(sample int32) int16 { return int16(max(-1<<15, min(1<<15-1, sample))) }
