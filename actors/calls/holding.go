package calls

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// EffectHold puts the customer on hold or resumes.
const EffectHold = "call.hold"

// Hold puts the customer on hold, with music, or resumes. Reply: Ref.
type Hold struct {
	runtime.CommandMeta
	On         bool
	Supervisor bool
}

// HoldFailed reports that the phone network did not execute Effect. Reply: Ref.
type HoldFailed struct {
	Effect id.ID
	On     bool
}

// held is a hold of the customer.
type held struct {
	At     time.Time `json:"at"`
	Effect id.ID     `json:"effect"`
}

// HoldPayload is the payload of EffectHold.
type HoldPayload struct {
	Call id.ID    `json:"call"` // also the name of the conference
	Legs []string `json:"legs"`
	On   bool     `json:"on"`
}

// decideHold accepts the command from the call's owner or a supervisor.
func decideHold(s State, c Hold, in runtime.Input) (runtime.Decision, error) {
	v := derive(&s.Facts)
	switch {
	case s.over(v):
		return runtime.Decision{}, overFault()
	case v.User != c.By && !c.Supervisor:
		return runtime.Decision{}, fault.New(fault.Forbidden, "Only the person on this call can put it on hold.")
	case v.Status != InProgress:
		return runtime.Decision{}, fault.New(fault.Conflict, "Nobody is on the line yet.")
	}
	f := s.Facts.clone()
	effects := f.hold(s, c.On, in)
	cause := "call.held"
	if !c.On {
		cause = "call.resumed"
	}
	d := outcome(s, f, c.By, cause, in)
	d.Effects = append(d.Effects, effects...)
	return d, nil
}

// decideHoldFailed undoes a hold or resume that failed, unless a newer decision
// replaced it.
func decideHoldFailed(s State, c HoldFailed, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	switch {
	case c.On && f.Held != nil && f.Held.Effect == c.Effect:
		f.Held = nil
	case !c.On && f.Held == nil && f.Resuming == c.Effect:
		f.Held = &held{At: in.Now, Effect: c.Effect}
	default:
		return runtime.Decision{Reply: ref(s)}, nil
	}
	return outcome(s, f, "", "call.hold_failed", in), nil
}

// hold records the hold or the resume and returns its effects.
func (f *facts) hold(s State, on bool, in runtime.Input) []row.Effect {
	if on == (f.Held != nil) {
		return nil
	}
	effect := in.NewID()
	if on {
		f.Held = &held{At: in.Now, Effect: effect}
		f.failNotice() // the customer would not hear all of it
	} else {
		f.HeldFor += in.Now.Sub(f.Held.At)
		f.Held, f.Resuming = nil, effect
	}
	return []row.Effect{{
		ID: effect, Kind: EffectHold, Actor: Kind, Subject: s.Who.ID,
		Payload: row.JSONValue(HoldPayload{Call: s.Who.ID, Legs: customerLegs(f), On: on}),
	}}
}

// holdFields returns the row's fields about holds.
func (f *facts) holdFields(v derived) row.Fields {
	since, waited := time.Time{}, f.HeldFor
	if f.Held != nil {
		since = f.Held.At
	}
	if f.Held != nil && v.over() {
		since = time.Time{}
		waited += max(0, v.Ended.Sub(f.Held.At))
	}
	return row.Fields{"held_at": since, "hold_seconds": int64(waited.Seconds())}
}

// Holder executes EffectHold.
type Holder struct{ Phone Phone }

// Do changes the customer's leg. Repeating it is safe. A leg that is gone is ignored.
func (h Holder) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p HoldPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	for _, leg := range p.Legs {
		err := h.Phone.ChangeParticipant(ctx, string(p.Call), leg, carrier.ParticipantChange{Hold: &p.On})
		if err != nil && !fault.Is(err, fault.NotFound) {
			return nil, err
		}
	}
	return nil, nil //nolint:nilnil // no command follows
}

// Failed returns the command that undoes the decision.
func (Holder) Failed(e row.ClaimedEffect, _ error) any {
	var p HoldPayload
	if json.Unmarshal(e.Payload, &p) != nil {
		return nil
	}
	return HoldFailed{Effect: e.ID, On: p.On}
}
