package calls

import (
	"maps"
	"slices"

	"switchboard/actors/carrier"
	"switchboard/actors/numbers"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	staffTimeout    = 20 // seconds that a leg of ours rings
	customerTimeout = 45 // seconds that the other side rings
)

// decideInbound takes a call in. A repeat finds the call and gets the same answer.
func decideInbound(s State, c Inbound, in runtime.Input) (runtime.Decision, error) {
	join := carrier.Answer{Body: c.Join.Answer, Type: c.Join.AnswerType}
	if s.exists() {
		return runtime.Decision{Reply: join}, nil
	}
	f := facts{Started: in.Now, Rung: bounded(c.Candidates), Legs: map[string]*leg{
		c.Call.SID: {Label: customerLabel, Status: carrier.LegInProgress},
	}}
	mark := c.Join
	answer, cause := join, "call.ringing"
	var later []row.Effect
	switch {
	case s.EndedBefore != "":
		f.mergeLeg(carrier.LegEvent{SID: c.Call.SID, Status: s.EndedBefore, At: in.Now})
		cause = "call.ended"
	case len(f.Rung) > 0:
		later = append(later, ringOutEffect(s, c.RingFor, in))
	default:
		f.Ended = &ended{At: in.Now, Status: NoAnswer}
		answer, cause = c.Nobody, "call.ended"
		mark.Answer, mark.AnswerType = answer.Body, answer.Type
	}
	set := fields(&f, verdictOf(&f))
	maps.Copy(set, row.Fields{
		"sid": c.Call.SID, "name": "Call from " + titled(c.Contact, c.Call.From), "direction": "inbound",
		"contact": c.Contact.ID, "from_number": c.Call.From, "to_number": c.Call.To,
		"from_formatted": numbers.Formatted(c.Call.From), "to_formatted": numbers.Formatted(c.Call.To),
		"forwarded_from": c.Call.ForwardedFrom, "start_time": in.Now,
		"conference_id": string(s.Who.ID), "phone": c.Phone,
	})
	return runtime.Decision{
		Writes:  []row.Write{create(s, set, cause)},
		Effects: later,
		Inbound: inbound(mark),
		Reply:   answer,
	}, nil
}

// titled is what the name of a new call says of the other side: the contact where it is known,
// else the number.
func titled(contact Party, number string) string {
	if contact.Name != "" {
		return contact.Name
	}
	return numbers.Formatted(number)
}

