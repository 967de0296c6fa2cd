package calls

import (
	"context"
	"encoding/json"

	"switchboard/actors/carrier"
	"switchboard/actors/effects"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The kinds of the effects of recordings.
const (
	EffectRecord          = "call.record"
	EffectRecordingLook   = "call.recording_look"
	EffectRecordingFollow = "call.recording_follow"
	EffectRecordingDelete = "call.recording_delete"
)

// The internal actions of an effect, besides those that users request.
const (
	recordNotice    = "notice"
	recordNoticeOut = "notice_out"
)

// RecordPayload is the payload of EffectRecord.
type RecordPayload struct {
	Call      id.ID  `json:"call"`
	Recording id.ID  `json:"recording"`
	Do        string `json:"do"`
	Leg       string `json:"leg"`
	SID       string `json:"sid,omitempty"`
}

// RecordingLookPayload is the payload of EffectRecordingLook and EffectRecordingFollow.
type RecordingLookPayload struct {
	Call id.ID  `json:"call"`
	Leg  string `json:"leg,omitempty"`
}

// effect returns the effect that executes an action on a recording.
func (r *recording) effect(s State, do string, in runtime.Input) row.Effect {
	return row.Effect{
		ID: in.NewID(), Kind: EffectRecord, Actor: Kind, Subject: s.Who.ID,
		Payload: row.JSONValue(RecordPayload{Call: s.Who.ID, Recording: r.ID, Do: do, Leg: r.Leg, SID: r.SID}),
	}
}

// Recorder executes EffectRecord. It passes the result of recordNoticeOut to the call
// itself, because that effect has no subject.
type Recorder struct {
	Phone   Phone
	Service *Service
}

// Do executes the action and returns the command for the call.
func (t Recorder) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	p, err := effects.Payload[RecordPayload](e.Effect)
	if err != nil {
		return nil, err
	}
	done := RecordingDone{Recording: p.Recording, Do: p.Do}
	switch p.Do {
	case recordNoticeOut:
		_, err := t.Service.ask(ctx, e.Organization, p.Call, done)
		return nil, err
	case recordNotice:
		err := t.Phone.Announce(ctx, carrier.Announcement{Organization: e.Organization, Call: p.Call})
		if err == nil {
			return nil, nil //nolint:nilnil // a callback reports when it was heard
		}
		return gone(done, err)
	case RecordStart:
		made, err := t.start(ctx, e, p)
		if err != nil {
			return gone(done, err)
		}
		done.SID, done.Begun = made.SID, made.Started
		return done, nil
	default:
		to := map[string]carrier.RecordingStatus{RecordPause: carrier.RecordingPaused, RecordResume: carrier.RecordingOn, RecordStop: carrier.RecordingStopped}[p.Do]
		if err := t.Phone.ChangeRecording(ctx, p.Leg, p.SID, to); err != nil {
			return gone(done, err)
		}
		return done, nil
	}
}

// gone returns the command for the call if the phone network no longer has the
// recording or the call.
func gone(done RecordingDone, err error) (any, error) {
	if !fault.Is(err, fault.NotFound) {
		return nil, err
	}
	done.Over = true
	return done, nil
}

// start starts a recording. It first looks for one if the effect is resumed, and
// again if the provider can't start one: a leg has only one at a time.
func (t Recorder) start(ctx context.Context, e row.ClaimedEffect, p RecordPayload) (carrier.Recording, error) {
	if e.Resumed {
		if found, err := t.live(ctx, p.Leg); err != nil || found.SID != "" {
			return found, err
		}
	}
	made, err := t.Phone.StartRecording(ctx, carrier.StartRecording{Organization: e.Organization, Call: p.Call, Leg: p.Leg})
	if !fault.Is(err, fault.NotFound) {
		return made, err
	}
	found, lookErr := t.live(ctx, p.Leg)
	if lookErr != nil || found.SID != "" {
		return found, lookErr
	}
	return made, err
}

func (t Recorder) live(ctx context.Context, leg string) (carrier.Recording, error) {
	list, err := t.Phone.Recordings(ctx, leg)
	for _, r := range list {
		if r.Live() {
			return r, err
		}
	}
	return carrier.Recording{}, err
}

