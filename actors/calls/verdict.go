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

// verdict is the state of the call that follows from the facts.
type verdict struct {
	Status   string
	User     id.ID // whose call it is
	Answered time.Time
	Ended    time.Time
}

func (v verdict) over() bool { return v.Status != Ringing && v.Status != InProgress }

// verdictOf computes the verdict. It is a function of the facts alone.
func verdictOf(f *facts) verdict {
	v := verdict{Status: Ringing}
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

// connected says since when both sides were there, and whose call that makes it.
// The caller of an inbound call is there from the start; of an outbound one our
// side is.
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
	var who id.ID
	f.staff(func(sid string, u id.ID, l *leg) {
		at := l.Joined
		if f.Taken != nil && f.Taken.SID == sid && f.Taken.User == u {
			at = earliest(at, l.answered()) // its join may be late, or lost
		}
		if at.IsZero() && l.Status == carrier.LegCompleted {
			at = earliest(l.answered(), l.Over) // its join is still on its way
		}
		if at.IsZero() || !since.IsZero() && (at.After(since) || at.Equal(since) && u > who) {
			return
		}
		since, who = at, u
	})
	if who == "" || user != "" {
		who = user
	}
	return since, who
}

// end says when the call ended, and with which status where nobody was connected. An end
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
		return at, status // a leg of ours that fails lets it ring on
	}
	// When the last of our people has left, and nobody is to come, the call is over.
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
