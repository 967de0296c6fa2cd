package users

import (
	"time"

	"switchboard/storage/id"
)

// Effective implements Dots.
func (p *Presence) Effective(organization, user id.ID, chosen string) (string, []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.roster(organization).people[user]
	if u == nil {
		u = &person{}
	}
	dot := p.dot(organization, user, u, chosen, time.Now())
	switch {
	case dot == chosen && chosen == OnCallStatus:
		return dot, []string{"A call is live."}
	case dot == chosen:
		return dot, nil
	case dot == Away:
		return dot, []string{"There was no input for ten minutes."}
	case dot == Unknown:
		return dot, []string{"The server has just started."}
	default:
		return dot, []string{"No browser is connected."}
	}
}

// dot derives what others see, under the lock.
func (p *Presence) dot(organization, user id.ID, u *person, chosen string, now time.Time) string {
	if chosen == OnCallStatus {
		return OnCallStatus // the call knows better than a socket
	}
	v := p.view(organization, user, u)
	if !v.open {
		switch {
		case !v.left.IsZero() && now.Sub(v.left) < leaseTime:
		case p.unsure(now):
			return Unknown
		default:
			return Offline
		}
	}
	if chosen == Available && v.idle(now) {
		return Away
	}
	return chosen
}
