package presence

import (
	"time"

	"switchboard/actors/users"
)

// reach says whether a call may ring for a user, by his sockets, his phone and his dot.
type reach int

const (
	// gone: nobody is there, or he is away, or his dot says something else.
	gone reach = iota
	// between: his last socket went a moment ago. No call rings for him anew, and one
	// that does goes on: a reload of the page is no departure.
	between
	// returning: it went even less long ago, and its phone was registered. A call rings for
	// him: that a caller is told "nobody" while the page is loaded anew is worse than that it
	// rings for a moment where nobody hears it.
	returning
	// unheard: nothing is known of him, which may only be this node's ignorance. A call
	// rings for him rather than for nobody.
	unheard
	// here: he has an open socket at some node, and a phone.
	here
)

// reach derives it from what the dot is derived from.
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
