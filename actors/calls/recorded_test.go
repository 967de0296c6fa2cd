package calls_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// recordingNetwork is a phone network that records.
type recordingNetwork struct {
	mu         sync.Mutex
	recordings []carrier.Recording
	did        []string
	announces  error
	starts     error
}

// done lists what the network did so far.
func (t *recordingNetwork) done() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.did)
}

// completes ends a recording.
func (t *recordingNetwork) completes(i int, length time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.recordings[i].Status, t.recordings[i].Duration = carrier.RecordingCompleted, length
}

func (t *recordingNetwork) Announce(_ context.Context, _ carrier.Announcement) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.did = append(t.did, "announce")
	return t.announces
}

func (t *recordingNetwork) StartRecording(_ context.Context, r carrier.StartRecording) (carrier.Recording, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.did = append(t.did, "start "+r.Leg)
	if t.starts != nil {
		return carrier.Recording{}, t.starts
	}
	made := carrier.Recording{SID: fmt.Sprint("RE", len(t.recordings)+1), Leg: r.Leg, Status: carrier.RecordingOn}
	t.recordings = append(t.recordings, made)
	return made, nil
}

func (t *recordingNetwork) ChangeRecording(_ context.Context, _, sid string, to carrier.RecordingStatus) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.did = append(t.did, fmt.Sprint(sid, " ", to))
	for i := range t.recordings {
		if t.recordings[i].SID == sid {
			t.recordings[i].Status = to
			return nil
		}
	}
	return fault.New(fault.NotFound, "The recording is over.")
}

func (t *recordingNetwork) Recordings(context.Context, string) ([]carrier.Recording, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.recordings), nil
}

func (t *recordingNetwork) RecordingAudio(_ context.Context, sid, part string) (carrier.Audio, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.did = append(t.did, "read "+sid+part)
	return carrier.Audio{ReadCloser: io.NopCloser(strings.NewReader("sound")), Length: 5, Range: part}, nil
}

func (t *recordingNetwork) DeleteRecording(_ context.Context, sid string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.did = append(t.did, "delete "+sid)
	return nil
}
