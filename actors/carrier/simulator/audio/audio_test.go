package audio

import (
	"fmt"
	"slices"
	"testing"
)

// second is a second of a source.
func second(s Source) []int16 {
	var r Recorder
	for range Rate / Length {
		f := s.Next()
		r.Take(&f)
	}
	return r.Last(Rate / Length)
}

func TestLawIsItsOwnInverse(t *testing.T) {
	for code := range 256 {
		if got := encode(int(decoded[code])); got != byte(code) && code != 0x7f { // there are two zeros
			t.Errorf("code %#x comes back as %#x", code, got)
		}
	}
	for sample := -1 << 15; sample < 1<<15; sample += 7 {
		back := int(decoded[encode(sample)])
		if off := max(back-sample, sample-back); off > max(8, max(sample, -sample)/16+700*(max(sample, -sample)/32000)) {
			t.Fatalf("%d comes back as %d", sample, back)
		}
	}
}

func TestTonesAreFoundThroughLaw(t *testing.T) {
	for _, hertz := range []int{300, 440, 700, 1300, 2500} {
		var r Recorder
		s := Tone(hertz)
		for range 20 {
			f := s.Next()
			copy(f[:], Decode(Encode(&f)))
			r.Take(&f)
		}
		want := (hertz + spacing/2) / spacing * spacing
		if got := Tones(r.Last(20)); len(got) != 1 || got[0] != want {
			t.Errorf("%d Hz sounds like %v", hertz, got)
		}
	}
	if got := Tones(second(Silence{})); len(got) != 0 {
		t.Errorf("in silence sound %v", got)
	}
}

func TestMusicIsItsNotes(t *testing.T) {
	var r Recorder
	s := Music()
	for range 2 * Rate / Length {
		f := s.Next()
		r.Take(&f)
	}
	got := Tones(r.Last(2 * Rate / Length))
	slices.Sort(got)
	if !slices.Equal(got, Notes) {
		t.Errorf("it sounds like %v", got)
	}
}

func TestSpeechIsLoudAndNoTone(t *testing.T) {
	for seed := range uint64(20) {
		samples := second(Speech(seed))
		if loudness := Loudness(samples); loudness < 300 || loudness > 12_000 {
			t.Errorf("the voice %d has the loudness %d", seed, loudness)
		}
	}
	if fmt.Sprint(second(Speech(1))[:400]) == fmt.Sprint(second(Speech(2))[:400]) {
		t.Error("two have one voice")
	}
}

func TestWhoHearsWhom(t *testing.T) {
	a, b, c := Tone(400), Tone(700), Tone(1300)
	for _, k := range []struct {
		name string
		set  func(room []Place)
		want string
	}{
		{"all", func([]Place) {}, "[[700 1300] [400 1300] [400 700]]"},
		{"one is muted", func(r []Place) { r[1].Muted = true }, "[[1300] [400 1300] [400]]"},
		{"one is on hold", func(r []Place) { r[0].Held = true }, "[[1000] [1300] [700]]"},
		{"one coaches", func(r []Place) { r[2].Coaches = 1 }, "[[700] [400 1300] [400 700]]"},
		{"a coach is muted", func(r []Place) { r[2].Coaches, r[2].Muted = 1, true }, "[[700] [400] [400 700]]"},
		{"who is coached is on hold", func(r []Place) { r[2].Coaches, r[1].Held = 1, true }, "[[] [1000] [400]]"},
	} {
		recorders, music := make([]Recorder, 3), Tone(1000)
		for range 25 {
			room := []Place{{Says: a.Next(), Coaches: Nobody}, {Says: b.Next(), Coaches: Nobody}, {Says: c.Next(), Coaches: Nobody}}
			k.set(room)
			wait := music.Next()
			for i, f := range Mix(room, &wait) {
				recorders[i].Take(&f)
			}
		}
		var heard [][]int
		for i := range recorders {
			tones := Tones(recorders[i].Last(25))
			slices.Sort(tones)
			heard = append(heard, tones)
		}
		if got := fmt.Sprint(heard); got != k.want {
			t.Errorf("%s: they hear %s, want %s", k.name, got, k.want)
		}
	}
}

func TestAMixDoesNotWrapAround(t *testing.T) {
	var full Frame
	for i := range full {
		full[i] = 32000
	}
	room := []Place{{Coaches: Nobody}, {Says: full, Coaches: Nobody}, {Says: full, Coaches: Nobody}}
	if got := Mix(room, &Frame{})[0][0]; got != 1<<15-1 {
		t.Errorf("two loud ones are %d", got)
	}
}

func TestARecorderRemembersTheNewest(t *testing.T) {
	var r Recorder
	for i := range 3 * maxFrames {
		r.Take(&Frame{int16(i)})
	}
	if got := r.Last(2); len(got) != 2*Length || got[0] != 3*maxFrames-2 || got[Length] != 3*maxFrames-1 {
		t.Errorf("it has %d samples, from %d", len(got), got[0])
	}
	if got := r.Last(10 * maxFrames); len(got) > 2*maxFrames*Length {
		t.Errorf("it keeps %d samples", len(got))
	}
}
