package audio

import (
	"math"
	"math/rand/v2"
)

// Silence plays nothing.
type Silence struct{}

// Next implements Source.
func (Silence) Next() Frame { return Frame{} }

const loud = 8000 // amplitude of a tone: a quarter of the range, so that three can be mixed

// tone is one frequency.
type tone struct{ phase, step float64 }

// Tone plays one frequency.
func Tone(hertz int) Source { return &tone{step: 2 * math.Pi * float64(hertz) / Rate} }

// Next implements Source.
func (t *tone) Next() (f Frame) {
	for i := range f {
		f[i] = int16(loud * math.Sin(t.phase))
		t.phase = math.Mod(t.phase+t.step, 2*math.Pi)
	}
	return f
}

// ringback is two tones for two of six seconds, as on American networks.
type ringback struct {
	low, high Source
	at        int
}

// Ringback plays the ringing tone that a caller hears.
func Ringback() Source { return &ringback{low: Tone(440), high: Tone(480)} }

// Next implements Source.
func (r *ringback) Next() (f Frame) {
	low, high := r.low.Next(), r.high.Next()
	if r.at = (r.at + 1) % (6 * Rate / Length); r.at > 2*Rate/Length {
		return f
	}
	for i := range f {
		f[i] = low[i]/3 + high[i]/3
	}
	return f
}

// Notes are the frequencies of the waiting music, which distinguish it from other
// sounds.
var Notes = []int{600, 750, 900, 1200}

// music plays the notes one after the other, each fading out like a music box.
type music struct{ at int }

// Music plays the waiting music.
func Music() Source { return &music{} }

const noteLength = Rate * 2 / 5

// Next implements Source.
func (m *music) Next() (f Frame) {
	for i := range f {
		note, within := m.at/noteLength, float64(m.at%noteLength)/Rate
		hertz := float64(Notes[note%len(Notes)])
		f[i] = int16(loud * math.Exp(-3*within) * math.Sin(2*math.Pi*hertz*within))
		m.at = (m.at + 1) % (noteLength * len(Notes))
	}
	return f
}

// speech is artificial speech in no language: a voice of many harmonics, shaped by
// two resonances that change with each syllable, with pauses.
type speech struct {
	random *rand.Rand
	pitch  float64
	phase  float64

	left          int // remaining samples of this syllable
	quiet         bool
	first, second resonance
}

// resonance is a two-pole filter.
type resonance struct{ a, b, gain, y1, y2 float64 }

func (r *resonance) tune(hertz, width float64) {
	pole := math.Exp(-math.Pi * width / Rate)
	r.a, r.b, r.gain = 2*pole*math.Cos(2*math.Pi*hertz/Rate), -pole*pole, 1-pole
}

func (r *resonance) pass(x float64) float64 {
	y := r.gain*x + r.a*r.y1 + r.b*r.y2
	r.y1, r.y2 = y, r.y1
	return y
}

// Speech plays artificial speech. Each seed has its own voice.
func Speech(seed uint64) Source {
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a voice is no secret
	return &speech{random: random, pitch: 95 + 110*random.Float64()}
}

func (s *speech) syllable() {
	if s.quiet = !s.quiet && s.random.Float64() < .3; s.quiet {
		s.left = int(Rate * (.08 + .4*s.random.Float64()))
		return
	}
	s.left = int(Rate * (.1 + .15*s.random.Float64()))
	s.first.tune(280+520*s.random.Float64(), 90)
	s.second.tune(900+1300*s.random.Float64(), 130)
}

// Next implements Source.
func (s *speech) Next() (f Frame) {
	for i := range f {
		if s.left--; s.left < 0 {
			s.syllable()
		}
		pulse := 0.0
		if s.phase += s.pitch / Rate; s.phase >= 1 {
			s.phase--
			if !s.quiet {
				pulse = 60_000
			}
		}
		f[i] = clip(int32(s.first.pass(pulse) + s.second.pass(pulse)))
	}
	return f
}
