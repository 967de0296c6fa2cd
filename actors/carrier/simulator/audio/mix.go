package audio

// Place is one party in a room, for one frame.
type Place struct {
	Says Frame
	// Muted is heard by nobody; Held neither hears nor is heard, and has the music
	// instead.
	Muted, Held bool
	// Coaches is whom this party alone speaks to: an index, or Nobody.
	Coaches int
}

// Nobody is no party of the room.
const Nobody = -1

// Mix gives what each party of a room hears: all others. music is for those on hold.
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

// public says that everybody hears the party.
func (p *Place) public() bool { return !p.Muted && !p.Held && p.Coaches == Nobody }

func add(sum *[Length]int32, f *Frame, sign int32) {
	for i, sample := range f {
		sum[i] += sign * int32(sample)
	}
}

// Sum is two sounds at once.
func Sum(a, b *Frame) (f Frame) {
	for i := range f {
		f[i] = clip(int32(a[i]) + int32(b[i]))
	}
	return f
}
