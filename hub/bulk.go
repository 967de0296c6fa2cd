package hub

import (
	"time"

	"switchboard/hub/projection"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// A bulk entry names up to 500 rows without saying who may see them, so
// sockets are asked to take fresh snapshots. A bulk change of a million rows
// produces thousands of entries within seconds, which must not cause as many
// snapshots. A socket is therefore asked once, and not again until it has
// subscribed again; while the bulk change continues, it is asked to wait
// first. The request itself is never delayed here: a socket that was cut off
// before a delayed request would miss it for good.

// deliverBulk asks every socket that a bulk entry may affect to take a fresh
// snapshot. The caller holds the lock.
func (org *orgState) deliverBulk(e *entry.Entry, now time.Time) {
	for _, r := range org.touched(e) {
		at := r.nextResync(now, org.node.options.ResyncEvery)
		opened := org.resyncRoom(r, at.Sub(now), func(g *group) bool { return mayConcern(e, g) },
			func(p *access.Principal) bool { return org.catalog().IsAbout(e, r.topic, p) })
		if opened > 0 {
			r.resyncAt = at
		}
	}
}

// nextResync returns when clients that are asked now should take their
// snapshots: immediately, unless a snapshot is already scheduled or one was
// due within the last interval.
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

// mayConcern reports whether the group can see any row of the entry's object.
func mayConcern(e *entry.Entry, g *group) bool {
	return g.sockets[0].principal.Load().Rights(e.Object).Readable() != nil
}

// resyncRoom asks a room's sockets for a fresh snapshot, skipping those that
// have been asked since their last one. It returns how many it asked. The
// caller holds the lock.
func (org *orgState) resyncRoom(r *room, wait time.Duration, group func(*group) bool, one func(*access.Principal) bool) int {
	f, opened := projection.ResyncIn(r.name, wait.Round(time.Millisecond)), 0
	for _, g := range r.groups {
		if !group(g) {
			continue
		}
		for _, s := range g.sockets {
			sub := s.subscriptionTo(r)
			if s.reload == nil && !sub.resyncAsked && one(s.principal.Load()) {
				sub.resyncAsked = true
				s.link.Send(f)
				opened++
			}
		}
	}
	org.node.metrics.resyncs.Add(float64(opened))
	return opened
}
