package calls

import (
	"maps"
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/id"
)

// maxLegs bounds the legs remembered of one call.
const maxLegs = 64

// facts are everything that was told of a call. They only grow, and merging one
// is commutative and idempotent: the order and number of callbacks is without
// effect. They are stored in the call's internal field legs.
type facts struct {
	Outbound bool            `json:"outbound,omitempty"`
	Started  time.Time       `json:"started"`
	Rung     []id.ID         `json:"rung,omitempty"`     // everyone it rings or rang for
	Gone     []id.ID         `json:"gone,omitempty"`     // of these, who is not available any more
	Declined []id.ID         `json:"declined,omitempty"` // of these, who declined
	Noticed  []id.ID         `json:"noticed,omitempty"`  // of these, who has taken note that it was missed
	RungOut  bool            `json:"rung_out,omitempty"` // it has rung for as long as it may
	Taken    *taken          `json:"taken,omitempty"`    // who accepted (or dialled) and is connected or being connected
	OnCall   id.ID           `json:"on_call,omitempty"`  // whom we told that he is on this call
	Beside   id.ID           `json:"beside,omitempty"`   // whom we told so beside him: the target of a transfer
	Legs     map[string]*leg `json:"legs,omitempty"`     // by the provider's sid
	Tried    []string        `json:"tried,omitempty"`    // sids of staff legs that failed
	Ended    *ended          `json:"ended,omitempty"`    // an end that we decided
	Seen     time.Time       `json:"seen,omitzero"`      // when the provider was last asked
	// Conference is the provider's id of its conference.
	Conference string `json:"conference,omitempty"`
	// ConferenceEnd is when the conference ended; it counts once the other side
	// was in it.
	ConferenceEnd time.Time `json:"conference_end,omitzero"`
	Cost          *cost     `json:"cost,omitempty"` // of an outbound call
	// Held is the customer's hold, HeldFor how long he was on earlier ones, and Resuming the
	// effect that ended the last.
	Held     *held         `json:"held,omitempty"`
	HeldFor  time.Duration `json:"held_for,omitempty"`
	Resuming id.ID         `json:"resuming,omitempty"`
	Transfer *transfer     `json:"transfer,omitempty"` // the newest
	// Handovers are the completed transfers, the newest last.
	Handovers []handover `json:"handovers,omitempty"`
	// Told is what each of our people's phones told of the line.
	Told map[id.ID]told `json:"told,omitempty"`
	// Recordings are those of the call, the newest last.
	Recordings []*recording `json:"recordings,omitempty"`
}

// taken is an accept that was not undone.
type taken struct {
	User   id.ID     `json:"user"`
	At     time.Time `json:"at"`
	Effect id.ID     `json:"effect"` // the effect that dials his leg
	SID    string    `json:"sid,omitempty"`
}

// leg is one party's connection, merged from both kinds of callbacks.
type leg struct {
	Label    string            `json:"label,omitempty"`
	Status   carrier.LegStatus `json:"status,omitempty"`
	Sequence int               `json:"sequence,omitempty"`
	Answered time.Time         `json:"answered,omitzero"` // first in-progress
	Reckoned time.Time         `json:"reckoned,omitzero"` // the same by how long it took, which is whole seconds
	Joined   time.Time         `json:"joined,omitzero"`   // entered the conference
	Over     time.Time         `json:"over,omitzero"`     // ended or left the conference
}

// ended is an end that we decided ourselves: it outranks what the provider says
// of its cause.
type ended struct {
	At     time.Time `json:"at"`
	Status string    `json:"status"` // where nobody was connected
	// Why is why it failed, for people, "" where nothing is known.
	Why string `json:"why,omitempty"`
}

// leg finds or makes the leg with this sid; nil where there are too many.
func (f *facts) leg(sid, label string) *leg {
	if f.Legs == nil {
		f.Legs = map[string]*leg{}
	}
	l := f.Legs[sid]
	if l == nil {
		if len(f.Legs) >= maxLegs {
			return nil
		}
		l = &leg{}
		f.Legs[sid] = l
	}
	if l.Label == "" {
		l.Label = label
	}
	return l
}

// clone copies the facts, so that a refused decision leaves no trace.
func (f facts) clone() facts {
	f.Rung, f.Gone, f.Declined = slices.Clone(f.Rung), slices.Clone(f.Gone), slices.Clone(f.Declined)
	f.Tried, f.Noticed, f.Told = slices.Clone(f.Tried), slices.Clone(f.Noticed), maps.Clone(f.Told)
	if f.Taken != nil {
		t := *f.Taken
		f.Taken = &t
	}
	if f.Ended != nil {
		e := *f.Ended
		f.Ended = &e
	}
	if f.Cost != nil {
		c := *f.Cost
		f.Cost = &c
	}
	if f.Held != nil {
		h := *f.Held
		f.Held = &h
	}
	if f.Transfer != nil {
		t := *f.Transfer
		t.Before = slices.Clone(t.Before)
		f.Transfer = &t
	}
	f.Handovers = slices.Clone(f.Handovers)
	f.Recordings = cloned(f.Recordings)
	legs := make(map[string]*leg, len(f.Legs))
	for sid, l := range f.Legs {
		c := *l
		legs[sid] = &c
	}
	f.Legs = legs
	return f
}