// decideDial starts a call of ours: both legs are dialled into its conference.
func decideDial(s State, c Dial, in runtime.Input) (runtime.Decision, error) {
	if s.exists() {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	if c.Contact.DoNotCall {
		return runtime.Decision{}, doNotCall(c.Contact)
	}
	effect := in.NewID()
	f := facts{Outbound: true, Started: in.Now, Taken: &taken{User: c.By, At: in.Now, Effect: effect, SID: c.Leg}}
	d := runtime.Decision{By: c.By, Inbound: inbound(c.Mark)}
	if c.Leg != "" {
		f.leg(c.Leg, userLabel(c.By)).Status = carrier.LegInProgress
	}
	hasEnded := s.EndedBefore != ""
	if hasEnded {
		f.mergeLeg(carrier.LegEvent{SID: c.Leg, Status: s.EndedBefore, At: in.Now})
		c.Charge = row.Charge{}
	}
	if c.Charge.Amount > 0 {
		f.Cost = &cost{Account: c.Charge.Account, Minute: c.Charge.Amount, Charged: c.Charge.Amount}
		d.Charges = []row.Charge{c.Charge}
	}
	oncall(s, &f, verdictOf(&f), &d, in)
	set := fields(&f, verdictOf(&f))
	maps.Copy(set, row.Fields{
		"name": "Call to " + titled(c.Contact, c.To), "direction": "outbound", "contact": c.Contact.ID,
		"from_number": c.From, "to_number": c.To, "from_formatted": numbers.Formatted(c.From), "to_formatted": numbers.Formatted(c.To),
		"start_time": in.Now, "conference_id": string(s.Who.ID), "phone": c.Phone,
	})
	v := verdictOf(&f)
	d.Reply = Ref{ID: s.Who.ID, Status: v.Status, User: c.By}
	if hasEnded {
		d.Writes = []row.Write{create(s, set, "call.ended")}
		return d, nil
	}
	until := in.Now.Add(dialFor)
	d.Writes = []row.Write{create(s, set, "call.ringing")}
	if c.Leg == "" {
		d.Effects = append(d.Effects, dialEffect(s, DialPayload{AddParticipant: carrier.AddParticipant{
			To: browser(c.By, s.Who.ID), From: c.From, Label: userLabel(c.By), TimeoutSeconds: staffTimeout,
		}, Until: until}, effect))
	}
	d.Effects = append(d.Effects, dialEffect(s, DialPayload{AddParticipant: carrier.AddParticipant{
		To: c.To, From: c.From, Label: customerLabel, EndOnExit: true, TimeoutSeconds: customerTimeout,
	}, Until: until}, in.NewID()))
	return d, nil
}

// browser is the address of a user's phone, which is told the call that it is about.
func browser(user, call id.ID) string { return "client:" + string(user) + "?call=" + string(call) }

func doNotCall(who Party) error {
	return fault.New(fault.Invalid, "%s asked not to be called.", who.Name)
}

func create(s State, set row.Fields, cause string) row.Write {
	for name, value := range set {
		set[name] = runtime.Storable(value)
	}
	return row.Write{Object: "call", ID: s.Who.ID, Op: entry.Created, Set: set, Cause: cause}
}

// decideAccept gives the call to the first who takes it.
func decideAccept(s State, c Accept, in runtime.Input) (runtime.Decision, error) {
	v := verdictOf(&s.Facts)
	switch {
	case v.over():
		return runtime.Decision{}, overFault()
	case v.User == c.By:
		return runtime.Decision{Reply: ref(s)}, nil
	case s.Facts.Transfer.underWay() && s.Facts.Transfer.To == c.By:
		return acceptTransfer(s, c, in), nil
	case v.User != "":
		return runtime.Decision{}, takenFault(v.User)
	case s.Facts.routing():
		return runtime.Decision{}, fault.New(fault.Conflict, "This call was sent on to somebody else.")
	case !c.Supervisor && !slices.Contains(s.Facts.takers(), c.By):
		return runtime.Decision{}, fault.New(fault.Forbidden, "This call does not ring for you.")
	}
	f := s.Facts.clone()
	f.Taken = &taken{User: c.By, At: in.Now, Effect: in.NewID()}
	d := outcome(s, f, c.By, "call.accepted", in)
	d.Effects = append(d.Effects, dialEffect(s, DialPayload{AddParticipant: carrier.AddParticipant{
		To: browser(c.By, s.Who.ID), From: s.Call.Text("to_number"), Label: userLabel(c.By), TimeoutSeconds: staffTimeout,
	}}, f.Taken.Effect))
	d.Effects = append(d.Effects, reconcileEffects(s, in)...)
	return d, nil
}

// decideDecline takes one user off the ringing. When nobody is left, the call ends
// unanswered.
func decideDecline(s State, c Decline, in runtime.Input) (runtime.Decision, error) {
	v := verdictOf(&s.Facts)
	mine := v.User == c.By && v.Answered.IsZero() && !s.Facts.Outbound
	switch {
	case v.over() || slices.Contains(s.Facts.Declined, c.By):
		return runtime.Decision{Reply: ref(s)}, nil
	case s.Facts.Transfer.underWay() && s.Facts.Transfer.To == c.By:
		f := s.Facts.clone()
		if f.Transfer.Routed {
			f.Declined = append(f.Declined, c.By)
		}
		return finish(s, f, c.By, f.giveBack(s, TransferDeclined, in), in), nil
	case v.User != "" && !mine:
		return runtime.Decision{}, takenFault(v.User)
	case !mine && !slices.Contains(s.Facts.candidates(), c.By):
		return runtime.Decision{}, fault.New(fault.Forbidden, "This call does not ring for you.")
	}
	f := s.Facts.clone()
	var dropped string
	if mine {
		dropped = f.Taken.SID
		release(&f)
	}
	f.Declined = append(f.Declined, c.By)
	f.endUnheard(in)
	d := outcome(s, f, c.By, "call.declined", in)
	if dropped != "" {
		d.Effects = append(d.Effects, endEffect(s, EndPayload{Legs: []string{dropped}}, in))
	}
	return d, nil
}

// decideOffer follows users' availability while the call rings.
func decideOffer(s State, c Offer, in runtime.Input) (runtime.Decision, error) {
	if v := verdictOf(&s.Facts); v.over() || s.Facts.Outbound || v.Status != Ringing {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	for _, user := range append([]id.ID{c.User}, c.More...) {
		f.offer(user, c.Available)
	}
	f.endUnheard(in)
	return outcome(s, f, "", "call.ringing", in), nil
}

// offer notes that a user can be rung for now, or no more.
func (f *facts) offer(user id.ID, available bool) {
	f.Gone = slices.DeleteFunc(f.Gone, func(u id.ID) bool { return u == user })
	switch rung := slices.Contains(f.Rung, user); {
	case !available && rung:
		f.Gone = append(f.Gone, user)
	case available && !rung && len(f.Rung) < maxRung:
		f.Rung = append(f.Rung, user)
	}
}

// decideRingOut ends a call unanswered that has rung for as long as it may; one that is
// just being connected to somebody goes on.
func decideRingOut(s State, in runtime.Input) (runtime.Decision, error) {
	if v := verdictOf(&s.Facts); v.over() || s.Facts.Outbound || v.Status != Ringing || s.Facts.RungOut {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	f.RungOut = true
	f.endUnheard(in)
	return outcome(s, f, "", "call.rung_out", in), nil
}

// endUnheard ends a call that rings for nobody.
func (f *facts) endUnheard(in runtime.Input) {
	if f.unheard() {
		f.Ended = &ended{At: in.Now, Status: NoAnswer}
	}
}

// maxRung bounds for how many users one call rings.
const maxRung = 500

func bounded(users []id.ID) []id.ID {
	if len(users) > maxRung {
		users = users[:maxRung]
	}
	return slices.Clone(users)
}

// release gives a call that was taken, and whose taker could not be connected,
// back to those it rings for. He is one of them: what kept calls from him meanwhile was
// this one. Where it is something else, that is told anew.
func release(f *facts) {
	if f.Taken == nil {
		return
	}
	f.Gone = slices.DeleteFunc(f.Gone, func(u id.ID) bool { return u == f.Taken.User })
	if f.Taken.SID != "" {
		f.Tried = append(f.Tried, f.Taken.SID)
	}
	f.Taken = nil
}

func ref(s State) Ref {
	v := verdictOf(&s.Facts)
	return Ref{ID: s.Who.ID, SID: s.Call.Text("sid"), Status: s.Call.Text("status"), User: v.User}
}

func overFault() error { return fault.New(fault.Conflict, "This call has ended.") }

// takenFault names who has the call; the service puts his name in.
func takenFault(user id.ID) error {
	e := fault.New(fault.Conflict, "Somebody else has taken this call.")
	e.Fields = map[string][]string{"user": {string(user)}}
	return e
}
