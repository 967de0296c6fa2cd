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

// RecordingSource returns recorded audio (carrier.Carrier).
type RecordingSource interface {
	RecordingAudio(ctx context.Context, sid, part string) (carrier.Audio, error)
}

// AuditLog records who listened to which recording (storage/pg).
type AuditLog interface {
	Happened(ctx context.Context, h row.Happening) error
}

// Library serves recorded audio to users.
type Library struct {
	Store  runtime.Store
	Source RecordingSource
	Audit  AuditLog
}

// Listen opens the audio of a recording for users who may read the recorded call.
// part is a Range header, or "" for all. Listening from the start is added to the
// audit log. Errors: fault.Forbidden, NotFound, Unavailable.
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
		return feature.Opened{}, fault.New(fault.Forbidden, "Only users who can read the call can hear its recording.")
	case err != nil:
		return feature.Opened{}, err
	}
	sound, err := l.Source.RecordingAudio(ctx, sid, part)
	if err != nil {
		return feature.Opened{}, err
	}
	if part == "" || strings.HasPrefix(part, "bytes=0-") {
		err = l.Audit.Happened(ctx, row.Happening{
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
