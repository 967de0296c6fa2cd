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

// What a recording of a call is, as the call's field recording shows it: being begun, which
// lasts while its notice is spoken, on or paused. Over is not shown.
const (
	RecordingStarting = "starting"
	RecordingOn       = "on"
	RecordingPaused   = "paused"
	RecordingOver     = "over"
)

// What can be done about a recording.
const (
	RecordStart  = "start"
	RecordPause  = "pause"
	RecordResume = "resume"
	RecordStop   = "stop"
)

// mostRecordings is how often a call can be recorded anew.
const mostRecordings = 20

// Record begins, pauses, resumes or stops the recording of a call. Reply: Ref.
type Record struct {
	runtime.Given
	Action string
	// Notice is how long at most it takes to speak the notice, which comes before; 0 for none.
	Notice time.Duration
}

// recording is one of the call's recordings.
type recording struct {
	ID  id.ID     `json:"id"`
	By  id.ID     `json:"by"` // who last asked for what becomes of it
	At  time.Time `json:"at"`
	Leg string    `json:"leg"`
	SID string    `json:"sid,omitempty"`
	// State is what is known of it, Want what was asked for and has not come about.
	State string `json:"state"`
	Want  string `json:"want,omitempty"`
	// Noticing says that its notice is being spoken; Noticed is since when it has been.
	Noticing bool      `json:"noticing,omitempty"`
	Noticed  time.Time `json:"noticed,omitzero"`
	Begun    time.Time `json:"begun,omitzero"`
	Failed   bool      `json:"failed,omitempty"` // it did not begin
	Done     bool      `json:"done,omitempty"`   // what was recorded is known
	Kept     bool      `json:"kept,omitempty"`   // and it has a record
}

// recorded is the recording that is not over, nil for none.
func (f *facts) recorded() *recording {
	if n := len(f.Recordings); n > 0 && f.Recordings[n-1].State != RecordingOver {
		return f.Recordings[n-1]
	}
	return nil
}

// recordingNamed finds a recording by the provider's sid, nil for none.
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

// recordingField is the row's field of the recording.
func (f *facts) recordingField(v verdict) string {
	if r := f.recorded(); r != nil && !v.over() {
		return r.State
	}
	return ""
}

// decideRecord is for those who are on the call.
func decideRecord(s State, c Record, in runtime.Input) (runtime.Decision, error) {
	v := verdictOf(&s.Facts)
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
		effects = r.ask(s, c.By, RecordingOver, in)
	case r.State == RecordingStarting:
		err = fault.New(fault.Conflict, "The recording has not begun yet.")
	case c.Action == RecordPause:
		effects = r.ask(s, c.By, RecordingPaused, in)
	default:
		effects = r.ask(s, c.By, RecordingOn, in)
	}
	if err != nil {
		return runtime.Decision{}, err
	}
	d := outcome(s, f, c.By, "call.recording", in)
	d.Effects = append(d.Effects, effects...)
	return d, nil
}

// startRecording begins a recording: with its notice, where there is to be one.
func (f *facts) startRecording(s State, c Record, in runtime.Input) ([]row.Effect, error) {
	legs := customerLegs(f)
	switch {
	case f.recorded() != nil:
		return nil, fault.New(fault.Conflict, "This call is recorded already.")
	case f.Held != nil:
		return nil, fault.New(fault.Conflict, "The customer is on hold. Take the call off hold, then record it.")
	case len(legs) == 0:
		return nil, fault.New(fault.Conflict, "Nobody is on the line yet.")
	case len(f.Recordings) >= mostRecordings:
		return nil, fault.New(fault.Conflict, "A call can be recorded %d times.", mostRecordings)
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

// ask notes what is wanted of a recording, and gives what brings it about. What is so already
// needs nothing; one that is being begun is stopped once it has.
func (r *recording) ask(s State, by id.ID, want string, in runtime.Input) []row.Effect {
	if r.Want == want || r.Want == "" && r.State == want || r.Want == RecordingOver {
		return nil
	}
	r.By, r.Want = by, want
	switch {
	case r.Noticing: // nothing was begun
		r.over(false)
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

// over ends a recording, of which nothing is to come where it never began.
func (r *recording) over(failed bool) {
	r.State, r.Want, r.Noticing, r.Failed = RecordingOver, "", false, failed
	r.Done = r.Done || r.SID == ""
}

// heardNotice begins a recording whose notice was spoken.
func (f *facts) heardNotice(s State, in runtime.Input) []row.Effect {
	r := f.recorded()
	if r == nil || !r.Noticing {
		return nil
	}
	r.Noticing, r.Noticed = false, in.Now
	return []row.Effect{r.effect(s, RecordStart, in)}
}

// lostNotice gives up a recording whose notice could not be spoken.
func (f *facts) lostNotice() {
	if r := f.recorded(); r != nil && r.Noticing {
		r.over(true)
	}
}

// announcement follows what became of a notice.
func (f *facts) announcement(s State, e carrier.ConferenceEvent, in runtime.Input) []row.Effect {
	switch e.Kind {
	case "announcement-end":
		return f.heardNotice(s, in)
	case "announcement-fail":
		f.lostNotice()
	}
	return nil
}

// RecordingInput is the command by which a client says what becomes of a recording.
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
