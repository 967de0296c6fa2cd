package calls

import (
	"maps"
	"slices"

	"switchboard/storage/id"
)

// The states of a call's parties.
const (
	PartyRinging    = "ringing" // it rings for the user
	PartyConnecting = "connecting"
	PartyWaiting    = "waiting" // on the line, alone so far
	PartyTalking    = "talking"
	PartyHolding    = "holding" // has the other party on hold
	PartyHeld       = "held"    // is on hold
	PartyDeclined   = "declined"
	PartyMissed     = "missed" // it rang, and nobody accepted
	PartyLeft       = "left"
	PartyNone       = "none" // not involved: another user accepted, or the user is unavailable
)

// otherSide is the party that is not one of our users.
const otherSide = "customer"

// Standing is a party's state on a call at a moment.
type Standing struct {
	Who   string `json:"who"` // a user's id, or customer
	State string `json:"state"`
	Muted bool   `json:"muted,omitempty"`
	// Owns reports whether the user owns the call.
	Owns bool `json:"owns,omitempty"`
}

// standings returns the states of all parties, the other party first, then our users
// in the order in which events name them.
func (f *replayed) standings() []Standing {
	out := []Standing{{Who: otherSide, State: f.customerState()}}
	for _, user := range f.users {
		p := Standing{Who: string(user), State: f.stateOf(user)}
		if on := p.State == PartyTalking || p.State == PartyWaiting || p.State == PartyHolding; on {
			p.Muted, p.Owns = f.muted[user], f.user == user
		}
		out = append(out, p)
	}
	return out
}

func (f *replayed) customerState() string {
	on, was := f.on("")
	switch {
	case f.over() || was && !on:
		return PartyLeft
	case !f.heldAt.IsZero():
		return PartyHeld
	case !f.answered.IsZero():
		return PartyTalking
	case f.outbound:
		return PartyRinging
	default:
		return PartyWaiting
	}
}

// on reports whether a party is on the line, and whether it ever was.
func (f *replayed) on(user id.ID) (on, was bool) {
	for _, s := range f.intervals {
		if s.user == user && !s.since.IsZero() {
			was = true
			on = on || s.until.IsZero()
		}
	}
	return on, was
}

func (f *replayed) stateOf(user id.ID) string {
	on, was := f.on(user)
	switch {
	case f.over():
		return f.finalState(user, was)
	case on && f.answered.IsZero():
		return PartyWaiting
	case on && !f.heldAt.IsZero() && f.usersOnLine() == 1:
		return PartyHolding
	case on:
		return PartyTalking
	case f.transferring() && f.target == user && f.transfer == TransferPending:
		return PartyRinging
	case f.taken == user || f.transferring() && f.target == user:
		return PartyConnecting
	case was:
		return PartyLeft
	case slices.Contains(f.declined, user) || f.target == user && f.transfer == TransferDeclined:
		return PartyDeclined
	case f.status == Ringing && f.taken == "" && slices.Contains(f.targets, user) && !slices.Contains(f.unavailable, user):
		return PartyRinging
	default:
		return PartyNone
	}
}

// finalState returns a user's state on a call that is over.
func (f *replayed) finalState(user id.ID, was bool) string {
	switch {
	case was:
		return PartyLeft
	case slices.Contains(f.declined, user) || f.target == user && f.transfer == TransferDeclined:
		return PartyDeclined
	case f.answered.IsZero() && slices.Contains(f.allTargets(), user):
		return PartyMissed
	default:
		return PartyNone
	}
}

// usersOnLine counts our users on the line.
func (f *replayed) usersOnLine() int {
	users := map[id.ID]bool{}
	for s := range maps.Values(f.intervals) {
		if s.user != "" && !s.since.IsZero() && s.until.IsZero() {
			users[s.user] = true
		}
	}
	return len(users)
}
