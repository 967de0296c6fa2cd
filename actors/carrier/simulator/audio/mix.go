package audio

// Place is one party's position in a room, for one frame.
type Place struct {
	Says Frame
	// Nobody hears a Muted party. A Held party is not heard and hears only music.
	Muted, Held bool
	// Coaches is the index of the only party that hears this one, or Nobody.
	Coaches int
}

// Nobody is no party of the room.
const Nobody = -1

// Mix returns what each party of a room hears: all others. Held parties hear music.
func Mix(room []Place, music *Frame) []Frame {
	var all [Length]int32
	for i := range room {
		if p := &room[i]; p.public() {
			add(&all, &p.Says, 1)
		}
	}
	heard := make([]Frame, len(room))
	for i := range room {
		p := &room[i]
		if p.Held {
			heard[i] = *music
			continue
		}
		mine := all
		if p.public() {
			add(&mine, &p.Says, -1)
		}
		for j := range room {
			if coach := &room[j]; j != i && coach.Coaches == i && !coach.Muted && !coach.Held {
				add(&mine, &coach.Says, 1)
			}
		}
		for n, sample := range mine {
			heard[i][n] = clip(sample)
		}
	}
	return heard
}

// public reports whether everyone hears the party.
func (p *Place) public() bool { return !p.Muted && !p.Held && p.Coaches == Nobody }

func add(sum *[Length]int32, f *Frame, sign int32) {
	for i, sample := range f {
		sum[i] += sign * int32(sample)
	}
}

// Sum mixes two frames.
func Sum(a, b *Frame) (f Frame) {
	for i := range f {
		f[i] = clip(int32(a[i]) + int32(b[i]))
	}
	return f
}
