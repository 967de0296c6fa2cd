package calls

import (
	"context"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The states of a recording, as the call's field recording shows them. Starting lasts
// while the notice is spoken. Over is not shown.
const (
	RecordingStarting = "starting"
	RecordingOn       = "on"
	RecordingPaused   = "paused"
	RecordingOver     = "over"
)

// The actions on a recording.
const (
	RecordStart  = "start"
	RecordPause  = "pause"
	RecordResume = "resume"
	RecordStop   = "stop"
)

// maxRecordings bounds the recordings of one call.
const maxRecordings = 20

// Record starts, pauses, resumes or stops the recording of a call. Reply: Ref.
type Record struct {
	runtime.CommandMeta
	Action string
	// Notice bounds the time to speak the notice before the recording, or is 0
	// without one.
	Notice time.Duration
}

// recording is one of the call's recordings.
type recording struct {
	ID  id.ID     `json:"id"`
	By  id.ID     `json:"by"` // the user who last changed it
	At  time.Time `json:"at"`
	Leg string    `json:"leg"`
	SID string    `json:"sid,omitempty"`
	// State is the known state. Want is the requested one until it is reached.
	State string `json:"state"`
	Want  string `json:"want,omitempty"`
	// Noticing reports whether the notice is being spoken. Noticed is when it was
	// spoken.
	Noticing bool      `json:"noticing,omitempty"`
	Noticed  time.Time `json:"noticed,omitzero"`
	Begun    time.Time `json:"begun,omitzero"`
	Failed   bool      `json:"failed,omitempty"` // it could not be started
	Done     bool      `json:"done,omitempty"`   // the result is known
	Kept     bool      `json:"kept,omitempty"`   // its record exists
}

// recorded returns the recording that is not over, or nil.
func (f *facts) recorded() *recording {
	if n := len(f.Recordings); n > 0 && f.Recordings[n-1].State != RecordingOver {
		return f.Recordings[n-1]
	}
	return nil
}

// recordingNamed returns the recording with the provider's sid, or nil.
func (f *facts) recordingNamed(sid string) *recording {
	for _, r := range f.Recordings {
		if sid != "" && r.SID == sid {
			return r
		}
	}
	return nil
}

func cloned(list []*recording) (out []*recording) {
	for _, r := range list {
		c := *r
		out = append(out, &c)
	}
	return out
}

// recordingField returns the row's field recording.
func (f *facts) recordingField(v derived) string {
	if r := f.recorded(); r != nil && !v.over() {
		return r.State
	}
	return ""
}

// decideRecord accepts the command from users on the call.
func decideRecord(s State, c Record, in runtime.Input) (runtime.Decision, error) {
	v := derive(&s.Facts)
	switch {
	case s.over(v):
		return runtime.Decision{}, overFault()
	case !s.Facts.connects(c.By):
		return runtime.Decision{}, fault.New(fault.Forbidden, "Only the people on this call can record it.")
	case v.Status != InProgress:
		return runtime.Decision{}, fault.New(fault.Conflict, "Nobody is on the line yet.")
	}
	f := s.Facts.clone()
	r := f.recorded()
	var effects []row.Effect
	var err error
	switch {
	case c.Action == RecordStart:
		effects, err = f.startRecording(s, c, in)
	case r == nil:
		err = fault.New(fault.Conflict, "This call is not recorded.")
	case c.Action == RecordStop:
		effects = r.request(s, c.By, RecordingOver, in)
	case r.State == RecordingStarting:
		err = fault.New(fault.Conflict, "The recording has not begun yet.")
	case c.Action == RecordPause:
		effects = r.request(s, c.By, RecordingPaused, in)
	default:
		effects = r.request(s, c.By, RecordingOn, in)
	}
	if err != nil {
		return runtime.Decision{}, err
	}
	d := outcome(s, f, c.By, "call.recording", in)
	d.Effects = append(d.Effects, effects...)
	return d, nil
}

// startRecording starts a recording, after its notice if there is one.
func (f *facts) startRecording(s State, c Record, in runtime.Input) ([]row.Effect, error) {
	legs := customerLegs(f)
	switch {
	case f.recorded() != nil:
		return nil, fault.New(fault.Conflict, "This call is recorded already.")
	case f.Held != nil:
		return nil, fault.New(fault.Conflict, "The customer is on hold. Take the call off hold, then record it.")
	case len(legs) == 0:
		return nil, fault.New(fault.Conflict, "Nobody is on the line yet.")
	case len(f.Recordings) >= maxRecordings:
		return nil, fault.New(fault.Conflict, "A call can be recorded %d times.", maxRecordings)
	}
	r := &recording{ID: in.NewID(), By: c.By, At: in.Now, Leg: legs[0], State: RecordingStarting}
	f.Recordings = append(f.Recordings, r)
	if c.Notice <= 0 {
		return []row.Effect{r.effect(s, RecordStart, in)}, nil
	}
	r.Noticing = true
	out := r.effect(s, recordNoticeOut, in)
	out.NotBefore, out.Subject = in.Now.Add(c.Notice), "" // nothing waits for it
	return []row.Effect{r.effect(s, recordNotice, in), out}, nil
}

// request stores the wanted state of a recording and returns the effects that lead
// there. If the state is already reached, there are none. A recording that is
// starting is stopped once it has started.
func (r *recording) request(s State, by id.ID, want string, in runtime.Input) []row.Effect {
	if r.Want == want || r.Want == "" && r.State == want || r.Want == RecordingOver {
		return nil
	}
	r.By, r.Want = by, want
	switch {
	case r.Noticing: // nothing was started
		r.end(false)
		return nil
	case r.State == RecordingStarting:
		return nil
	case want == RecordingPaused:
		return []row.Effect{r.effect(s, RecordPause, in)}
	case want == RecordingOn:
		return []row.Effect{r.effect(s, RecordResume, in)}
	default:
		return []row.Effect{r.effect(s, RecordStop, in)}
	}
}

// end ends a recording. One that never started has no result to wait for.
func (r *recording) end(failed bool) {
	r.State, r.Want, r.Noticing, r.Failed = RecordingOver, "", false, failed
	r.Done = r.Done || r.SID == ""
}

// noticeEnded starts a recording after its notice.
func (f *facts) noticeEnded(s State, in runtime.Input) []row.Effect {
	r := f.recorded()
	if r == nil || !r.Noticing {
		return nil
	}
	r.Noticing, r.Noticed = false, in.Now
	return []row.Effect{r.effect(s, RecordStart, in)}
}

// failNotice abandons a recording whose notice could not be spoken.
func (f *facts) failNotice() {
	if r := f.recorded(); r != nil && r.Noticing {
		r.end(true)
	}
}

// announcement follows the end of a notice.
func (f *facts) announcement(s State, e carrier.ConferenceEvent, in runtime.Input) []row.Effect {
	switch e.Kind {
	case "announcement-end":
		return f.noticeEnded(s, in)
	case "announcement-fail":
		f.failNotice()
	}
	return nil
}

// RecordingInput is the input of call.recording.
type RecordingInput struct {
	ID     id.ID  `json:"id"`
	Action string `json:"action"`
	feature.Given
}

func record(ctx context.Context, d Recordings, p *access.Principal, in RecordingInput) (Ref, error) {
	switch in.Action {
	case RecordStart, RecordPause, RecordResume, RecordStop:
		return d.Record(ctx, p, in.ID, in.Action, in.Command)
	default:
		return Ref{}, fault.Field("action", "action must be %s, %s, %s or %s", RecordStart, RecordPause, RecordResume, RecordStop)
	}
}
