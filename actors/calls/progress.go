package calls

import (
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// decideHangup ends the call for its owner. For a user it only rings for, it
// declines. In a warm transfer, the agent who hangs up leaves the call to the other.
func decideHangup(s State, c Hangup, in runtime.Input) (runtime.Decision, error) {
	v := derive(&s.Facts)
	if v.over() {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	switch t := f.Transfer; {
	case t.underWay() && t.To == c.By:
		return finish(s, f, c.By, f.giveBack(s, TransferReturned, in), in), nil
	case t.underWay() && t.State == TransferTalking && v.User == c.By:
		return finish(s, f, c.By, f.complete(s, in), in), nil // the other two keep talking
	case v.User != c.By && !c.Supervisor:
		return runtime.Decision{}, fault.New(fault.Forbidden, "Only the person on this call can end it.")
	}
	f.Ended = &ended{At: in.Now, Status: Canceled}
	return outcome(s, f, c.By, "call.ended", in), nil
}

// decideNotice marks a missed call as seen by a user that it rang.
func decideNotice(s State, c Notice, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	if !slices.Contains(f.allTargets(), c.By) {
		return runtime.Decision{}, fault.New(fault.Forbidden, "This call did not ring for you.")
	}
	if !f.missed(derive(&f)) || slices.Contains(f.seenBy(), c.By) {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f.SeenBy = append(f.SeenBy, c.By)
	return outcome(s, f, c.By, "call.seen", in), nil
}

// decidePatch changes what users may edit. Only commands change the status.
func decidePatch(s State, c Patch, in runtime.Input) (runtime.Decision, error) {
	set := row.Fields{}
	for _, name := range []string{"disposition", "notes", "contact"} {
		if value, given := c.Set[name]; given && !runtime.Equal(s.Call.Fields[name], value) {
			set[name] = value
		}
	}
	d := runtime.Decision{By: c.By, Reply: ref(s)}
	if len(set) > 0 {
		expect := c.Expect
		if expect == 0 {
			expect = s.Call.Version
		}
		d.Writes = []row.Write{{
			Object: "call", ID: s.Who.ID, Op: entry.Updated, Expect: expect, Set: set, Cause: "call.updated",
		}}
	}
	if contact, changed := set["contact"]; changed {
		d.Writes = append(d.Writes, contactUpdates(s, contact)...)
		d.Effects = append(d.Effects, s.followRecordings(&s.Facts, set, in)...)
	}
	return d, nil
}

func decideLeg(s State, c LegChanged, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	f.mergeLeg(c.Event)
	f.adopt(c.Event.SID)
	d := legOutcome(s, f, in)
	d.Inbound = inbound(c.Inbound)
	if s.Facts.Legs[c.Event.SID] == nil && s.over(derive(&s.Facts)) && !c.Event.Status.Over() {
		// It was dialed after all, by a request whose response was lost.
		d.Effects = append(d.Effects, endEffect(s, EndPayload{Legs: []string{c.Event.SID}}, in))
	}
	return d, nil
}

func decideConference(s State, c ConferenceChanged, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	f.mergeConference(c.Event)
	if c.Event.LegSID != "" {
		if l := f.Legs[c.Event.LegSID]; l != nil && c.Event.Reason == "participant_add_failed" && !l.Status.Over() {
			l.Status = carrier.LegFailed
		}
		f.adopt(c.Event.LegSID)
	}
	effects := f.announcement(s, c.Event, in)
	d := legOutcome(s, f, in)
	d.Effects = append(d.Effects, effects...)
	d.Inbound = inbound(c.Inbound)
	return d, nil
}

// decideAdded handles the result of dialing a leg.
func decideAdded(s State, c LegAdded, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	user := labelUser(c.Label)
	isTaken := f.Taken != nil && f.Taken.Effect == c.Effect
	isTransfer := f.Transfer.underWay() && f.Transfer.Effect == c.Effect
	if c.Refused != "" {
		switch {
		case isTransfer:
			return finish(s, f, "", f.giveBack(s, TransferReturned, in), in), nil
		case f.isDialled(c.Label): // some other attempt dialed it; a second one was rejected
		case f.Outbound && f.Ended == nil:
			f.Ended = &ended{At: in.Now, Status: Failed, Why: c.Refused}
		case isTaken:
			release(&f)
		}
		return legOutcome(s, f, in), nil
	}
	if l := f.leg(c.Leg.SID, c.Label); l != nil && l.Status == "" {
		l.Status = c.Leg.Status
	}
	wanted := !derive(&f).over() && (user == "" || isTaken || isTransfer)
	if isTaken {
		f.Taken.SID = c.Leg.SID
	}
	if isTransfer {
		f.Transfer.SID = c.Leg.SID
	}
	d := legOutcome(s, f, in)
	if user == "" && s.Call.Text("sid") == "" && len(d.Writes) == 1 {
		d.Writes[0].Set["sid"], d.Writes[0].Quiet = c.Leg.SID, false
	}
	if l := f.Legs[c.Leg.SID]; !wanted && l != nil && !l.Status.Over() {
		// Nobody needs this leg any more: the call ended or went to another user.
		d.Effects = append(d.Effects, endEffect(s, EndPayload{Legs: []string{c.Leg.SID}}, in))
	}
	return d, nil
}

// decideObserved merges the provider's view of the queried legs. A leg that is over
// has ended, even if its callback was lost. A missing leg means nothing, because it
// may be newer than the answer. If nothing changed, the call is only touched, so that
// it stays among the live ones.
func decideObserved(s State, c Observed, in runtime.Input) (runtime.Decision, error) {
	if derive(&s.Facts).over() {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	for _, seen := range c.Legs {
		l := f.leg(seen.SID, seen.Label)
		if l == nil {
			continue
		}
		if seen.Status.Over() {
			f.mergeLeg(carrier.LegEvent{SID: seen.SID, Label: seen.Label, Status: seen.Status, At: c.At})
			f.adopt(seen.SID)
			continue
		}
		if labelUser(l.Label) != "" && seen.Status == carrier.LegInProgress {
			l.Joined = earliest(l.Joined, c.At)
		}
	}
	f.Queried = in.Now.Truncate(time.Second)
	return legOutcome(s, f, in), nil
}

// isDialled reports whether a leg with this label exists that can still connect, or
// that by itself decides the call's outcome.
func (f *facts) isDialled(label string) bool {
	for sid, l := range f.Legs {
		if l.Label == label && !slices.Contains(f.FailedLegs, sid) && (f.Outbound || l.Over.IsZero() && !l.Status.Over()) {
			return true
		}
	}
	return false
}

// adopt links a leg to its user's accept if the leg's callback arrives before the
// result of dialing it.
func (f *facts) adopt(sid string) {
	l := f.Legs[sid]
	if l == nil || f.Taken == nil || f.Taken.SID != "" {
		return
	}
	if labelUser(l.Label) == f.Taken.User && !slices.Contains(f.FailedLegs, sid) {
		f.Taken.SID = sid
	}
}

// legOutcome lets an inbound call ring again if the user who accepted could not be
// connected, and ends it if nobody is left to ring.
func legOutcome(s State, f facts, in runtime.Input) runtime.Decision {
	cause := "call.updated"
	if t := f.Taken; t != nil && !f.Outbound && derive(&f).Answered.IsZero() {
		if l := f.Legs[t.SID]; l != nil && l.failed() {
			release(&f)
		}
	}
	if s.Facts.Taken != nil && f.Taken == nil {
		cause = "call.returned"
		f.endIfNoTargets(in)
	}
	effects := f.advance(s, in)
	if s.Facts.Transfer.underWay() && f.Transfer.State != s.Facts.Transfer.State {
		cause = "call.transfer_" + f.Transfer.State
	}
	d := outcome(s, f, "", cause, in)
	d.Effects = append(d.Effects, effects...)
	return d
}
