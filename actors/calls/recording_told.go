package calls

import (
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// RecordingDone is what became of something that was to be done about a recording. Reply: Ref.
type RecordingDone struct {
	Recording id.ID
	Do        string
	SID       string
	Begun     time.Time
	// Over says that the phone network has it no more, Refused why it was not done.
	Over    bool
	Refused string
}

// RecordingTold is a recording's callback. Reply: Ref.
type RecordingTold struct {
	Event   carrier.RecordingEvent
	Inbound row.Inbound
}

// RecordingsSeen are a leg's recordings as the phone network has them. Reply: Ref.
type RecordingsSeen struct{ Recordings []carrier.Recording }

// decideRecordingDone takes in what became of what was asked for.
func decideRecordingDone(s State, c RecordingDone, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	r := f.recorded()
	if r == nil || r.ID != c.Recording {
		return runtime.Decision{Reply: ref(s)}, nil // it is over, whatever became of this
	}
	var effects []row.Effect
	switch {
	case c.Do == recordNoticeOut:
		effects = f.heardNotice(s, in)
	case c.Over, c.Refused != "" && r.State == RecordingStarting:
		r.over(r.State == RecordingStarting)
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
		r.over(false)
	}
	effects = append(effects, awaitRecordings(s, &f, in)...)
	d := outcome(s, f, "", "call.recording", in)
	d.Effects = append(d.Effects, effects...)
	return d, nil
}

// begin notes that a recording has begun, and stops one that is not wanted any more.
func (r *recording) begin(s State, sid string, at time.Time, in runtime.Input) []row.Effect {
	if r.State != RecordingStarting {
		return nil
	}
	if at.IsZero() || at.Before(latest(r.At, r.Noticed)) { // the provider names the second alone
		at = in.Now
	}
	r.SID, r.State, r.Begun, r.Noticing = sid, RecordingOn, at, false
	if r.Want != RecordingOver {
		return nil
	}
	return []row.Effect{r.effect(s, RecordStop, in)}
}

// decideRecordingTold takes in a callback.
func decideRecordingTold(s State, c RecordingTold, in runtime.Input) (runtime.Decision, error) {
	d := recordings(s, []carrier.Recording{c.Event.Recording}, in)
	d.Inbound = inbound(c.Inbound)
	return d, nil
}

// recordings takes in what the phone network says of recordings: one that is over has ended,
// whatever callback was lost, and gets a record.
func recordings(s State, list []carrier.Recording, in runtime.Input) runtime.Decision {
	f := s.Facts.clone()
	var effects []row.Effect
	var kept []row.Write
	for _, told := range list {
		r := f.recordingNamed(told.SID)
		if r == nil {
			r = f.adoptRecording(told)
		}
		if r == nil {
			if told.Status == carrier.RecordingCompleted { // of a call that is erased, or that ended as it began
				effects = append(effects, forget(told.SID, in))
			}
			continue
		}
		effects = append(effects, r.begin(s, told.SID, told.Started, in)...)
		if told.Live() {
			continue
		}
		r.over(false)
		if r.Done || told.Status != carrier.RecordingCompleted && told.Status != carrier.RecordingAbsent {
			continue
		}
		if r.Done = true; told.Status == carrier.RecordingCompleted {
			r.Kept = true
			kept = append(kept, keptRecording(s, r, told))
		}
	}
	effects = append(effects, awaitRecordings(s, &f, in)...)
	d := outcome(s, f, "", "call.recording", in)
	d.Effects = append(d.Effects, effects...)
	d.Writes = append(d.Writes, kept...)
	return d
}

// forget has a recording deleted that nobody can come to.
func forget(sid string, in runtime.Input) row.Effect {
	return row.Effect{ID: in.NewID(), Kind: EffectRecordingDelete, Actor: Kind, Payload: row.JSONValue(RecordingPayload{SID: sid})}
}

// adoptRecording ties a recording that nobody knows to the one that is being begun on its
// leg: what became of beginning it is told later, or lost. nil where there is none.
func (f *facts) adoptRecording(told carrier.Recording) *recording {
	if r := f.recorded(); r != nil && r.State == RecordingStarting && !r.Noticing && r.Leg == told.Leg {
		return r
	}
	return nil
}

// keptRecording makes the record of what was recorded.
func keptRecording(s State, r *recording, told carrier.Recording) row.Write {
	return row.Write{Object: RecordingObject, ID: recordingID(told.SID), Op: entry.Created, Cause: "call.recorded", Set: row.Fields{
		"name": s.Call.Text("name"), "sid": told.SID, "call": s.Who.ID, "contact": s.Call.Lookup("contact"), "user": s.Call.Lookup("user"),
		"recorded_by": r.By, "number": theirNumber(s), "direction": s.Call.Text("direction"), "start_time": r.Begun,
		"duration": int64(told.Duration / time.Second), "channels": int64(told.Channels), "status": string(carrier.RecordingCompleted),
	}}
}

func recordingID(sid string) id.ID { return id.Derived("twilio_recording:" + sid) }

// endRecordings ends what was recorded with the call.
func (f *facts) endRecordings() {
	if r := f.recorded(); r != nil {
		r.over(r.State == RecordingStarting)
	}
}

// awaitRecordings has the phone network asked after a while about recordings that have just
// ended: the callbacks that say what was recorded may be lost.
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

// followRecordings has the records of what was recorded follow the call: whose it is, and
// about whom.
func (s State) followRecordings(f *facts, set row.Fields, in runtime.Input) []row.Effect {
	_, whose := set["user"]
	_, whom := set["contact"]
	for _, r := range f.Recordings {
		if r.Kept && (whose || whom) {
			return []row.Effect{{ID: in.NewID(), Kind: EffectRecordingFollow, Actor: Kind, Payload: row.JSONValue(RecordingLookPayload{Call: s.Who.ID})}}
		}
	}
	return nil
}
