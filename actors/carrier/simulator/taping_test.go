package simulator_test

import (
	"encoding/binary"
	"io"
	"slices"
	"testing"

	decoder "github.com/hajimehoshi/go-mp3"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/actors/carrier/simulator/audio"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// while has somebody muted and heard again, so that a while has passed in which all sounds
// were heard: most of the half second that the network looks at.
func (l *lines) while(call id.ID, leg, customer string, tone int) {
	l.t.Helper()
	yes, no := true, false
	l.set(call, leg, carrier.ParticipantChange{Muted: &yes})
	l.hears(customer)
	l.set(call, leg, carrier.ParticipantChange{Muted: &no})
	l.hears(customer, tone)
	const most = 5_000 // of 5,657, which a tone is all the time
	waittest.Until(l.t, "the tone to have been heard for a while", func() bool {
		heard, err := l.sim.Hears(l.t.Context(), customer)
		return err == nil && heard.Loudness >= most
	})
}

// played is a recording, as it is heard by who plays it.
func (l *lines) played(sid string) []int16 {
	l.t.Helper()
	sound, err := l.client.RecordingAudio(l.t.Context(), sid, "")
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = sound.Close() }()
	d, err := decoder.NewDecoder(sound)
	if err != nil {
		l.t.Fatal(err)
	}
	raw, err := io.ReadAll(d)
	if err != nil {
		l.t.Fatal(err)
	}
	samples := make([]int16, 0, len(raw)/8)
	for at := 0; at+8 <= len(raw); at += 8 { // two channels, twice as many a second
		samples = append(samples, int16(binary.LittleEndian.Uint16(raw[at:])))
	}
	return samples
}

// What both say is on the recording, and nothing of what is said while it is paused.
func TestRecordingHasBothSides(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	leg := l.add(call, "alice")
	l.listens(alice, 400)
	made, err := l.client.StartRecording(t.Context(), carrier.StartRecording{Organization: l.product.Organization, Call: call, Leg: customer})
	if err != nil {
		t.Fatal(err)
	}
	change := func(to carrier.RecordingStatus) {
		t.Helper()
		if err := l.client.ChangeRecording(t.Context(), customer, made.SID, to); err != nil {
			t.Fatal(err)
		}
	}
	plays := func(tone int) {
		t.Helper()
		if err := l.sim.Voice(t.Context(), customer, tone); err != nil {
			t.Fatal(err)
		}
		l.listens(alice, tone)
	}
	l.while(call, leg, customer, 700)
	change(carrier.RecordingPaused)
	plays(2000)
	plays(400)
	change(carrier.RecordingOn)
	l.while(call, leg, customer, 700)
	if err := l.sim.Hangup(t.Context(), customer); err != nil {
		t.Fatal(err)
	}
	done := l.product.Await("recording.completed", nil).Recording
	samples := l.played(done.SID)
	if got, length := len(samples)/audio.Rate, int(done.Duration.Seconds()); got < length-1 || got > length+1 {
		t.Errorf("%d seconds are heard of %d", got, length)
	}
	if got := sorted(ever(samples)); got != "[400 700]" {
		t.Errorf("%s are on it", got)
	}
	if got := audio.Amplitude(samples, 2000); got > 30 {
		t.Errorf("what was said while it was paused is %.0f loud", got)
	}
}

// A recording goes on after the network's end, and what was said before is there still.
func TestRecordingContinuesAfterARestart(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	leg := l.add(call, "alice")
	l.listens(alice, 400)
	made, err := l.client.StartRecording(t.Context(), carrier.StartRecording{Organization: l.product.Organization, Call: call, Leg: customer})
	if err != nil {
		t.Fatal(err)
	}
	l.while(call, leg, customer, 700)
	l.close()
	l.boot()
	l.start()
	if err := l.sim.Hangup(t.Context(), customer); err != nil {
		t.Fatal(err)
	}
	l.product.Await("recording.completed", func(e carriertest.Event) bool { return e.Recording.SID == made.SID })
	if got := sorted(ever(l.played(made.SID))); got != "[400 700]" {
		t.Errorf("%s are on it", got)
	}
}

// ever lists the tones that sound in any half second of a recording: how long each does
// depends on how long the test waited for the next thing.
func ever(samples []int16) []int {
	var out []int
	for piece := range slices.Chunk(samples, audio.Rate/2) {
		for _, tone := range audio.Tones(piece) {
			if !slices.Contains(out, tone) {
				out = append(out, tone)
			}
		}
	}
	return out
}
