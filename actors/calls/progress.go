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

// decideHangup ends the call for its owner. Whoever it only rings for declines. Of two who
// talk about the customer the one who hangs up leaves the call to the other.
func decideHangup(s State, c Hangup, in runtime.Input) (runtime.Decision, error) {
	v := verdictOf(&s.Facts)
	if v.over() {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	switch t := f.Transfer; {
	case t.underWay() && t.To == c.By:
		return finish(s, f, c.By, f.giveBack(s, TransferReturned, in), in), nil
	case t.underWay() && t.State == TransferTalking && v.User == c.By:
		return finish(s, f, c.By, f.complete(s, in), in), nil // he leaves the two alone
	case v.User != c.By && !c.Supervisor:
		return runtime.Decision{}, fault.New(fault.Forbidden, "Only the person on this call can end it.")
	}
	f.Ended = &ended{At: in.Now, Status: Canceled}
	return outcome(s, f, c.By, "call.ended", in), nil
}

// decideNotice notes that somebody whom the call rang for knows that it was missed.
func decideNotice(s State, c Notice, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	if !slices.Contains(f.rang(), c.By) {
		return runtime.Decision{}, fault.New(fault.Forbidden, "This call did not ring for you.")
	}
	if !f.missed(verdictOf(&f)) || slices.Contains(f.known(), c.By) {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f.Noticed = append(f.Noticed, c.By)
	return outcome(s, f, c.By, "call.seen", in), nil
}

// decidePatch changes what people may write about a call; its status changes by
// commands alone.
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
		d.Writes = append(d.Writes, reassigned(s, contact)...)
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
	if s.Facts.Legs[c.Event.SID] == nil && s.over(verdictOf(&s.Facts)) && !c.Event.Status.Over() {
		// It was dialled after all, by a request whose answer was lost.
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

// decideAdded takes in what became of dialling a leg.
func decideAdded(s State, c LegAdded, in runtime.Input) (runtime.Decision, error) {
	f := s.Facts.clone()
	user := labelUser(c.Label)
	standing := f.Taken != nil && f.Taken.Effect == c.Effect
	coming := f.Transfer.underWay() && f.Transfer.Effect == c.Effect
	if c.Refused != "" {
		switch {
		case coming:
			return finish(s, f, "", f.giveBack(s, TransferReturned, in), in), nil
		case f.isDialled(c.Label): // whoever dialled it; the refusal is of a second try
		case f.Outbound && f.Ended == nil:
			f.Ended = &ended{At: in.Now, Status: Failed, Why: c.Refused}
		case standing:
			release(&f)
		}
		return legOutcome(s, f, in), nil
	}
	if l := f.leg(c.Leg.SID, c.Label); l != nil && l.Status == "" {
		l.Status = c.Leg.Status
	}
	wanted := !verdictOf(&f).over() && (user == "" || standing || coming)
	if standing {
		f.Taken.SID = c.Leg.SID
	}
	if coming {
		f.Transfer.SID = c.Leg.SID
	}
	d := legOutcome(s, f, in)
	if user == "" && s.Call.Text("sid") == "" && len(d.Writes) == 1 {
		d.Writes[0].Set["sid"], d.Writes[0].Quiet = c.Leg.SID, false
	}
	if l := f.Legs[c.Leg.SID]; !wanted && l != nil && !l.Status.Over() {
		// Nobody wants this leg any more: the call ended, or went to somebody else.
		d.Effects = append(d.Effects, endEffect(s, EndPayload{Legs: []string{c.Leg.SID}}, in))
	}
	return d, nil
}

// decideObserved follows the provider's view of the legs that it was asked about: one
// that is over has ended, whatever callback was lost. Of others it says nothing, since
// they may be younger than the answer. Where all is as it was, the call is only
// touched, so that it stays among the live ones.
func decideObserved(s State, c Observed, in runtime.Input) (runtime.Decision, error) {
	if verdictOf(&s.Facts).over() {
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
	f.Seen = in.Now.Truncate(time.Second)
	return legOutcome(s, f, in), nil
}

// isDialled tells whether a leg with this label is known that may still come to
// something, or that decides by itself what becomes of the call.
func (f *facts) isDialled(label string) bool {
	for sid, l := range f.Legs {
		if l.Label == label && !slices.Contains(f.Tried, sid) && (f.Outbound || l.Over.IsZero() && !l.Status.Over()) {
			return true
		}
	}
	return false
}

// adopt ties a leg to the accept of its user where the leg's callback comes before the
// result of dialling it.
func (f *facts) adopt(sid string) {
	l := f.Legs[sid]
	if l == nil || f.Taken == nil || f.Taken.SID != "" {
		return
	}
	if labelUser(l.Label) == f.Taken.User && !slices.Contains(f.Tried, sid) {
		f.Taken.SID = sid
	}
}

// legOutcome lets an inbound call ring on when its taker could not be connected, and
// ends it when nobody is left to ring.
func legOutcome(s State, f facts, in runtime.Input) runtime.Decision {
	cause := "call.updated"
	if t := f.Taken; t != nil && !f.Outbound && verdictOf(&f).Answered.IsZero() {
		if l := f.Legs[t.SID]; l != nil && l.failed() {
			release(&f)
		}
	}
	if s.Facts.Taken != nil && f.Taken == nil {
		cause = "call.returned"
		f.endUnheard(in)
	}
	effects := f.advance(s, in)
	if s.Facts.Transfer.underWay() && f.Transfer.State != s.Facts.Transfer.State {
		cause = "call.transfer_" + f.Transfer.State
	}
	d := outcome(s, f, "", cause, in)
	d.Effects = append(d.Effects, effects...)
	return d
}
