package presence

import (
	"time"

	"switchboard/actors/users"
)

// activity is what a node says of one user: 0 is somebody there, a time (Unix
// milliseconds) is open sockets and nobody there since, a negative time is the
// last socket gone at it.
type activity int64

// nodeActivity is an activity with the change of its node that made it. Of somebody who
// left, input is when there was input the last time; 0 where he was there until then.
type nodeActivity struct {
	activity activity
	input    activity
	rev      int64
	phone    phone
}

// lastInput is when somebody who left gave input the last time.
func (n nodeActivity) lastInput() activity {
	if n.input > 0 {
		return n.input
	}
	return -n.activity
}

// recent tells whether somebody who left then still keeps his dot.
func (m activity) recent(now time.Time) bool { return now.Sub(time.UnixMilli(-int64(m))) < leaseTime }

// view is a user's sockets at all nodes together.
type view struct {
	open, active bool
	input, left  time.Time
	// phone is that of the open sockets, last that of those that left.
	phone, last phone
}

// registered is the phone that counts.
func (v view) registered() phone {
	if v.open {
		return v.phone
	}
	return v.last
}

// with adds what one node tells of the user.
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

// idle tells whether there was no input at any socket for idleTime. Who was away when his
// last socket went is still away.
func (v view) idle(now time.Time) bool {
	return !v.active && !v.input.IsZero() && now.Sub(v.input) >= idleTime
}

// next is when a dot changes by time alone; zero where it doesn't.
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
