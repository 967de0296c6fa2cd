package audio

import "time"

const (
	// Rate is samples a second.
	Rate = 8000
	// Length is samples of a frame.
	Length = 160
	// Tick is how long a frame lasts.
	Tick = Length * time.Second / Rate
)

// Frame is 20 ms of sound.
type Frame [Length]int16

// Source plays one frame after the other.
type Source interface{ Next() Frame }

// clip keeps a sum within what a sample can hold.
func clip(sample int32) int16 { return int16(max(-1<<15, min(1<<15-1, sample))) }
