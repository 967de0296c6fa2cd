package presence

import (
	"time"

	"switchboard/actors/users"
)

// phoneTime is how long calls wait for a phone. A page that was just opened, or whose
// network was down, registers its phone within seconds.
const phoneTime = 15 * time.Second

// phone is a user's phone at one socket, or at all sockets of one node. The zero
// phone is ready; nodes of releases that do not report phones send it too.
type phone struct {
	// Since is when no phone was ready any more, or when a socket without a report
	// was opened; 0 if one is ready.
	Since activity `json:"s,omitempty"`
	// Why is the reason not to wait for a phone, or "".
	Why users.PhoneState `json:"w,omitempty"`
}

// awaited returns the phone of a socket that opened, or lost its phone, at a time.
func awaited(since time.Time) phone { return phone{Since: activity(since.UnixMilli())} }

func (p phone) ready() bool { return p.Since == 0 }

// told applies a browser's report about its phone.
func (p phone) told(state users.PhoneState, now time.Time) phone {
	switch {
	case state == users.PhoneReady:
		return phone{}
	case state != users.PhoneStarting:
		return phone{Since: activity(now.UnixMilli()), Why: state}
	case p.ready():
		return awaited(now)
	default: // a failed phone may retry forever
		return p
	}
}

// or returns the phone that is closer to being ready.
func (p phone) or(other phone) phone {
	switch {
	case p.ready() || other.ready():
		return phone{}
	case (p.Why == "") != (other.Why == ""):
		if p.Why == "" {
			return p
		}
		return other
	case other.Since > p.Since, other.Since == p.Since && other.Why < p.Why: // independent of the order
		return other
	default:
		return p
	}
}

// until returns when calls stop waiting for a phone, or zero if it is ready or never
// will be.
func (p phone) until() time.Time {
	if p.ready() || p.Why != "" {
		return time.Time{}
	}
	return time.UnixMilli(int64(p.Since)).Add(phoneTime)
}

// unavailableReason returns why no call can reach the phone, or "" if one can or may
// soon.
func (p phone) unavailableReason(now time.Time) string {
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

// unavailableReasons returns why no call rings for a connected user who chose to be
// available.
func (v view) unavailableReasons(c choice, now time.Time) (out []string) {
	idle := ""
	if v.idle(now) {
		idle = "There was no input for ten minutes."
	}
	for _, why := range []string{idle, v.registered().unavailableReason(now), c.calls.UnavailableReason(now)} {
		if why != "" {
			out = append(out, why)
		}
	}
	return out
}
