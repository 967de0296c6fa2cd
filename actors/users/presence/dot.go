package presence

import (
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// Effective implements Dots.
func (p *Tracker) Effective(organization, user id.ID, chosen string) (string, []string) {
	now := time.Now()
	var v view
	if r := p.find(organization); r != nil {
		r.locked(func() { v = r.seen(user) })
	}
	dot := v.dot(chosen, p.unsure(now), now)
	switch {
	case dot == chosen && chosen == users.OnCallStatus:
		return dot, []string{"A call is live."}
	case dot == chosen:
		return dot, nil
	case dot == users.Away:
		return dot, []string{"There was no input for ten minutes."}
	case dot == users.Unknown:
		return dot, []string{"The server has just started."}
	default:
		return dot, []string{"No browser is connected."}
	}
}

// dot derives what others see. Unsure is this node while absence may only mean that it
// has not heard yet.
func (v view) dot(chosen string, unsure bool, now time.Time) string {
	if chosen == users.OnCallStatus {
		return users.OnCallStatus // the call knows better than a socket
	}
	if !v.open {
		switch {
		case !v.left.IsZero() && now.Sub(v.left) < leaseTime:
		case unsure:
			return users.Unknown
		default:
			return users.Offline
		}
	}
	if chosen == users.Available && v.idle(now) {
		return users.Away
	}
	return chosen
}
