package calls

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/once"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Phone is what the effects of calls need from the phone network (carrier.Carrier).
type Phone interface {
	AddParticipant(ctx context.Context, p carrier.AddParticipant) (carrier.Leg, error)
	ChangeParticipant(ctx context.Context, conference, callSID string, change carrier.ParticipantChange) error
	EndCall(ctx context.Context, callSID string) error
	SayAndEnd(ctx context.Context, callSID, sentence string) error
	Call(ctx context.Context, callSID string) (carrier.Leg, error)
	Conference(ctx context.Context, name string) ([]carrier.Leg, error)
	carrier.Recorder
}

// DialPayload is the payload of EffectAddParticipant.
type DialPayload struct {
	carrier.AddParticipant
	// Until is when the caller stops waiting for the provider, or zero for no limit.
	Until time.Time `json:"until,omitzero"`
}

const (
	// dialFor bounds the attempts to dial. The caller is waiting, and a provider that
	// recovers later must not call back.
	dialFor = 4 * time.Second
	// lastTry is the time that must be left for another attempt.
	lastTry = 2500 * time.Millisecond
	// lookFor bounds the query for a leg of an abandoned call.
	lookFor = time.Second
)

// Dialer executes EffectAddParticipant.
type Dialer struct{ Phone Phone }

// Do dials the leg and returns the command for the call. A resumed effect first looks
// for the leg, because the provider has no idempotency key. It dials nothing after
// Until.
func (d Dialer) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p DialPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	if p.Until.IsZero() {
		return d.dial(ctx, e, p)
	}
	ctx, cancel := context.WithTimeout(ctx, max(time.Until(p.Until), lookFor))
	defer cancel()
	command, err := d.dial(ctx, e, p)
	if passes := fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Limited); passes && time.Until(p.Until) < lastTry {
		final := fault.New(fault.Invalid, "%s", fault.From(err).Detail)
		if once.IsUndone(err) {
			return nil, once.Undone(final)
		}
		return nil, final
	}
	return command, err
}

func (d Dialer) dial(ctx context.Context, e row.ClaimedEffect, late DialPayload) (any, error) {
	p := late.AddParticipant
	if e.Resumed {
		leg, found, err := d.find(ctx, p)
		if err != nil {
			return nil, err
		}
		if found {
			return LegAdded{Effect: e.ID, Label: p.Label, Leg: leg}, nil
		}
	}
	if !late.Until.IsZero() && time.Now().After(late.Until) {
		return nil, fault.New(fault.Invalid, "The phone provider can't be reached. Please try again.")
	}
	leg, err := d.Phone.AddParticipant(ctx, p)
	if fault.Is(err, fault.Conflict) { // a leg with this label already exists
		var found bool
		leg, found, err = d.find(ctx, p)
		if err == nil && !found {
			err = fault.New(fault.Unavailable, "The phone provider reports this leg but does not list it yet.")
		}
	}
	if err != nil {
		return nil, err
	}
	return LegAdded{Effect: e.ID, Label: p.Label, Leg: leg}, nil
}

// find looks for the leg in its conference.
func (d Dialer) find(ctx context.Context, p carrier.AddParticipant) (carrier.Leg, bool, error) {
	legs, err := d.Phone.Conference(ctx, string(p.Call))
	for _, leg := range legs {
		if leg.Label == p.Label && !leg.Status.Over() {
			return leg, true, err
		}
	}
	return carrier.Leg{}, false, err
}

// Failed returns the command that reports the failure to the call.
func (Dialer) Failed(e row.ClaimedEffect, err error) any {
	var p carrier.AddParticipant
	if json.Unmarshal(e.Payload, &p) != nil {
		return nil
	}
	return LegAdded{Effect: e.ID, Label: p.Label, Refused: fault.From(err).Detail}
}

// Recall decodes a command stored with the effect.
func (Dialer) Recall(result []byte) (any, error) {
	var c LegAdded
	if err := json.Unmarshal(result, &c); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "The result of dialling a leg can't be read.")
	}
	return c, nil
}

// ReconcileHandler executes EffectReconcile.
type ReconcileHandler struct{ Reconciler *Reconciler }

// Do queries the provider about a call that still rings and passes the result to the
// call.
func (l ReconcileHandler) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p ReconcilePayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	return nil, l.Reconciler.ask(ctx, e.Organization, p.Call)
}

// Failed returns no command: the Reconciler will query the call later.
func (ReconcileHandler) Failed(row.ClaimedEffect, error) any { return nil }

// RingTimer executes EffectRingOut.
type RingTimer struct{ Service *Service }

// Do notifies the call that it has rung for the maximum time.
func (r RingTimer) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p RingOutPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	_, err := r.Service.ask(ctx, e.Organization, p.Call, RingOut{})
	return nil, err
}

// Failed returns no command: there is nothing to undo.
func (RingTimer) Failed(row.ClaimedEffect, error) any { return nil }

// Ender executes EffectEnd.
type Ender struct{ Phone Phone }

// Do hangs up all legs of the call. The legs for which there is a sentence hear it
// first, once the others are gone. Repeating it is safe, though it may restart the
// sentence. The provider's callbacks report the result.
func (n Ender) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p EndPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	sids := map[string]bool{}
	for _, sid := range p.Legs {
		sids[sid] = true
	}
	said := map[string]bool{}
	if p.Sentence != "" {
		said, sids = sids, said
	}
	if p.Call != "" {
		legs, err := n.Phone.Conference(ctx, string(p.Call))
		if err != nil {
			return nil, err
		}
		for _, leg := range legs {
			if !leg.Status.Over() && !said[leg.SID] {
				sids[leg.SID] = true
			}
		}
	}
	for sid := range sids {
		if err := n.Phone.EndCall(ctx, sid); err != nil {
			return nil, fmt.Errorf("end of leg %s: %w", sid, err)
		}
	}
	for sid := range said {
		if err := n.say(ctx, sid, p.Sentence); err != nil {
			return nil, fmt.Errorf("end of leg %s: %w", sid, err)
		}
	}
	return nil, nil //nolint:nilnil // no command follows
}

// say speaks the sentence. If the provider rejects it, say hangs up, so that the
// caller does not wait.
func (n Ender) say(ctx context.Context, sid, sentence string) error {
	err := n.Phone.SayAndEnd(ctx, sid, sentence)
	if err == nil || fault.Is(err, fault.Unavailable) || ctx.Err() != nil {
		return err
	}
	return n.Phone.EndCall(ctx, sid)
}

// Failed returns no command: the Reconciler queries calls that do not end.
func (Ender) Failed(row.ClaimedEffect, error) any { return nil }
