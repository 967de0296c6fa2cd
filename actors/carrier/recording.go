package carrier

import (
	"context"
	"io"
	"time"

	"switchboard/storage/id"
)

// Recorder records what is said on a leg and heard there, which is what is said in its
// conference but for what nobody on this leg hears.
type Recorder interface {
	// Announce has everybody in a call's conference hear what its Announcement is answered
	// with. That it was heard its conference's callback tells. fault.NotFound where there is
	// no conference.
	Announce(ctx context.Context, a Announcement) error
	// StartRecording begins to record a leg. The provider has no idempotency key: before a
	// repeat ask Recordings. fault.NotFound where the leg is over.
	StartRecording(ctx context.Context, r StartRecording) (Recording, error)
	// ChangeRecording pauses (nothing is recorded meanwhile), resumes or stops one.
	// fault.NotFound where it, or its leg, is over.
	ChangeRecording(ctx context.Context, leg, sid string, to RecordingStatus) error
	// Recordings are those of a leg, the newest first; of one that is not known there are
	// none.
	Recordings(ctx context.Context, leg string) ([]Recording, error)
	// RecordingAudio opens a recording's sound as audio/mpeg, or the part of it that a
	// Range header asks for ("" for all). fault.NotFound where there is none. Who opens it
	// closes it, and ends it with its context.
	RecordingAudio(ctx context.Context, sid, part string) (Audio, error)
	// DeleteRecording deletes it for good. One that is gone is no error.
	DeleteRecording(ctx context.Context, sid string) error
}

// StartRecording says which leg of which call is recorded.
type StartRecording struct {
	Organization, Call id.ID // part of the callback's URL
	Leg                string
}

// RecordingStatus is what has become of a recording.
type RecordingStatus string

// The provider's statuses; Absent is one in which nothing was recorded.
const (
	RecordingOn         RecordingStatus = "in-progress"
	RecordingPaused     RecordingStatus = "paused"
	RecordingStopped    RecordingStatus = "stopped"
	RecordingProcessing RecordingStatus = "processing"
	RecordingCompleted  RecordingStatus = "completed"
	RecordingAbsent     RecordingStatus = "absent"
)

// Recording is a recording as the provider has it.
type Recording struct {
	SID      string
	Leg      string
	Status   RecordingStatus
	Started  time.Time
	Duration time.Duration
	Channels int
}

// Live tells whether it may still be changed.
func (r Recording) Live() bool { return r.Status == RecordingOn || r.Status == RecordingPaused }

// RecordingEvent is a callback of a recording.
type RecordingEvent struct {
	Key                Key
	Organization, Call id.ID // from the callback's URL
	Recording
}

// Announcement is something to be said to everybody in a call.
type Announcement struct{ Organization, Call id.ID }

// Audio is the sound of a recording, or a part of it.
type Audio struct {
	io.ReadCloser

	// Length is how many bytes there are, -1 where nobody knows; Range says which of the
	// whole they are, as Content-Range does, "" for all.
	Length int64
	Range  string
}
