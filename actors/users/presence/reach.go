package presence

import (
	"time"

	"switchboard/actors/users"
)

// reach is whether a call may ring for a user, based on the sockets, the phone and
// the dot.
type reach int

const (
	// gone: not connected, away, or another dot.
	gone reach = iota
	// between: the last socket closed a moment ago. No new call rings, but one that
	// rings continues: a page reload is no departure.
	between
	// returning: the last socket closed even more recently, and its phone was
	// registered. New calls ring, because telling a caller "nobody" during a page
	// reload is worse than ringing unheard for a moment.
	returning
	// unheard: nothing is known, perhaps only at this node. Calls ring rather than
	// reach nobody.
	unheard
	// here: an open socket at some node, and a phone.
	here
)

// reach derives the reach from the same inputs as the dot.
func (v view) reach(c choice, unsure bool, now time.Time) reach {
	switch dot := v.dot(c, unsure, now); {
	case dot == users.Unknown && c.status == users.Available:
		return unheard
	case dot != users.Available:
		return gone
	case v.open:
		return here
	case v.last.ready() && now.Sub(v.left) < phoneTime:
		return returning
	default:
		return between
	}
}
