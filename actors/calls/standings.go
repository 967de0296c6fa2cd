package calls

import (
	"maps"
	"slices"

	"switchboard/storage/id"
)

// The states of who has to do with a call.
const (
	PartyRinging    = "ringing" // it rings for him
	PartyConnecting = "connecting"
	PartyWaiting    = "waiting" // on the line, alone so far
	PartyTalking    = "talking"
	PartyHolding    = "holding" // he has the other side wait
	PartyHeld       = "held"    // he waits
	PartyDeclined   = "declined"
	PartyMissed     = "missed" // it rang for him, and nobody took it
	PartyLeft       = "left"
	PartyNone       = "none" // it is not with him: somebody else took it, or he can't be reached
)

// otherSide is the party that is nobody of ours.
const otherSide = "customer"

// Standing is how somebody has to do with a call at a moment.
type Standing struct {
	Who   string `json:"who"` // a user's id, or customer
	State string `json:"state"`
	Muted bool   `json:"muted,omitempty"`
	// Owns says that it is his call.
	Owns bool `json:"owns,omitempty"`
}

// standings tells how everybody stands, the other side first, ours as they are told of.
func (f *folded) standings() []Standing {
	out := []Standing{{Who: otherSide, State: f.customer()}}
	for _, user := range f.people {
		p := Standing{Who: string(user), State: f.stands(user)}
		if on := p.State == PartyTalking || p.State == PartyWaiting || p.State == PartyHolding; on {
			p.Muted, p.Owns = f.muted[user], f.user == user
		}
		out = append(out, p)
	}
	return out
}

func (f *folded) customer() string {
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

// on tells whether somebody is on the line, and whether he ever was.
func (f *folded) on(who id.ID) (on, was bool) {
	for _, s := range f.spells {
		if s.who == who && !s.since.IsZero() {
			was = true
			on = on || s.until.IsZero()
		}
	}
	return on, was
}

func (f *folded) stands(user id.ID) string {
	on, was := f.on(user)
	switch {
	case f.over():
		return f.stood(user, was)
	case on && f.answered.IsZero():
		return PartyWaiting
	case on && !f.heldAt.IsZero() && f.atOnce() == 1:
		return PartyHolding
	case on:
		return PartyTalking
	case f.handing() && f.target == user && f.transfer == TransferPending:
		return PartyRinging
	case f.taken == user || f.handing() && f.target == user:
		return PartyConnecting
	case was:
		return PartyLeft
	case slices.Contains(f.declined, user) || f.target == user && f.transfer == TransferDeclined:
		return PartyDeclined
	case f.status == Ringing && f.taken == "" && slices.Contains(f.rung, user) && !slices.Contains(f.gone, user):
		return PartyRinging
	default:
		return PartyNone
	}
}

// stood is how somebody stood to a call that is over.
func (f *folded) stood(user id.ID, was bool) string {
	switch {
	case was:
		return PartyLeft
	case slices.Contains(f.declined, user) || f.target == user && f.transfer == TransferDeclined:
		return PartyDeclined
	case f.answered.IsZero() && slices.Contains(f.rang(), user):
		return PartyMissed
	default:
		return PartyNone
	}
}

// atOnce counts our people on the line.
func (f *folded) atOnce() int {
	users := map[id.ID]bool{}
	for s := range maps.Values(f.spells) {
		if s.who != "" && !s.since.IsZero() && s.until.IsZero() {
			users[s.who] = true
		}
	}
	return len(users)
}
