package hub

import (
	"time"

	"switchboard/hub/projection"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// A bulk entry names up to 500 rows without saying who may see which, so it asks
// sockets to take fresh snapshots. A bulk of a million rows is thousands of entries in a
// few seconds, which must not become as many snapshots. So a socket is asked once and
// then not again until it subscribes again, and while a bulk goes on it is asked to wait
// a while first. No request is delayed here: a socket that was cut off before it came
// would never hear of it.

// deliverBulk asks everybody whom a bulk entry may concern to take a fresh snapshot.
// The caller holds the lock.
func (a *audience) deliverBulk(e *entry.Entry, now time.Time) {
	for _, r := range a.touched(e) {
		at := r.nextResync(now, a.node.options.ResyncEvery)
		asked := a.resyncRoom(r, at.Sub(now), func(g *group) bool { return mayConcern(e, g) },
			func(p *access.Principal) bool { return a.catalog().IsAbout(e, r.topic, p) })
		if asked > 0 {
			r.resyncAt = at
		}
	}
}

// nextResync tells when clients that are asked now shall take their snapshots: at once,
// unless one is due already or was due within the last interval.
func (r *room) nextResync(now time.Time, every time.Duration) time.Time {
	next := r.resyncAt
	if !next.After(now) {
		next = next.Add(every)
	}
	if r.resyncAt.IsZero() || next.Before(now) {
		return now
	}
	return next
}

// mayConcern tells whether the group can see any row of the entry's object.
func mayConcern(e *entry.Entry, g *group) bool {
	return g.sockets[0].principal.Load().Rights(e.Object).Readable() != nil
}

// resyncRoom asks those of a room's sockets for a fresh snapshot that were not asked
// since their last one, and gives their number. The caller holds the lock.
func (a *audience) resyncRoom(r *room, wait time.Duration, group func(*group) bool, one func(*access.Principal) bool) int {
	f, asked := projection.ResyncIn(r.name, wait.Round(time.Millisecond)), 0
	for _, g := range r.groups {
		if !group(g) {
			continue
		}
		for _, s := range g.sockets {
			sub := s.subscriptionTo(r)
			if s.renewal == nil && !sub.resyncAsked && one(s.principal.Load()) {
				sub.resyncAsked = true
				s.link.Send(f)
				asked++
			}
		}
	}
	a.node.metrics.resyncs.Add(float64(asked))
	return asked
}
