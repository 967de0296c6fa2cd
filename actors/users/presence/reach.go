package presence

import (
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// reach says whether a call may ring for a user, by his sockets and his dot.
type reach int

const (
	// gone: nobody is there, or he is away, or his dot says something else.
	gone reach = iota
	// between: his last socket went a moment ago. No call rings for him anew, and one
	// that does goes on: a reload of the page is no departure.
	between
	// unheard: nothing is known of him, which may only be this node's ignorance. A call
	// rings for him rather than for nobody.
	unheard
	// here: he has an open socket at some node.
	here
)

// reach derives it from what the dot is derived from.
func (v view) reach(chosen string, unsure bool, now time.Time) reach {
	switch dot := v.dot(chosen, unsure, now); {
	case dot == users.Unknown && chosen == users.Available:
		return unheard
	case dot != users.Available:
		return gone
	case v.open:
		return here
	default:
		return between
	}
}

// Reach tells of users who chose to be available whom a call rings for: those with an
// open socket, at whatever node, who gave input within ten minutes. Those in missing are
// rung for no more; who is in neither had a socket a moment ago.
//
// While absence may only mean that this node has not heard (30 s after its start; as
// long as other nodes' leases can't be read), whoever is not seen is rung too: better
// too many than nobody. Nothing is read for it, and it never blocks.
func (p *Tracker) Reach(organization id.ID, some []id.ID) (ringing, missing []id.ID) {
	now := time.Now()
	unsure, blind := p.certainty.unsure(now), p.certainty.isBlind()
	sort := func(r *roster) {
		ringing, missing = nil, nil
		for _, user := range some {
			v := view{}
			if r != nil {
				v = r.seen(user)
			}
			is := v.reach(users.Available, unsure, now)
			switch {
			case is >= unheard || blind && is == gone:
				ringing = append(ringing, user)
			case is == gone:
				missing = append(missing, user)
			}
		}
	}
	if !p.rosters.found(organization, sort) {
		sort(nil)
	}
	return ringing, missing
}
