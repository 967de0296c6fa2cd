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
		// A roster may already be due to be dropped, and reading makes it due again.
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

// Away lists the users of an organization who are shown as away or offline.
func (p *Tracker) Away(ctx context.Context, organization id.ID) (map[id.ID]bool, error) {
	dots, err := p.Snapshot(ctx, organization)
	away := map[id.ID]bool{}
	for _, dot := range dots {
		if dot.Status == users.Away || dot.Status == users.Offline {
			away[dot.ID] = true
		}
	}
	return away, err
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
		return dot, v.unavailableReasons(c, now)
	case dot == users.Unknown:
		return dot, []string{"The server has just started."}
	default:
		return dot, []string{"No browser is connected."}
	}
}

// Reach splits users who chose to be available. ringing are the ones that a call rings:
// they have an open socket at any node, a phone that is registered or about to be,
// and gave input within ten minutes, or are just reloading the page. A call no longer
// rings those in missing. Users in neither had a socket a moment ago.
//
// While this node may not know all sockets (for 30 s after its start, or while other
// nodes' leases are unreadable), it also rings unknown users, because ringing too
// many is better than none. Reach reads nothing and never blocks.
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
