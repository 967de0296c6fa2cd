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
	staffTimeout    = 20 // seconds that our user's leg rings
	customerTimeout = 45 // seconds that the other party rings
)

// decideInbound starts an inbound call. A repeat gets the same answer.
func decideInbound(s State, c Inbound, in runtime.Input) (runtime.Decision, error) {
	join := carrier.Answer{Body: c.Join.Answer, Type: c.Join.AnswerType}
	if s.exists() {
		return runtime.Decision{Reply: join}, nil
	}
	f := facts{Started: in.Now, Targets: bounded(c.Candidates), Legs: map[string]*leg{
		c.Call.SID: {Label: customerLabel, Status: carrier.LegInProgress},
	}}
	mark := c.Join
	answer, cause := join, "call.ringing"
	var later []row.Effect
	switch {
	case s.EndedBefore != "":
		f.mergeLeg(carrier.LegEvent{SID: c.Call.SID, Status: s.EndedBefore, At: in.Now})
		cause = "call.ended"
	case len(f.Targets) > 0:
		later = append(later, ringOutEffect(s, c.RingFor, in))
	default:
		f.Ended = &ended{At: in.Now, Status: NoAnswer}
		answer, cause = c.Nobody, "call.ended"
		mark.Answer, mark.AnswerType = answer.Body, answer.Type
	}
	set := fields(&f, derive(&f))
	maps.Copy(set, row.Fields{
		"sid": c.Call.SID, "name": "Call from " + otherName(c.Contact, c.Call.From), "direction": "inbound",
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

// otherName names the other party in the name of a new call: the contact if known,
// else the number.
func otherName(contact Party, number string) string {
	if contact.Name != "" {
		return contact.Name
	}
	return numbers.Formatted(number)
}

// decideDial starts an outbound call: both legs are dialed into its conference.
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
	updateOnCall(s, &f, derive(&f), &d, in)
	set := fields(&f, derive(&f))
	maps.Copy(set, row.Fields{
		"name": "Call to " + otherName(c.Contact, c.To), "direction": "outbound", "contact": c.Contact.ID,
		"from_number": c.From, "to_number": c.To, "from_formatted": numbers.Formatted(c.From), "to_formatted": numbers.Formatted(c.To),
		"start_time": in.Now, "conference_id": string(s.Who.ID), "phone": c.Phone,
	})
	v := derive(&f)
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

// browser returns the address of a user's phone, with the call as a parameter.
func browser(user, call id.ID) string { return "client:" + string(user) + "?call=" + string(call) }

func doNotCall(contact Party) error {
	return fault.New(fault.Invalid, "%s asked not to be called.", contact.Name)
}

func create(s State, set row.Fields, cause string) row.Write {
	for name, value := range set {
		set[name] = runtime.Storable(value)
	}
	return row.Write{Object: "call", ID: s.Who.ID, Op: entry.Created, Set: set, Cause: cause}
}

// decideAccept gives the call to the first user who accepts.
func decideAccept(s State, c Accept, in runtime.Input) (runtime.Decision, error) {
	v := derive(&s.Facts)
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
		return runtime.Decision{}, fault.New(fault.Conflict, "This call was transferred to someone else.")
	case !c.Supervisor && !slices.Contains(s.Facts.canAccept(), c.By):
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

// decideDecline stops the ringing for one user. If nobody is left, the call ends
// unanswered.
func decideDecline(s State, c Decline, in runtime.Input) (runtime.Decision, error) {
	v := derive(&s.Facts)
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
	case !mine && !slices.Contains(s.Facts.stillRinging(), c.By):
		return runtime.Decision{}, fault.New(fault.Forbidden, "This call does not ring for you.")
	}
	f := s.Facts.clone()
	var dropped string
	if mine {
		dropped = f.Taken.SID
		release(&f)
	}
	f.Declined = append(f.Declined, c.By)
	f.endIfNoTargets(in)
	d := outcome(s, f, c.By, "call.declined", in)
	if dropped != "" {
		d.Effects = append(d.Effects, endEffect(s, EndPayload{Legs: []string{dropped}}, in))
	}
	return d, nil
}

// decideOffer follows users' availability while the call rings.
func decideOffer(s State, c Offer, in runtime.Input) (runtime.Decision, error) {
	if v := derive(&s.Facts); v.over() || s.Facts.Outbound || v.Status != Ringing {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	for _, user := range append([]id.ID{c.User}, c.More...) {
		f.offer(user, c.Available)
	}
	f.endIfNoTargets(in)
	return outcome(s, f, "", "call.ringing", in), nil
}

// offer records that a user became available or unavailable.
func (f *facts) offer(user id.ID, available bool) {
	f.Unavailable = slices.DeleteFunc(f.Unavailable, func(u id.ID) bool { return u == user })
	switch known := slices.Contains(f.Targets, user); {
	case !available && known:
		f.Unavailable = append(f.Unavailable, user)
	case available && !known && len(f.Targets) < maxTargets:
		f.Targets = append(f.Targets, user)
	}
}

// decideRingOut ends a call unanswered that has rung for the maximum time, unless a
// user is just being connected.
func decideRingOut(s State, in runtime.Input) (runtime.Decision, error) {
	if v := derive(&s.Facts); v.over() || s.Facts.Outbound || v.Status != Ringing || s.Facts.RungOut {
		return runtime.Decision{Reply: ref(s)}, nil
	}
	f := s.Facts.clone()
	f.RungOut = true
	f.endIfNoTargets(in)
	return outcome(s, f, "", "call.rung_out", in), nil
}

// endIfNoTargets ends a call that rings for nobody.
func (f *facts) endIfNoTargets(in runtime.Input) {
	if f.noTargets() {
		f.Ended = &ended{At: in.Now, Status: NoAnswer}
	}
}

// maxTargets bounds the users that one call rings.
const maxTargets = 500

func bounded(users []id.ID) []id.ID {
	if len(users) > maxTargets {
		users = users[:maxTargets]
	}
	return slices.Clone(users)
}

// release returns a call to its targets after the user who accepted could not be
// connected. That user is a target again, since this call was the reason for being
// unavailable. If there is another reason, presence reports it again.
func release(f *facts) {
	if f.Taken == nil {
		return
	}
	f.Unavailable = slices.DeleteFunc(f.Unavailable, func(u id.ID) bool { return u == f.Taken.User })
	if f.Taken.SID != "" {
		f.FailedLegs = append(f.FailedLegs, f.Taken.SID)
	}
	f.Taken = nil
}

func ref(s State) Ref {
	v := derive(&s.Facts)
	return Ref{ID: s.Who.ID, SID: s.Call.Text("sid"), Status: s.Call.Text("status"), User: v.User}
}

func overFault() error { return fault.New(fault.Conflict, "This call has ended.") }

// takenFault names the user who has the call by id. The service replaces the id by a
// name.
func takenFault(user id.ID) error {
	e := fault.New(fault.Conflict, "Someone else has taken this call.")
	e.Fields = map[string][]string{"user": {string(user)}}
	return e
}
