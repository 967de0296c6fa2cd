package presence

import (
	"time"

	"switchboard/actors/users"
)

// activity is a node's report about a user: 0 is active, a time (Unix milliseconds)
// is connected and idle since then, a negative time is the end of the last socket.
type activity int64

// nodeActivity is an activity with the serial of the node's change. For a
// disconnected user, input is the time of the last input, or 0 if the user was active
// until the end.
type nodeActivity struct {
	activity activity
	input    activity
	rev      int64
	phone    phone
}

// lastInput returns the time of a disconnected user's last input.
func (n nodeActivity) lastInput() activity {
	if n.input > 0 {
		return n.input
	}
	return -n.activity
}

// recent reports whether a user who disconnected then still keeps the dot.
func (m activity) recent(now time.Time) bool { return now.Sub(time.UnixMilli(-int64(m))) < leaseTime }

// view combines a user's sockets at all nodes.
type view struct {
	open, active bool
	input, left  time.Time
	// phone is the phone of open sockets, last that of closed ones.
	phone, last phone
}

// registered returns the phone that counts.
func (v view) registered() phone {
	if v.open {
		return v.phone
	}
	return v.last
}

// with adds one node's report about the user.
func (v view) with(n nodeActivity) view {
	if n.activity >= 0 {
		if v.open {
			n.phone = n.phone.or(v.phone)
		}
		v.open, v.phone = true, n.phone
	}
	switch {
	case n.activity == 0:
		v.active = true
	case n.activity > 0:
		v.input = later(v.input, time.UnixMilli(int64(n.activity)))
	default:
		if !v.left.IsZero() {
			n.phone = n.phone.or(v.last)
		}
		v.last = n.phone
		v.left = later(v.left, time.UnixMilli(-int64(n.activity)))
		v.input = later(v.input, time.UnixMilli(int64(n.lastInput())))
	}
	return v
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// idle reports whether there was no input at any socket for idleTime. A user who was
// away when the last socket closed is still away.
func (v view) idle(now time.Time) bool {
	return !v.active && !v.input.IsZero() && now.Sub(v.input) >= idleTime
}

// next returns the time at which the dot changes without an event, or zero.
func (v view) next(c choice, now time.Time) (next time.Time) {
	if c.status == users.OnCallStatus {
		return next
	}
	if !v.open && !v.left.IsZero() {
		if gone := v.left.Add(leaseTime); gone.After(now) {
			next = gone
		}
	}
	if c.status != users.Available || !v.open && next.IsZero() {
		return next
	}
	if away := v.input.Add(idleTime); !v.active && !v.input.IsZero() && away.After(now) {
		next = earlier(next, away)
	}
	if until := v.registered().until(); until.After(now) {
		next = earlier(next, until)
	}
	return earlier(next, c.calls.Next(now))
}
