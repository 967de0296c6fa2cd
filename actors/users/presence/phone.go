package presence

import (
	"time"

	"switchboard/actors/users"
)

// phoneTime is how long a phone is waited for: a page that was just opened registers its own
// within seconds, and so does one whose network was away.
const phoneTime = 15 * time.Second

// phone is what is known of a user's phone at one socket, or at all sockets of one node.
// The zero phone is ready, which also stands for a node of a release that tells of none.
type phone struct {
	// Since is when none was ready any more, or the socket came that has not told of its own
	// yet; 0 while one is ready.
	Since activity `json:"s,omitempty"`
	// Why none is to be waited for, "" where one is.
	Why users.PhoneState `json:"w,omitempty"`
}

// awaited is the phone of a socket that came, or lost its own, at a time.
func awaited(since time.Time) phone { return phone{Since: activity(since.UnixMilli())} }

func (p phone) ready() bool { return p.Since == 0 }

// told takes over what a browser tells of its phone.
func (p phone) told(state users.PhoneState, now time.Time) phone {
	switch {
	case state == users.PhoneReady:
		return phone{}
	case state != users.PhoneStarting:
		return phone{Since: activity(now.UnixMilli()), Why: state}
	case p.ready():
		return awaited(now)
	default: // one that failed may try for ever
		return p
	}
}

// or gives the phone that is nearer to being ready.
func (p phone) or(other phone) phone {
	switch {
	case p.ready() || other.ready():
		return phone{}
	case (p.Why == "") != (other.Why == ""):
		if p.Why == "" {
			return p
		}
		return other
	case other.Since > p.Since, other.Since == p.Since && other.Why < p.Why: // whatever their order
		return other
	default:
		return p
	}
}

// until is when a phone is waited for no longer; zero where it is ready, or never will be.
func (p phone) until() time.Time {
	if p.ready() || p.Why != "" {
		return time.Time{}
	}
	return time.UnixMilli(int64(p.Since)).Add(phoneTime)
}

// hindrance says why nothing can be put through to it, "" where it can be, or is to be waited
// for.
func (p phone) hindrance(now time.Time) string {
	switch {
	case p.ready() || p.until().After(now):
		return ""
	case p.Why == users.PhoneNoMicrophone:
		return "The browser may use no microphone."
	case p.Why == users.PhoneFailed:
		return "The phone in the browser could not be set up."
	default:
		return "No browser has its phone registered."
	}
}

// hindrances say why no call rings for somebody who is connected and chose to be available.
func (v view) hindrances(c choice, now time.Time) (out []string) {
	idle := ""
	if v.idle(now) {
		idle = "There was no input for ten minutes."
	}
	for _, why := range []string{idle, v.registered().hindrance(now), c.calls.Hindrance(now)} {
		if why != "" {
			out = append(out, why)
		}
	}
	return out
}
