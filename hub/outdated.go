package hub

import (
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/storage/entry"
)

// Some entries change what sockets see without saying how, so the sockets are
// asked to take fresh snapshots (topic.Catalog.Outdates). One kind changes
// which other records users see. The other is bulk: it names up to 500 rows
// without saying who may see them.
//
// A bulk change of a million rows produces thousands of entries within
// seconds, which must not cause as many snapshots. A socket is therefore asked
// once, and not again until it has subscribed again; while the bulk change
// continues, it is asked to wait first. The request itself is never delayed
// here: a socket that was cut off before a delayed request would miss it for
// good.

// resyncOutdated asks every socket to take fresh snapshots of the topics that
// an entry outdates. The caller holds the lock.
func (org *orgState) resyncOutdated(e *entry.Entry, now time.Time) {
	switch {
	case org.catalog().Visibility.ChangedBy(e):
		for _, r := range org.rooms {
			org.resyncRoom(r, e, now)
		}
	case e.Op == entry.Bulk:
		for _, r := range org.touched(e) {
			org.resyncRoom(r, e, now)
		}
	}
}

// resyncRoom asks a room's sockets for a fresh snapshot if the entry outdates
// theirs, skipping those that have been asked since their last one. The caller
// holds the lock.
func (org *orgState) resyncRoom(r *room, e *entry.Entry, now time.Time) {
	c, at, asked := org.catalog(), now, 0
	if e.Op == entry.Bulk {
		at = r.nextResync(now, org.node.options.ResyncEvery)
	}
	var f link.Frame
	for _, g := range r.groups {
		for _, s := range g.sockets {
			sub := s.subscriptionTo(r)
			if s.reload != nil || sub.resyncAsked || !c.Outdates(e, r.topic, s.principal.Load()) {
				continue
			}
			if asked == 0 {
				f = projection.ResyncIn(r.name, at.Sub(now).Round(time.Millisecond))
			}
			sub.resyncAsked = true
			s.link.Send(f)
			asked++
		}
	}
	if asked > 0 && e.Op == entry.Bulk {
		r.resyncAt = at
	}
	org.node.metrics.resyncs.Add(float64(asked))
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
