package calls

import (
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// RecordingDone is the result of an action on a recording. Reply: Ref.
type RecordingDone struct {
	Recording id.ID
	Do        string
	SID       string
	Begun     time.Time
	// Over reports that the phone network no longer has it. Refused is why the action
	// failed.
	Over    bool
	Refused string
}

// RecordingChanged is a recording's callback. Reply: Ref.
type RecordingChanged struct {
	Event   carrier.RecordingEvent
	Inbound row.Inbound
}

// RecordingsSeen lists a leg's recordings at the phone network. Reply: Ref.
type RecordingsSeen struct{ Recordings []carrier.Recording }

// decideRecordingDone handles the result of an action.
func decideRecordingDone(s State, c RecordingDone, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	r := f.recorded()
	if r == nil || r.ID != c.Recording {
		return runtime.Decision{Reply: ref(s)}, nil // the recording is over, so the result does not matter
	}
	var effects []row.Effect
	switch {
	case c.Do == recordNoticeOut:
		effects = f.noticeEnded(s, in)
	case c.Over, c.Refused != "" && r.State == RecordingStarting:
		r.end(r.State == RecordingStarting)
	case c.Refused != "":
		r.Want = ""
	case c.Do == RecordStart:
		effects = r.begin(s, c.SID, c.Begun, in)
	case c.Do == RecordPause && r.State == RecordingOn, c.Do == RecordResume && r.State == RecordingPaused:
		r.State = map[string]string{RecordPause: RecordingPaused, RecordResume: RecordingOn}[c.Do]
		if r.Want == r.State {
			r.Want = ""
		}
	case c.Do == RecordStop:
		r.end(false)
	}
	effects = append(effects, awaitRecordings(s, &f, in)...)
	d := outcome(s, f, "", "call.recording", in)
	d.Effects = append(d.Effects, effects...)
	return d, nil
}

// begin marks a recording as started, and stops one that is no longer wanted.
func (r *recording) begin(s State, sid string, at time.Time, in runtime.Input) []row.Effect {
	if r.State != RecordingStarting {
		return nil
	}
	if at.IsZero() || at.Before(latest(r.At, r.Noticed)) { // the provider's times are in whole seconds
		at = in.Now
	}
	r.SID, r.State, r.Begun, r.Noticing = sid, RecordingOn, at, false
	if r.Want != RecordingOver {
		return nil
	}
	return []row.Effect{r.effect(s, RecordStop, in)}
}

// decideRecordingChanged handles a callback.
func decideRecordingChanged(s State, c RecordingChanged, in runtime.Input) (runtime.Decision, error) {
	d := recordings(s, []carrier.Recording{c.Event.Recording}, in)
	d.Inbound = inbound(c.Inbound)
	return d, nil
}

// recordings merges the phone network's view of recordings. One that is over has
// ended, even if its callback was lost, and gets a record.
func recordings(s State, list []carrier.Recording, in runtime.Input) runtime.Decision {
	f := s.Facts.clone()
	var effects []row.Effect
	var kept []row.Write
	for _, reported := range list {
		r := f.recordingNamed(reported.SID)
		if r == nil {
			r = f.adoptRecording(reported)
		}
		if r == nil {
			if reported.Status == carrier.RecordingCompleted { // of an erased call, or one that ended as it started
				effects = append(effects, forget(reported.SID, in))
			}
			continue
		}
		effects = append(effects, r.begin(s, reported.SID, reported.Started, in)...)
		if reported.Live() {
			continue
		}
		r.end(false)
		if r.Done || reported.Status != carrier.RecordingCompleted && reported.Status != carrier.RecordingAbsent {
			continue
		}
		if r.Done = true; reported.Status == carrier.RecordingCompleted {
			r.Kept = true
			kept = append(kept, keptRecording(s, r, reported))
		}
	}
	effects = append(effects, awaitRecordings(s, &f, in)...)
	d := outcome(s, f, "", "call.recording", in)
	d.Effects = append(d.Effects, effects...)
	d.Writes = append(d.Writes, kept...)
	return d
}

// forget deletes a recording that no user can reach.
func forget(sid string, in runtime.Input) row.Effect {
	return row.Effect{ID: in.NewID(), Kind: EffectRecordingDelete, Actor: Kind, Payload: row.JSONValue(RecordingPayload{SID: sid})}
}

// adoptRecording links an unknown recording to the one that is starting on its leg,
// or returns nil. The result of starting it may be late or lost.
func (f *facts) adoptRecording(reported carrier.Recording) *recording {
	if r := f.recorded(); r != nil && r.State == RecordingStarting && !r.Noticing && r.Leg == reported.Leg {
		return r
	}
	return nil
}

// keptRecording returns the write that creates a recording's record.
func keptRecording(s State, r *recording, reported carrier.Recording) row.Write {
	return row.Write{Object: RecordingObject, ID: recordingID(reported.SID), Op: entry.Created, Cause: "call.recorded", Set: row.Fields{
		"name": s.Call.Text("name"), "sid": reported.SID, "call": s.Who.ID, "contact": s.Call.Lookup("contact"), "user": s.Call.Lookup("user"),
		"recorded_by": r.By, "number": theirNumber(s), "direction": s.Call.Text("direction"), "start_time": r.Begun,
		"duration": int64(reported.Duration / time.Second), "channels": int64(reported.Channels), "status": string(carrier.RecordingCompleted),
	}}
}

func recordingID(sid string) id.ID { return id.Derived("twilio_recording:" + sid) }

// endRecordings ends the recording when the call ends.
func (f *facts) endRecordings() {
	if r := f.recorded(); r != nil {
		r.end(r.State == RecordingStarting)
	}
}

// awaitRecordings schedules queries about recordings that have just ended, because
// their callbacks may be lost.
func awaitRecordings(s State, f *facts, in runtime.Input) (out []row.Effect) {
	for i, r := range f.Recordings {
		was := i < len(s.Facts.Recordings) && s.Facts.Recordings[i].State == RecordingOver
		if was || r.State != RecordingOver || r.Done {
			continue
		}
		for _, after := range []time.Duration{5 * time.Second, 12 * time.Second, time.Minute, 10 * time.Minute, time.Hour} {
			out = append(out, row.Effect{
				ID: in.NewID(), Kind: EffectRecordingLook, Actor: Kind, NotBefore: in.Now.Add(after),
				Payload: row.JSONValue(RecordingLookPayload{Call: s.Who.ID, Leg: r.Leg}),
			})
		}
	}
	return out
}

// followRecordings updates the recordings after the call's owner or contact changed.
func (s State) followRecordings(f *facts, set row.Fields, in runtime.Input) []row.Effect {
	_, owner := set["user"]
	_, contact := set["contact"]
	for _, r := range f.Recordings {
		if r.Kept && (owner || contact) {
			return []row.Effect{{ID: in.NewID(), Kind: EffectRecordingFollow, Actor: Kind, Payload: row.JSONValue(RecordingLookPayload{Call: s.Who.ID})}}
		}
	}
	return nil
}
