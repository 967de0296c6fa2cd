package calls

import (
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/id"
)

// The statuses of a call (docs/calls.md says what each means).
const (
	Ringing    = "ringing"
	InProgress = "in-progress"
	Completed  = "completed"
	Busy       = "busy"
	Failed     = "failed"
	NoAnswer   = "no-answer"
	Canceled   = "canceled"
)

// derived is the call's state that follows from the facts.
type derived struct {
	Status   string
	User     id.ID // owner of the call
	Answered time.Time
	Ended    time.Time
}

func (v derived) over() bool { return v.Status != Ringing && v.Status != InProgress }

// derive computes the state. It depends on the facts only.
func derive(f *facts) derived {
	v := derived{Status: Ringing}
	if f.Taken != nil {
		v.User = f.Taken.User
	}
	v.Answered, v.User = connected(f, v.User)
	if !v.Answered.IsZero() {
		v.Status = InProgress
	}
	at, status := end(f, !v.Answered.IsZero())
	if at.IsZero() {
		return v
	}
	v.Status = status
	if !v.Answered.IsZero() {
		v.Status = Completed
	}
	v.Ended = latest(at, latest(v.Answered, f.Started))
	return v
}

// connected returns when both parties were on the line, and whose call that makes it.
// The caller of an inbound call is there from the start; in an outbound call our user
// is.
func connected(f *facts, user id.ID) (time.Time, id.ID) {
	if f.Outbound {
		c := f.customer()
		if c == nil {
			return time.Time{}, user
		}
		at := earliest(c.answered(), c.Joined)
		if at.IsZero() && c.Status == carrier.LegCompleted {
			at = c.Over // completed means that it was answered
		}
		return at, user
	}
	var since time.Time
	var owner id.ID
	f.staff(func(sid string, u id.ID, l *leg) {
		at := l.Joined
		if f.Taken != nil && f.Taken.SID == sid && f.Taken.User == u {
			at = earliest(at, l.answered()) // its join may be late or lost
		}
		if at.IsZero() && l.Status == carrier.LegCompleted {
			at = earliest(l.answered(), l.Over) // its join has not arrived yet
		}
		if at.IsZero() || !since.IsZero() && (at.After(since) || at.Equal(since) && u > owner) {
			return
		}
		since, owner = at, u
	})
	if owner == "" || user != "" {
		owner = user
	}
	return since, owner
}

// end returns when the call ended, and the status if nobody was connected. An end
// that we decided outranks the provider's status, which only follows from it.
func end(f *facts, wasConnected bool) (time.Time, string) {
	if f.Ended != nil {
		return f.Ended.At, f.Ended.Status
	}
	var at time.Time
	status := Canceled
	if c := f.customer(); c != nil {
		if !c.Over.IsZero() || c.Status.Over() {
			at = c.Over
		}
		if !c.Joined.IsZero() {
			at = earliest(at, f.ConferenceEnd)
		}
		if f.Outbound {
			status = outboundStatus(c)
		}
	}
	if !f.Outbound && !wasConnected {
		return at, status // if our leg fails, the call rings on
	}
	// The call is over when the last of our users has left and no one is joining.
	present, last, refused := f.Transfer.awaited(), time.Time{}, false
	f.staff(func(_ string, _ id.ID, l *leg) {
		switch {
		case l.Over.IsZero():
			present = true
		case f.Outbound || !l.failed():
			last = latest(last, l.Over)
			refused = refused || l.failed()
		}
	})
	if !present && !last.IsZero() {
		if !wasConnected && refused && at.IsZero() {
			status = Failed
		}
		at = earliest(at, last)
	}
	return at, status
}

func outboundStatus(c *leg) string {
	switch c.Status {
	case carrier.LegBusy:
		return Busy
	case carrier.LegFailed:
		return Failed
	case carrier.LegNoAnswer:
		return NoAnswer
	default:
		return Canceled
	}
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
