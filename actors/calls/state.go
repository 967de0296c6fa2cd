package calls

import (
	"maps"
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// State is a stored call: its row, and the facts in it.
type State struct {
	Who   runtime.Identity
	Call  row.Record // the zero Record if the call does not exist yet
	Facts facts
	// EndedBefore is the status of the leg that starts the call if it has already
	// ended, else "".
	EndedBefore carrier.LegStatus
}

func (s State) exists() bool { return s.Call.ID != "" }

// over reports whether the call has ended. It also works for imported calls without
// facts.
func (s State) over(v derived) bool {
	return v.over() || !slices.Contains(LiveStatuses(), s.Call.Text("status"))
}

// Decide implements runtime.Core. It adds the call's journal events and conference
// records to the decision.
func (core) Decide(s State, command any, in runtime.Input) (runtime.Decision, error) {
	d, err := decide(s, command, in)
	if err != nil {
		return d, err
	}
	return withConference(s, journaled(s, command, d, in)), nil
}

func decide(s State, command any, in runtime.Input) (runtime.Decision, error) {
	switch c := command.(type) {
	case Inbound:
		return decideInbound(s, c, in)
	case Dial:
		return decideDial(s, c, in)
	}
	if !s.exists() {
		return unknown(command)
	}
	switch c := command.(type) {
	case Accept:
		return decideAccept(s, c, in)
	case Decline:
		return decideDecline(s, c, in)
	case Hangup:
		return decideHangup(s, c, in)
	case Notice:
		return decideNotice(s, c, in)
	case Hold:
		return decideHold(s, c, in)
	case HoldFailed:
		return decideHoldFailed(s, c, in)
	case Transfer:
		return decideTransfer(s, c, in)
	case CompleteTransfer:
		return decideComplete(s, c, in)
	case CancelTransfer:
		return decideCancel(s, c, in)
	case TransferOut:
		return decideTransferOut(s, c, in)
	case Offer:
		return decideOffer(s, c, in)
	case RingOut:
		return decideRingOut(s, in)
	case Patch:
		return decidePatch(s, c, in)
	case Report:
		return decideReport(s, c, in)
	case Record:
		return decideRecord(s, c, in)
	case RecordingDone:
		return decideRecordingDone(s, c, in)
	case RecordingChanged:
		return decideRecordingChanged(s, c, in)
	case RecordingsSeen:
		return recordings(s, c.Recordings, in), nil
	case LegChanged:
		return decideLeg(s, c, in)
	case ConferenceChanged:
		return decideConference(s, c, in)
	case LegAdded:
		return decideAdded(s, c, in)
	case Observed:
		return decideObserved(s, c, in)
	default:
		return runtime.Unfamiliar("A call", command)
	}
}

// Apply implements runtime.Core.
func (core) Apply(s State, committed []row.Record) State {
	for _, r := range committed {
		if r.Object == "call" {
			s = withCall(s.Who, r)
		}
	}
	return s
}

func withCall(who runtime.Identity, call row.Record) State {
	s := State{Who: who, Call: call}
	if call.JSON("legs", &s.Facts) != nil {
		s.Facts = facts{}
	}
	return s
}

// unknown handles a command on a call that is not stored. A callback about a call
// that we rejected is no error: the provider would only repeat it.
func unknown(command any) (runtime.Decision, error) {
	switch c := command.(type) {
	case LegChanged:
		return runtime.Decision{Inbound: inbound(c.Inbound), Reply: Ref{}}, nil
	case ConferenceChanged:
		return runtime.Decision{Inbound: inbound(c.Inbound), Reply: Ref{}}, nil
	case RecordingChanged:
		return runtime.Decision{Inbound: inbound(c.Inbound), Reply: Ref{}}, nil
	default:
		return runtime.Decision{}, fault.New(fault.NotFound, "This call does not exist.")
	}
}

// outcome turns new facts into writes and effects. It writes what differs from the
// stored row and adds the effects of each state change.
func outcome(s State, f facts, by id.ID, cause string, in runtime.Input) runtime.Decision {
	before, after := derive(&s.Facts), derive(&f)
	if before.over() && !after.over() {
		f.Ended = &ended{At: before.Ended, Status: before.Status} // a call that is over stays over, whatever arrives late
		after = derive(&f)
	}
	d := runtime.Decision{By: by, Charges: charge(&f, after)}
	updateOnCall(s, &f, after, &d, in)
	if after.over() && !before.over() {
		f.endRecordings()
		d.Effects = append(d.Effects, awaitRecordings(s, &f, in)...)
	}
	if after.over() && !before.over() {
		cause = "call.ended"
		if alive := hasLiveLeg(&f); f.Ended != nil || alive {
			end := EndPayload{Call: s.Who.ID, Legs: customerLegs(&f)}
			if after.Status == NoAnswer && !f.Outbound {
				end.Sentence = nobodySentence
			}
			d.Effects = append(d.Effects, endEffect(s, end, in))
		}
	} else if before.Answered.IsZero() && !after.Answered.IsZero() && !after.over() {
		cause = "call.connected"
	}
	set := runtime.Differing(s.Call, fields(&f, after))
	d.Effects = append(d.Effects, s.followRecordings(&f, set, in)...)
	if len(set) > 0 {
		d.Writes = []row.Write{{
			Object: "call", ID: s.Who.ID, Op: entry.Updated, Expect: s.Call.Version, Set: set, Cause: cause,
			Quiet: len(set) == 1 && set["legs"] != nil,
		}}
	}
	d.Reply = Ref{ID: s.Who.ID, SID: s.Call.Text("sid"), Status: after.Status, User: after.User}
	return d
}

// fields returns the row's fields that follow from the facts.
func fields(f *facts, v derived) row.Fields {
	out := row.Fields{
		"status": v.Status, "user": v.User, "answered_at": v.Answered, "end_time": v.Ended,
		"candidates": []id.ID{}, "declined_by": slices.Clone(f.Declined), "seen_by": []id.ID{},
		"legs": row.JSONValue(f), "dialling": "", "recording": f.recordingField(v),
	}
	if v.Status == Ringing && f.Taken == nil && !f.Outbound {
		out["candidates"] = append([]id.ID{}, f.canAccept()...)
	}
	if f.missed(v) { // all targets missed it, including users who declined
		out["candidates"] = f.allTargets()
		out["seen_by"] = f.seenBy()
	}
	if f.Outbound && !v.over() {
		out["dialling"] = string(v.User)
	}
	if f.Transfer.underWay() && !v.over() {
		out["candidates"] = []id.ID{f.Transfer.To}
	}
	if v.Status == Failed && f.Ended != nil && f.Ended.Why != "" {
		out["error_text"] = f.Ended.Why
	}
	maps.Copy(out, f.holdFields(v))
	maps.Copy(out, f.transferFields(v))
	if !v.Ended.IsZero() {
		seconds := int64(0)
		if !v.Answered.IsZero() && v.Ended.After(v.Answered) {
			seconds = int64(v.Ended.Sub(v.Answered).Seconds())
		}
		out["duration"] = seconds
	}
	return out
}

// updateOnCall adds the effects that mark users as on or off this call.
func updateOnCall(s State, f *facts, v derived, d *runtime.Decision, in runtime.Input) {
	var owner, target id.ID
	if !v.over() {
		owner = v.User
		if t := f.Transfer; t.underWay() && t.State != TransferPending {
			target = t.To
		}
	}
	mark := func(kind string, users []id.ID, but ...id.ID) {
		for _, user := range users {
			if user != "" && !slices.Contains(but, user) {
				d.Effects = append(d.Effects, row.Effect{
					ID: in.NewID(), Kind: kind, Actor: userKind, Subject: user,
					Payload: row.JSONValue(userPayload{Call: s.Who.ID}),
				})
			}
		}
	}
	mark(EffectOffCall, []id.ID{f.OnCall, f.OnCallTarget}, owner, target)
	mark(EffectOnCall, []id.ID{owner, target}, f.OnCall, f.OnCallTarget)
	f.OnCall, f.OnCallTarget = owner, target
}

// hasLiveLeg reports whether a leg is being dialed or can still be connected.
func hasLiveLeg(f *facts) bool {
	if f.Taken != nil && f.Taken.SID == "" {
		return true
	}
	for _, l := range f.Legs {
		if l.Over.IsZero() && !l.Status.Over() {
			return true
		}
	}
	return false
}

func customerLegs(f *facts) []string {
	var out []string
	for sid, l := range f.Legs {
		if l.Label == customerLabel && !l.Status.Over() {
			out = append(out, sid)
		}
	}
	slices.Sort(out)
	return out
}

func endEffect(s State, p EndPayload, in runtime.Input) row.Effect {
	return row.Effect{ID: in.NewID(), Kind: EffectEnd, Actor: Kind, Subject: s.Who.ID, Payload: row.JSONValue(p)}
}

// reconcileEffects schedules queries to the provider about an accepted call, in case
// its callbacks are lost. They have no subject, so they do not wait for the dialing
// and nothing waits for them.
func reconcileEffects(s State, in runtime.Input) []row.Effect {
	var out []row.Effect
	for _, after := range []time.Duration{3 * time.Second, 10 * time.Second, 30 * time.Second} {
		out = append(out, row.Effect{
			ID: in.NewID(), Kind: EffectReconcile, Actor: Kind, NotBefore: in.Now.Add(after), Payload: row.JSONValue(ReconcilePayload{Call: s.Who.ID}),
		})
	}
	return out
}

// ringOutEffect ends the ringing after a while. It has no subject either.
func ringOutEffect(s State, after time.Duration, in runtime.Input) row.Effect {
	return row.Effect{
		ID: in.NewID(), Kind: EffectRingOut, Actor: Kind, NotBefore: in.Now.Add(after), Payload: row.JSONValue(RingOutPayload{Call: s.Who.ID}),
	}
}

func dialEffect(s State, p DialPayload, effect id.ID) row.Effect {
	p.Organization, p.Call = s.Who.Organization, s.Who.ID
	return row.Effect{ID: effect, Kind: EffectAddParticipant, Actor: Kind, Subject: s.Who.ID, Payload: row.JSONValue(p)}
}

func inbound(in row.Inbound) *row.Inbound {
	if in.ProviderID == "" {
		return nil
	}
	return &in
}