// Failed returns the command that reports the failure.
func (Recorder) Failed(e row.ClaimedEffect, err error) any {
	p, unread := effects.Payload[RecordPayload](e.Effect)
	if unread != nil || p.Do == recordNoticeOut {
		return nil
	}
	return RecordingDone{Recording: p.Recording, Do: p.Do, Refused: fault.From(err).Detail}
}

// Recall decodes a command stored with the effect.
func (Recorder) Recall(result []byte) (any, error) {
	var c RecordingDone
	if err := json.Unmarshal(result, &c); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "The result of recording a call can't be read.")
	}
	return c, nil
}

// RecordingPoller executes EffectRecordingLook.
type RecordingPoller struct{ Reconciler *Reconciler }

// Do queries ended recordings whose callback is missing.
func (l RecordingPoller) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	p, err := effects.Payload[RecordingLookPayload](e.Effect)
	if err != nil {
		return nil, err
	}
	call, err := l.Reconciler.Service.store.Get(ctx, e.Organization, "call", p.Call)
	if err != nil {
		return nil, missing(err)
	}
	for _, r := range withCall(runtime.Identity{}, call).Facts.Recordings {
		if r.Leg == p.Leg && !r.Done {
			return nil, l.Reconciler.recordings(ctx, e.Organization, call.ID, p.Leg)
		}
	}
	return nil, nil //nolint:nilnil // all is known
}

// Failed returns no command: there are several attempts.
func (RecordingPoller) Failed(row.ClaimedEffect, error) any { return nil }

// missing ignores the error if the call was deleted.
func missing(err error) error {
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// RecordingMover executes EffectRecordingFollow.
type RecordingMover struct{ Store runtime.Store }

// Do copies the call's owner and contact to its recordings.
func (m RecordingMover) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	p, err := effects.Payload[RecordingLookPayload](e.Effect)
	if err != nil {
		return nil, err
	}
	call, err := m.Store.Get(ctx, e.Organization, "call", p.Call)
	if err != nil {
		return nil, missing(err)
	}
	kept, err := m.Store.Find(ctx, e.Organization, row.Query{
		Object: RecordingObject, Where: []row.Condition{{Field: "call", Operator: "=", Value: p.Call}}, Limit: maxRecordings,
	})
	if err != nil {
		return nil, err
	}
	change := row.Change{Organization: e.Organization}
	for _, r := range kept {
		set := row.Fields{}
		for _, name := range []string{"user", "contact"} {
			if to := call.Lookup(name); to != r.Lookup(name) {
				set[name] = to
			}
		}
		if len(set) > 0 {
			change.Writes = append(change.Writes, row.Write{Object: RecordingObject, ID: r.ID, Op: entry.Updated, Expect: r.Version, Set: set, Cause: "call.recording_moved"})
		}
	}
	if len(change.Writes) == 0 {
		return nil, nil //nolint:nilnil // nothing changed
	}
	if _, err = m.Store.Commit(ctx, change); fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound) {
		return nil, fault.Wrap(err, fault.Unavailable, "Someone else changed the recordings of this call at the same time.")
	}
	return nil, err
}

// Failed returns no command: access to a recording follows from its call.
func (RecordingMover) Failed(row.ClaimedEffect, error) any { return nil }

// RecordingPayload is the payload of EffectRecordingDelete as storage writes it: the
// field that names the external resource (schema.Outside).
type RecordingPayload struct {
	SID string `json:"sid"`
}

// RecordingEraser executes EffectRecordingDelete.
type RecordingEraser struct{ Phone Phone }

// Do deletes a recording at the phone network. Repeating it is safe.
func (r RecordingEraser) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	p, err := effects.Payload[RecordingPayload](e.Effect)
	if err != nil {
		return nil, err
	}
	return nil, r.Phone.DeleteRecording(ctx, p.SID)
}

// Failed returns no command: the failure is logged.
func (RecordingEraser) Failed(row.ClaimedEffect, error) any { return nil }
