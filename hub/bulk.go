package hub

import (
	"slices"
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
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
func (t *tenant) deliverBulk(e *entry.Entry, now time.Time) {
	for _, r := range t.touched(e) {
		at := r.nextLook(now, t.hub.options.ResyncEvery)
		asked := t.askRoom(r, at.Sub(now), func(g *group) bool { return mayConcern(e, g) },
			func(p *access.Principal) bool { return t.catalog().IsAbout(e, r.topic, p) })
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
func (t *tenant) askRoom(r *room, wait time.Duration, group func(*group) bool, one func(*access.Principal) bool) int {
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
	t.hub.metrics.resyncs.Add(float64(asked))
	return asked
}

// ask asks one socket to look at a topic again, whether it has looked or not. The
// caller holds the lock.
func (t *tenant) ask(s *socket, name string) {
	if i := slices.Index(s.topics, name); i >= 0 {
		s.seats[i].asked = true
	}
	s.link.Send(projection.Resync(name))
	t.hub.metrics.resyncs.Inc()
}

// lookedAgain notes that a socket is about to take a fresh look: what comes from now on
// is news to it. The caller holds the lock.
func (t *tenant) lookedAgain(s *socket, name string) {
	if i := slices.Index(s.topics, name); i >= 0 {
		s.seats[i].asked = false
	}
}

// touched lists the rooms that a bulk entry may concern. What it costs grows with
// the rooms that are open, not with the rows of the entry.
func (t *tenant) touched(e *entry.Entry) []*room {
	c := t.catalog()
	var found []*room
	if len(t.shelves[shelf{topic.Record, e.Object}]) > 0 {
		for _, i := range e.IDs {
			if r := t.rooms[topic.OfRecord(e.Object, i).Name()]; r != nil {
				found = append(found, r)
			}
		}
	}
	if thread := c.Registry().ThreadOf(e.Object); thread != nil {
		for r := range t.shelves[shelf{topic.Thread, thread.APIName}] {
			if c.Touches(e, r.topic) {
				found = append(found, r)
			}
		}
	}
	for _, at := range []shelf{
		{topic.Object, e.Object}, {topic.Ongoing, e.Object}, {topic.OngoingAll, e.Object}, {kind: topic.Me}, {kind: topic.Feed},
	} {
		for r := range t.shelves[at] {
			if c.Touches(e, r.topic) {
				found = append(found, r)
			}
		}
	}
	return found
}
