package mp3

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	decoder "github.com/hajimehoshi/go-mp3"
)

// tape is sound in memory.
type tape []int16

func (t tape) SamplesAt(into []int16, from int64) error {
	clear(into)
	if from < int64(len(t)) {
		copy(into, t[from:])
	}
	return nil
}

func sine(hertz, loudness float64, length int) tape {
	t := make(tape, length)
	for i := range t {
		t[i] = int16(loudness * math.Sin(2*math.Pi*hertz*float64(i)/8000))
	}
	return t
}

// played decodes what was encoded: samples at 16 kHz.
func played(t *testing.T, encoded []byte) []float64 {
	t.Helper()
	d, err := decoder.NewDecoder(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	if d.SampleRate() != 16000 {
		t.Fatalf("%d samples a second", d.SampleRate())
	}
	raw, err := io.ReadAll(d)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(raw)/4) // two channels of two bytes
	for i := range out {
		out[i] = float64(int16(binary.LittleEndian.Uint16(raw[4*i:])))
	}
	return out
}

// loudness is how loud a frequency is.
func loudness(samples []float64, hertz float64) float64 {
	var re, im float64
	for i, s := range samples {
		re += s * math.Cos(2*math.Pi*hertz*float64(i)/16000)
		im += s * math.Sin(2*math.Pi*hertz*float64(i)/16000)
	}
	return 2 * math.Hypot(re, im) / float64(len(samples))
}

func power(samples []float64) (sum float64) {
	for _, s := range samples {
		sum += s * s
	}
	return sum / float64(max(1, len(samples)))
}

// A tone is played again as loud as it was, and nothing beside it.
func TestToneKeepsItsLoudness(t *testing.T) {
	for _, hertz := range []float64{250, 440, 1000, 1300, 2600, 3400} {
		encoded, err := io.ReadAll(New(sine(hertz, 8000, 16000), 16000))
		if err != nil {
			t.Fatal(err)
		}
		all := played(t, encoded)
		if seconds := float64(len(all)) / 16000; seconds < 2 || seconds > 2.2 {
			t.Errorf("%v Hz: 2 seconds last %v", hertz, seconds)
		}
		middle := all[4000:20000] // whole periods of each
		got := loudness(middle, hertz)
		noise := power(middle) - got*got/2
		if math.Abs(got-8000) > 200 || noise > power(middle)/1000 {
			t.Errorf("%v Hz: it is %.0f loud, with %.1f dB of noise", hertz, got, 10*math.Log10(noise/power(middle)))
		}
	}
}

func TestSilenceIsSilent(t *testing.T) {
	encoded, err := io.ReadAll(New(make(tape, 8000), 8000))
	if err != nil {
		t.Fatal(err)
	}
	if got := power(played(t, encoded)); got > 0 {
		t.Errorf("it is %v loud", got)
	}
}

// Whatever is loudest keeps its frames' size.
func TestNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make(tape, 8000)
	for i := range noise {
		noise[i] = int16(random.IntN(1<<16) - 1<<15)
	}
	encoded, err := io.ReadAll(New(noise, int64(len(noise))))
	if err != nil {
		t.Fatal(err)
	}
	if len(encoded)%frameSize != 0 {
		t.Fatalf("%d bytes", len(encoded))
	}
	for at := 0; at < len(encoded); at += frameSize {
		if !bytes.Equal(encoded[at:at+headerSize], header[:]) {
			t.Fatalf("no frame begins at %d", at)
		}
	}
	if got := power(played(t, encoded)[2000:15000]); got < 1e7 {
		t.Errorf("it is %v loud", got)
	}
}

// Parts are those of the whole, wherever they begin.
func TestPartsEqualTheWhole(t *testing.T) {
	r := New(sine(700, 6000, 20000), 20000)
	whole, err := io.ReadAll(r)
	if err != nil || int64(len(whole)) != r.Size() {
		t.Fatalf("%d of %d bytes: %v", len(whole), r.Size(), err)
	}
	for _, from := range []int64{0, 1, 143, 144, 1000, 5000, r.Size() - 1, r.Size()} {
		if _, err := r.Seek(from, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		part, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(part, whole[from:]) {
			t.Errorf("from %d on there is something else (%v)", from, err)
		}
	}
	if _, err := r.Seek(-1, io.SeekStart); err == nil {
		t.Error("there is something before the beginning")
	}
}

// The books are whole: no code begins another one, and none is missing.
func TestCodeBooksAreComplete(t *testing.T) {
	for name, b := range map[string]*book{"small": small, "large": large} {
		sum := 0.0
		for pair, c := range b {
			if c.length == 0 {
				t.Errorf("%s has no code for %d", name, pair)
			}
			sum += math.Exp2(-float64(c.length))
		}
		if sum != 1 {
			t.Errorf("%s: the codes come to %v", name, sum)
		}
	}
}

func BenchmarkASecond(b *testing.B) {
	sound := sine(700, 6000, 8000)
	for b.Loop() {
		if _, err := io.Copy(io.Discard, New(sound, 8000)); err != nil {
			b.Fatal(err)
		}
	}
}
