package carriertest

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// talk returns a connected customer in a call of ours.
func (r *Rig) talk(t *testing.T) (leg carrier.Leg, call id.ID) {
	t.Helper()
	call = id.New()
	leg = r.add(t, call, Customer, "customer", true)
	r.Product.Await("leg.ringing", LegOf(leg.SID))
	ok(t, r.Outside.Answer(t.Context(), leg.SID))
	r.Product.Await("participant-join", LegOf(leg.SID))
	staff := r.add(t, call, "client:alice", "user:alice", false)
	r.Product.Await("participant-join", LegOf(staff.SID))
	return leg, call
}

func (r *Rig) record(t *testing.T, leg carrier.Leg, call id.ID) carrier.Recording {
	t.Helper()
	return must[carrier.Recording](t)(r.Carrier.StartRecording(t.Context(), carrier.StartRecording{Organization: r.Product.Organization, Call: call, Leg: leg.SID}))
}

func recordingOf(sid string) func(Event) bool {
	return func(e Event) bool { return e.Recording.SID == sid }
}

// recorded tests a recorded call with a pause, during which nothing is recorded: two
// of three seconds. The recording is read as a whole and in parts.
func recorded(t *testing.T, r *Rig) {
	leg, call := r.talk(t)
	made := r.record(t, leg, call)
	if !made.Live() || made.Leg != leg.SID || made.Channels != 1 || made.Started.IsZero() {
		t.Fatalf("it is %+v", made)
	}
	begun := r.Product.Await("recording.in-progress", recordingOf(made.SID)).Recording
	if begun.Call != call || begun.Organization != r.Product.Organization || begun.Leg != leg.SID {
		t.Fatalf("told as %+v", begun)
	}
	_, err := r.Carrier.StartRecording(t.Context(), carrier.StartRecording{Organization: r.Product.Organization, Call: call, Leg: leg.SID})
	refusedWith(t, "a second one at once", err, fault.NotFound)
	_, err = r.Carrier.RecordingAudio(t.Context(), made.SID, "")
	refusedWith(t, "one that is not over", err, fault.NotFound)
	for _, to := range []carrier.RecordingStatus{carrier.RecordingPaused, carrier.RecordingOn, carrier.RecordingStopped} {
		time.Sleep(time.Second)
		ok(t, r.Carrier.ChangeRecording(t.Context(), leg.SID, made.SID, to))
		if list := must[[]carrier.Recording](t)(r.Carrier.Recordings(t.Context(), leg.SID)); len(list) != 1 || list[0].SID != made.SID || to != carrier.RecordingStopped && list[0].Status != to {
			t.Fatalf("after %s there are %+v", to, list)
		}
	}
	refusedWith(t, "one that was stopped", r.Carrier.ChangeRecording(t.Context(), leg.SID, made.SID, carrier.RecordingPaused), fault.NotFound)
	done := r.Product.Await("recording.completed", recordingOf(made.SID)).Recording
	if done.Duration != 2*time.Second || done.Channels != 1 || done.Call != call {
		t.Fatalf("told as %+v", done)
	}
	list := must[[]carrier.Recording](t)(r.Carrier.Recordings(t.Context(), leg.SID))
	if len(list) != 1 || list[0].Status != carrier.RecordingCompleted || list[0].Duration != 2*time.Second {
		t.Fatalf("there are %+v", list)
	}
	heard(t, r, made.SID)
	for range 2 { // a repeat is no error
		ok(t, r.Carrier.DeleteRecording(t.Context(), made.SID))
	}
	_, err = r.Carrier.RecordingAudio(t.Context(), made.SID, "")
	refusedWith(t, "one that was deleted", err, fault.NotFound)
	_, err = r.Carrier.RecordingAudio(t.Context(), "../Calls", "")
	refusedWith(t, "one that is none", err, fault.NotFound)
	if list := must[[]carrier.Recording](t)(r.Carrier.Recordings(t.Context(), "CA00000000000000000000000000000000")); len(list) != 0 {
		t.Fatalf("of nobody there are %+v", list)
	}
}

// heard reads a recording.
func heard(t *testing.T, r *Rig, sid string) {
	t.Helper()
	read := func(part string) ([]byte, carrier.Audio) {
		audio := must[carrier.Audio](t)(r.Carrier.RecordingAudio(t.Context(), sid, part))
		got := must[[]byte](t)(io.ReadAll(audio))
		ok(t, audio.Close())
		if int64(len(got)) != audio.Length {
			t.Fatalf("%d bytes, not %d", len(got), audio.Length)
		}
		return got, audio
	}
	whole, _ := read("")
	if len(whole) < 8000 || whole[0] != 0xff || whole[1]&0xe0 != 0xe0 {
		t.Fatalf("it is no MP3: %d bytes, %x", len(whole), whole[:min(8, len(whole))])
	}
	part, audio := read("bytes=1000-2999")
	if !bytes.Equal(part, whole[1000:3000]) || audio.Range == "" {
		t.Fatalf("a part of it is something else: %q", audio.Range)
	}
	_, err := r.Carrier.RecordingAudio(t.Context(), sid, "bytes=9999999-")
	refusedWith(t, "a part that is not there", err, fault.Malformed)
	early := must[carrier.Audio](t)(r.Carrier.RecordingAudio(t.Context(), sid, ""))
	ok(t, early.Close()) // a reader that stops early
}

// recordedNothing tests a recording that is paused before anyone speaks, in a call
// that then ends.
func recordedNothing(t *testing.T, r *Rig) {
	leg, call := r.talk(t)
	made := r.record(t, leg, call)
	ok(t, r.Carrier.ChangeRecording(t.Context(), leg.SID, made.SID, carrier.RecordingPaused))
	ok(t, r.Outside.Hangup(t.Context(), leg.SID))
	r.Product.Await("leg.completed", LegOf(leg.SID))
	r.Product.Await("recording.absent", recordingOf(made.SID))
	_, err := r.Carrier.StartRecording(t.Context(), carrier.StartRecording{Organization: r.Product.Organization, Call: call, Leg: leg.SID})
	refusedWith(t, "a call that is over", err, fault.NotFound)
	refusedWith(t, "its recording", r.Carrier.ChangeRecording(t.Context(), leg.SID, made.SID, carrier.RecordingOn), fault.NotFound)
}

// announced tests a sentence that all parties of the call hear, and its end.
func announced(t *testing.T, r *Rig) {
	r.Product.Notice = "This call may be <recorded> & kept."
	leg, call := r.talk(t)
	ok(t, r.Carrier.Announce(t.Context(), carrier.Announcement{Organization: r.Product.Organization, Call: call}))
	asked := r.Product.Await("announcement", nil).Announcement
	if asked.Call != call || asked.Organization != r.Product.Organization {
		t.Fatalf("asked as %+v", asked)
	}
	if e := r.Product.Await("announcement-end", nil).Conference; e.Call != call {
		t.Fatalf("ended as %+v", e)
	}
	if got := r.Outside.Heard(leg.SID); !slices.Equal(got, []string{r.Product.Notice}) {
		t.Fatalf("heard %q", got)
	}
	refusedWith(t, "a call that is not there", r.Carrier.Announce(t.Context(), carrier.Announcement{Organization: r.Product.Organization, Call: id.New()}), fault.NotFound)
}
