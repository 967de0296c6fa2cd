package carrier

import (
	"context"
	"io"
	"time"

	"switchboard/storage/id"
)

// Recorder records a leg: what is said on it and heard there, which is its conference
// except for what this leg does not hear.
type Recorder interface {
	// Announce plays the answer to its Announcement to all parties of a call's
	// conference. A callback of the conference reports the end. It returns
	// fault.NotFound if there is no conference.
	Announce(ctx context.Context, a Announcement) error
	// StartRecording starts to record a leg. The provider has no idempotency key:
	// before a retry, query Recordings. It returns fault.NotFound if the leg is over.
	StartRecording(ctx context.Context, r StartRecording) (Recording, error)
	// ChangeRecording pauses, resumes or stops a recording. Nothing is recorded
	// during a pause. It returns fault.NotFound if the recording or its leg is over.
	ChangeRecording(ctx context.Context, leg, sid string, to RecordingStatus) error
	// Recordings lists a leg's recordings, the newest first. An unknown leg has none.
	Recordings(ctx context.Context, leg string) ([]Recording, error)
	// RecordingAudio opens a recording as audio/mpeg, or the part that a Range header
	// selects ("" for all). It returns fault.NotFound if there is none. The caller
	// closes it; it ends with ctx.
	RecordingAudio(ctx context.Context, sid, part string) (Audio, error)
	// DeleteRecording deletes a recording permanently. One that is gone is no error.
	DeleteRecording(ctx context.Context, sid string) error
}

// StartRecording names the leg and the call to record.
type StartRecording struct {
	Organization, Call id.ID // part of the callback's URL
	Leg                string
}

// RecordingStatus is the status of a recording.
type RecordingStatus string

// The provider's statuses. Absent means that nothing was recorded.
const (
	RecordingOn         RecordingStatus = "in-progress"
	RecordingPaused     RecordingStatus = "paused"
	RecordingStopped    RecordingStatus = "stopped"
	RecordingProcessing RecordingStatus = "processing"
	RecordingCompleted  RecordingStatus = "completed"
	RecordingAbsent     RecordingStatus = "absent"
)

// Recording is a recording at the provider.
type Recording struct {
	SID      string
	Leg      string
	Status   RecordingStatus
	Started  time.Time
	Duration time.Duration
	Channels int
}

// Live reports whether it can still be changed.
func (r Recording) Live() bool { return r.Status == RecordingOn || r.Status == RecordingPaused }

// RecordingEvent is a callback of a recording.
type RecordingEvent struct {
	Key                Key
	Organization, Call id.ID // from the callback's URL
	Recording
}

// Announcement is a sentence for all parties of a call.
type Announcement struct{ Organization, Call id.ID }

// Audio is the sound of a recording, or a part of it.
type Audio struct {
	io.ReadCloser

	// Length is the number of bytes, or -1 if unknown. Range is the part of the whole
	// as in Content-Range, or "" for all.
	Length int64
	Range  string
}
