package presence

import (
	"context"
	"slices"
	"strings"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// Dot is one user's dot as others see it, and what he chose.
type Dot struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
	Status string `json:"status"`
	Chosen string `json:"chosen"`
}

// Snapshot lists the dots of an organization's users by name.
func (p *Tracker) Snapshot(ctx context.Context, organization id.ID) ([]Dot, error) {
	loaded := false
	p.rosters.with(organization, func(r *roster) {
		// A look is due when they may be dropped already, and reading them makes it due too.
		r.wanted, r.asked, loaded = true, time.Now(), r.loaded
	})
	if !loaded {
		if err := p.load(ctx, organization); err != nil {
			return nil, err
		}
	}
	now := time.Now()
	unsure := p.certainty.unsure(now)
	var out []Dot
	p.rosters.with(organization, func(r *roster) { out = r.dots(unsure, now) })
	slices.SortFunc(out, func(a, b Dot) int {
		return strings.Compare(a.Name+string(a.ID), b.Name+string(b.ID))
	})
	return out, nil
}

// dots gives everybody's who is enabled.
func (r *roster) dots(unsure bool, now time.Time) []Dot {
	out := []Dot{}
	for _, u := range r.people {
		if u.enabled {
			out = append(out, Dot{ID: u.id, Name: u.name, Status: r.view(u.id, u).dot(u.chosen, unsure, now), Chosen: u.chosen})
		}
	}
	return out
}

// Effective implements Dots.
func (p *Tracker) Effective(organization, user id.ID, chosen string) (string, []string) {
	now := time.Now()
	var v view
	if r := p.rosters.find(organization); r != nil {
		r.locked(func() { v = r.seen(user) })
	}
	dot := v.dot(chosen, p.certainty.unsure(now), now)
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
