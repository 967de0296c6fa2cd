package tape

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"testing"
	"time"

	"switchboard/actors/carrier/simulator/audio"
)

// recorded plays what two say onto a tape, for so many frames.
func recorded(t *testing.T, on *Tapes, name string, frames int, says, heard audio.Source) {
	t.Helper()
	tape, err := on.For(name)
	if err != nil {
		t.Fatal(err)
	}
	for range frames {
		a, b := says.Next(), heard.Next()
		tape.Take(&a, &b)
	}
}

func all(t *testing.T, on *Tapes, name string) []int16 {
	t.Helper()
	sound, err := on.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sound.Close() }()
	if encoded, err := io.ReadAll(sound); err != nil || int64(len(encoded)) != sound.Size() || !bytes.HasPrefix(encoded, []byte{0xff, 0xf3}) {
		t.Fatalf("%d bytes of MP3: %v", len(encoded), err)
	}
	file, ok := sound.Closer.(io.ReaderAt)
	if !ok {
		t.Fatal("it is no file")
	}
	samples := make([]int16, int64(on.Length(name)/time.Millisecond)*audio.Rate/1000)
	if err := (samplesOf{file}).SamplesAt(samples, 0); err != nil {
		t.Fatal(err)
	}
	return samples
}

type samplesOf = samples

// Both sides are on a tape, and it goes on where it ended.
func TestTapeRecordsBothSides(t *testing.T) {
	folder := t.TempDir()
	on, err := New(folder)
	if err != nil {
		t.Fatal(err)
	}
	recorded(t, on, "RE1", 75, audio.Tone(700), audio.Tone(1300)) // a second and a half
	if err := on.Close(); err != nil {
		t.Fatal(err)
	}
	if got := audio.Tones(all(t, on, "RE1")); len(got) != 2 || got[0]+got[1] != 2000 {
		t.Errorf("it has %v", got)
	}
	again, err := New(folder)
	if err != nil {
		t.Fatal(err)
	}
	recorded(t, again, "RE1", 25, audio.Silence{}, audio.Silence{})
	tape, err := again.For("RE1")
	if err != nil {
		t.Fatal(err)
	}
	tape.Silence(true)
	recorded(t, again, "RE1", 25, audio.Tone(700), audio.Tone(1300))
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	tape.Take(&audio.Frame{}, &audio.Frame{}) // after its end nothing
	if got := again.Length("RE1"); got != 2500*time.Millisecond {
		t.Errorf("it lasts %v", got)
	}
	if got := audio.Loudness(all(t, again, "RE1")[12_000:]); got != 0 {
		t.Errorf("while it was silent it was %d loud", got)
	}
}

func TestWhatNobodyKnowsIsDeleted(t *testing.T) {
	on, err := New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"RE1", "RE2"} {
		recorded(t, on, name, 5, audio.Silence{}, audio.Silence{})
	}
	if err := on.Only(func(name string) bool { return name == "RE2" }); err != nil {
		t.Fatal(err)
	}
	if err := on.Close(); err != nil {
		t.Fatal(err)
	}
	if err := on.Keep(func(name string) bool { return name == "RE1" }); err != nil {
		t.Fatal(err)
	}
	if on.Length("RE1") == 0 || on.Length("RE2") != 0 {
		t.Errorf("RE1 lasts %v, RE2 %v", on.Length("RE1"), on.Length("RE2"))
	}
	if _, err := on.Read("RE2"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("RE2 is read: %v", err)
	}
}
