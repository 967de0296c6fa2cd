package calls

import (
	"context"
	"strings"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Sounds gives what was recorded (carrier.Carrier).
type Sounds interface {
	RecordingAudio(ctx context.Context, sid, part string) (carrier.Audio, error)
}

// Witness keeps in the audit who heard what (storage/pg).
type Witness interface {
	Happened(ctx context.Context, h row.Happening) error
}

// Library gives people what was recorded.
type Library struct {
	Store   runtime.Store
	Sounds  Sounds
	Witness Witness
}

// Listen opens the sound of a recording for somebody who may read the call that was recorded.
// part is a Range header, "" for all. That he heard it enters the audit where he begins.
// Errors: fault.Forbidden, NotFound, Unavailable.
func (l Library) Listen(ctx context.Context, p *access.Principal, sid, part string) (feature.Opened, error) {
	found, err := l.Store.Find(ctx, p.Organization, row.Query{Object: RecordingObject, Where: []row.Condition{{Field: "sid", Operator: "=", Value: sid}}, Limit: 1})
	if err != nil {
		return feature.Opened{}, err
	}
	if len(found) == 0 {
		return feature.Opened{}, fault.New(fault.NotFound, "There is no such recording. It may have been deleted.")
	}
	kept := found[0]
	switch _, err = sight.Of(ctx, l.Store, p, "call", kept.Lookup("call")); {
	case fault.Is(err, fault.Forbidden), fault.Is(err, fault.NotFound):
		return feature.Opened{}, fault.New(fault.Forbidden, "Only who may read the call may hear its recording.")
	case err != nil:
		return feature.Opened{}, err
	}
	sound, err := l.Sounds.RecordingAudio(ctx, sid, part)
	if err != nil {
		return feature.Opened{}, err
	}
	if part == "" || strings.HasPrefix(part, "bytes=0-") {
		err = l.Witness.Happened(ctx, row.Happening{
			Organization: p.Organization, Object: RecordingObject, Record: kept.ID, Actor: p.User, Cause: RecordingObject + ".heard", Fields: row.Fields{"sid": sid},
		})
	}
	if err != nil {
		_ = sound.Close()
		return feature.Opened{}, err
	}
	name := "recording-" + kept.Time("start_time").Format("2006-01-02-150405") + ".mp3"
	return feature.Opened{ReadCloser: sound, Type: "audio/mpeg", Name: name, Length: sound.Length, Range: sound.Range}, nil
}