// mergeLeg takes in a status of a leg. A leg that is over stays so; before that
// the higher sequence number wins.
func (f *facts) mergeLeg(e carrier.LegEvent) {
	l := f.leg(e.SID, e.Label)
	if l == nil {
		return
	}
	at := e.At.UTC()
	switch {
	case e.Status.Over():
		if f.Cost != nil && e.Price > 0 && l.Label == customerLabel {
			f.Cost.Price = e.Price
		}
		if !l.Status.Over() {
			l.Status, l.Sequence = e.Status, e.Sequence
		}
		l.Over = earliest(l.Over, at)
		if e.Status == carrier.LegCompleted && e.Duration > 0 {
			l.Reckoned = earliest(l.Reckoned, at.Add(-e.Duration))
		}
	case e.Status == carrier.LegInProgress:
		l.Answered = earliest(l.Answered, at)
		fallthrough
	default:
		if !l.Status.Over() && (l.Status == "" || e.Sequence >= l.Sequence) {
			l.Status, l.Sequence = e.Status, e.Sequence
		}
	}
}

// mergeConference takes in a conference's event.
func (f *facts) mergeConference(e carrier.ConferenceEvent) {
	at := e.At.UTC()
	if e.ConferenceSID != "" && (f.Conference == "" || e.ConferenceSID < f.Conference) {
		f.Conference = e.ConferenceSID
	}
	switch e.Kind {
	case "participant-join":
		if l := f.leg(e.LegSID, e.Label); l != nil {
			l.Joined = earliest(l.Joined, at)
		}
	case "participant-leave":
		if l := f.leg(e.LegSID, e.Label); l != nil {
			l.Over = earliest(l.Over, at)
		}
	case "conference-end":
		f.ConferenceEnd = earliest(f.ConferenceEnd, at)
	}
}

// customer gives the leg of the other side, nil where none is known yet.
func (f *facts) customer() *leg {
	var found *leg
	var sid string
	for s, l := range f.Legs {
		if l.Label == customerLabel && (found == nil || s < sid) {
			found, sid = l, s
		}
	}
	return found
}

// staff visits the legs of our people.
func (f *facts) staff(visit func(sid string, user id.ID, l *leg)) {
	for sid, l := range f.Legs {
		if user := labelUser(l.Label); user != "" {
			visit(sid, user, l)
		}
	}
}

// unheard tells whether an inbound call, which nobody is being connected to, rings for
// nobody any more: all declined or went, or it has rung long enough.
func (f *facts) unheard() bool {
	return !f.Outbound && f.Taken == nil && !f.routing() && (f.RungOut || len(f.candidates()) == 0) && verdictOf(f).Status == Ringing
}

// missed tells whether it rang, and ended before anybody was connected.
func (f *facts) missed(v verdict) bool {
	return !f.Outbound && v.over() && v.Answered.IsZero() && len(f.rang()) > 0
}

// known are those who know that it was missed: they marked it as seen, or were being connected
// when it ended. Users who declined it expected a colleague to take it, so it counts as new for
// them.
func (f *facts) known() []id.ID {
	out := slices.Clone(f.Noticed)
	if f.Taken != nil && !slices.Contains(out, f.Taken.User) {
		out = append(out, f.Taken.User)
	}
	return out
}

// takers are those who may take it while it rings: those it rings for, and those who
// declined it and may think again.
func (f *facts) takers() []id.ID {
	return slices.DeleteFunc(slices.Clone(f.Rung), func(user id.ID) bool { return slices.Contains(f.Gone, user) })
}

// candidates are those it still rings for.
func (f *facts) candidates() []id.ID {
	return slices.DeleteFunc(f.takers(), func(user id.ID) bool { return slices.Contains(f.Declined, user) })
}

func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// answered is since when somebody is there, as far as it was told. How long a leg took tells
// it no better than by a second, and where nothing else does.
func (l *leg) answered() time.Time {
	if l.Answered.IsZero() && l.Joined.IsZero() {
		return l.Reckoned
	}
	return l.Answered
}

// gone is the status that is assumed of a leg which the provider does not know any more.
func (l *leg) gone() carrier.LegStatus {
	if l.Joined.IsZero() && l.answered().IsZero() && l.Status != carrier.LegInProgress {
		return carrier.LegFailed
	}
	return carrier.LegCompleted
}

// failed tells whether a leg ended without having been answered.
func (l *leg) failed() bool {
	switch l.Status {
	case carrier.LegBusy, carrier.LegFailed, carrier.LegNoAnswer, carrier.LegCanceled:
		return l.Joined.IsZero()
	default:
		return false
	}
}
