package presence

import (
	"context"
	"slices"
	"strings"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

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

// Effective implements Dots.
func (p *Tracker) Effective(organization, user id.ID, chosen string, calls *users.Calls) (string, []string) {
	now := time.Now()
	var v view
	if r := p.rosters.find(organization); r != nil {
		r.locked(func() { v = r.seen(user) })
	}
	c := choice{chosen, calls}
	dot := v.dot(c, p.certainty.unsure(now), now)
	switch {
	case dot == chosen && chosen == users.OnCallStatus:
		return dot, []string{"A call is live."}
	case dot == chosen:
		return dot, nil
	case dot == users.Away:
		return dot, v.hindrances(c, now)
	case dot == users.Unknown:
		return dot, []string{"The server has just started."}
	default:
		return dot, []string{"No browser is connected."}
	}
}

// Reach tells of users who chose to be available whom a call rings for: those with an
// open socket, at whatever node, and a phone that is registered or about to be, who gave
// input within ten minutes; and who is just loading his page anew. Those in missing are
// rung for no more; who is in neither had a socket a moment ago.
//
// While absence may only mean that this node has not heard (30 s after its start; as
// long as other nodes' leases can't be read), whoever is not seen is rung too: better
// too many than nobody. Nothing is read for it, and it never blocks.
func (p *Tracker) Reach(organization id.ID, some []id.ID) (ringing, missing []id.ID) {
	now := time.Now()
	unsure, blind := p.certainty.unsure(now), p.certainty.isBlind()
	sort := func(r *roster) {
		ringing, missing = nil, nil
		for _, user := range some {
			v := view{}
			if r != nil {
				v = r.seen(user)
			}
			is := v.reach(choice{status: users.Available}, unsure, now)
			switch {
			case is >= returning || blind && is == gone:
				ringing = append(ringing, user)
			case is == gone:
				missing = append(missing, user)
			}
		}
	}
	if !p.rosters.found(organization, sort) {
		sort(nil)
	}
	return ringing, missing
}
