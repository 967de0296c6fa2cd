package calls

import (
	"maps"
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/id"
)

// maxLegs bounds the legs stored of one call.
const maxLegs = 64

// facts is everything reported about a call. Facts only grow, and merging is
// commutative and idempotent, so the order and number of callbacks has no effect.
// They are stored in the call's internal field legs.
type facts struct {
	Outbound     bool            `json:"outbound,omitempty"`
	Started      time.Time       `json:"started"`
	Targets      []id.ID         `json:"rung,omitempty"`     // all users it rings or rang for
	Unavailable  []id.ID         `json:"gone,omitempty"`     // Targets that became unavailable
	Declined     []id.ID         `json:"declined,omitempty"` // Targets that declined
	SeenBy       []id.ID         `json:"noticed,omitempty"`  // Targets that marked the missed call as seen
	RungOut      bool            `json:"rung_out,omitempty"` // it has rung for the maximum time
	Taken        *taken          `json:"taken,omitempty"`    // the user who accepted or dialed, connected or being connected
	OnCall       id.ID           `json:"on_call,omitempty"`  // the user marked as on this call
	OnCallTarget id.ID           `json:"beside,omitempty"`   // the transfer target marked as on this call
	Legs         map[string]*leg `json:"legs,omitempty"`     // by the provider's sid
	FailedLegs   []string        `json:"tried,omitempty"`    // sids of failed staff legs
	Ended        *ended          `json:"ended,omitempty"`    // an end that we decided
	Queried      time.Time       `json:"seen,omitzero"`      // when the provider was last queried
	// Conference is the provider's id of the conference.
	Conference string `json:"conference,omitempty"`
	// ConferenceEnd is when the conference ended. It counts only if the other party
	// had joined.
	ConferenceEnd time.Time `json:"conference_end,omitzero"`
	Cost          *cost     `json:"cost,omitempty"` // of an outbound call
	// Held is the current hold, HeldFor the total time of earlier ones, and Resuming
	// the effect that ended the last one.
	Held     *held         `json:"held,omitempty"`
	HeldFor  time.Duration `json:"held_for,omitempty"`
	Resuming id.ID         `json:"resuming,omitempty"`
	Transfer *transfer     `json:"transfer,omitempty"` // the newest one
	// Handovers are the completed transfers, the newest last.
	Handovers []handover `json:"handovers,omitempty"`
	// Reports counts what each user's phone reported.
	Reports map[id.ID]reportCount `json:"told,omitempty"`
	// Recordings are the call's recordings, the newest last.
	Recordings []*recording `json:"recordings,omitempty"`
}

// taken is an accept that is still in force.
type taken struct {
	User   id.ID     `json:"user"`
	At     time.Time `json:"at"`
	Effect id.ID     `json:"effect"` // the effect that dials the user's leg
	SID    string    `json:"sid,omitempty"`
}

// leg is one party's connection, merged from leg and conference callbacks.
type leg struct {
	Label            string            `json:"label,omitempty"`
	Status           carrier.LegStatus `json:"status,omitempty"`
	Sequence         int               `json:"sequence,omitempty"`
	Answered         time.Time         `json:"answered,omitzero"` // first in-progress
	AnsweredEstimate time.Time         `json:"reckoned,omitzero"` // Answered computed from the duration, to the second
	Joined           time.Time         `json:"joined,omitzero"`   // entered the conference
	Over             time.Time         `json:"over,omitzero"`     // ended or left the conference
}

// ended is an end that we decided. It outranks the provider's reason.
type ended struct {
	At     time.Time `json:"at"`
	Status string    `json:"status"` // applies if nobody was connected
	// Why is the reason for a failure, for users, or "".
	Why string `json:"why,omitempty"`
}

// leg finds or creates the leg with this sid. It returns nil if there are too many.
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

// clone copies the facts, so that a rejected decision changes nothing.
func (f facts) clone() facts {
	f.Targets, f.Unavailable, f.Declined = slices.Clone(f.Targets), slices.Clone(f.Unavailable), slices.Clone(f.Declined)
	f.FailedLegs, f.SeenBy, f.Reports = slices.Clone(f.FailedLegs), slices.Clone(f.SeenBy), maps.Clone(f.Reports)
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

// mergeLeg merges a leg's status. A leg that is over stays over; until then the
// higher sequence number wins.
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
			l.AnsweredEstimate = earliest(l.AnsweredEstimate, at.Add(-e.Duration))
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

// mergeConference merges a conference event.
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

// customer returns the other party's leg, or nil.
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

// staff calls visit for each of our users' legs.
func (f *facts) staff(visit func(sid string, user id.ID, l *leg)) {
	for sid, l := range f.Legs {
		if user := labelUser(l.Label); user != "" {
			visit(sid, user, l)
		}
	}
}

// noTargets reports whether an inbound call rings for nobody any more and nobody is
// being connected: all targets declined or became unavailable, or it has rung for the
// maximum time.
func (f *facts) noTargets() bool {
	return !f.Outbound && f.Taken == nil && !f.routing() && (f.RungOut || len(f.stillRinging()) == 0) && derive(f).Status == Ringing
}

// missed reports whether the call rang and ended before anyone was connected.
func (f *facts) missed(v derived) bool {
	return !f.Outbound && v.over() && v.Answered.IsZero() && len(f.allTargets()) > 0
}

// seenBy returns the users who already know of a missed call: they marked it as seen,
// or were being connected when it ended. For users who declined it, it counts as new,
// because they expected a colleague to accept.
func (f *facts) seenBy() []id.ID {
	out := slices.Clone(f.SeenBy)
	if f.Taken != nil && !slices.Contains(out, f.Taken.User) {
		out = append(out, f.Taken.User)
	}
	return out
}

// canAccept returns the users who may accept while the call rings: its available
// targets, including those who declined and may reconsider.
func (f *facts) canAccept() []id.ID {
	return slices.DeleteFunc(slices.Clone(f.Targets), func(user id.ID) bool { return slices.Contains(f.Unavailable, user) })
}

// stillRinging returns the users it still rings.
func (f *facts) stillRinging() []id.ID {
	return slices.DeleteFunc(f.canAccept(), func(user id.ID) bool { return slices.Contains(f.Declined, user) })
}

func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// answered returns when the party answered, or the zero time. The duration gives it
// only to the second, so it is the last resort.
func (l *leg) answered() time.Time {
	if l.Answered.IsZero() && l.Joined.IsZero() {
		return l.AnsweredEstimate
	}
	return l.Answered
}

// assumedStatus returns the status to assume for a leg that the provider no longer
// knows.
func (l *leg) assumedStatus() carrier.LegStatus {
	if l.Joined.IsZero() && l.answered().IsZero() && l.Status != carrier.LegInProgress {
		return carrier.LegFailed
	}
	return carrier.LegCompleted
}

// failed reports whether the leg ended unanswered.
func (l *leg) failed() bool {
	switch l.Status {
	case carrier.LegBusy, carrier.LegFailed, carrier.LegNoAnswer, carrier.LegCanceled:
		return l.Joined.IsZero()
	default:
		return false
	}
}
