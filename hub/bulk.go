package hub

import (
	"time"

	"switchboard/hub/projection"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// A bulk entry names up to 500 rows without saying who may see which, so it asks
// sockets to look again. A bulk of a million rows is thousands of entries in a few
// seconds, which must not become as many fresh looks. So a socket is asked once and
// then not again until it has looked (it subscribes again, before it reads), and
// while a bulk goes on it is asked to wait a while first. Nothing is held back here:
// what a client was not told, and would lose with its connection, does not exist.

// deliverBulk asks everybody whom a bulk entry may concern to look again. The
// caller holds the lock.
func (a *audience) deliverBulk(e *entry.Entry, now time.Time) {
	for _, r := range a.touched(e) {
		at := r.nextLook(now, a.node.options.ResyncEvery)
		asked := a.askRoom(r, at.Sub(now), func(g *group) bool { return mayConcern(e, g) },
			func(p *access.Principal) bool { return a.catalog().IsAbout(e, r.topic, p) })
		if asked > 0 {
			r.look = at
		}
	}
}

// nextLook tells when clients shall look that are asked now: at once, unless a look
// is due already or was due within the last while.
func (r *room) nextLook(now time.Time, every time.Duration) time.Time {
	next := r.look
	if !next.After(now) {
		next = next.Add(every)
	}
	if r.look.IsZero() || next.Before(now) {
		return now
	}
	return next
}

// mayConcern tells whether the group can see any row of the entry's object.
func mayConcern(e *entry.Entry, g *group) bool {
	return g.sockets[0].principal.Load().Rights(e.Object).Readable() != nil
}

// askRoom asks those of a room's sockets to look again that were not asked since
// they last did, and gives their number. The caller holds the lock.
func (a *audience) askRoom(r *room, wait time.Duration, group func(*group) bool, one func(*access.Principal) bool) int {
	f, asked := projection.ResyncIn(r.name, wait.Round(time.Millisecond)), 0
	for _, g := range r.groups {
		if !group(g) {
			continue
		}
		for _, s := range g.sockets {
			seat := s.seatIn(r)
			if s.held == nil && !seat.asked && one(s.principal.Load()) {
				seat.asked = true
				s.link.Send(f)
				asked++
			}
		}
	}
	a.node.metrics.resyncs.Add(float64(asked))
	return asked
}
