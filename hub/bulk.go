package hub

import (
	"slices"
	"time"

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
			func(p *access.Principal) bool { return isAbout(e, r.topic, p) })
		if asked > 0 {
			r.look = at
		}
	}
}

// isAbout tells whether a bulk entry that touches a topic may change what the principal
// is shown there: of users, his own topic shows himself alone.
func isAbout(e *entry.Entry, t Topic, p *access.Principal) bool {
	return t.Kind != Me || e.Object != "user" || slices.Contains(e.IDs, p.User)
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
	f, asked := resyncIn(r.name, wait.Round(time.Millisecond)), 0
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
	s.link.Send(resync(name))
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
	var found []*room
	for _, kind := range Kinds() {
		switch kind {
		case Record:
			found = append(found, t.touchedRecords(e)...)
		case Conversation, Chat:
			if threads[e.Object] == kind {
				found = append(found, t.touchedThreads(e, kind)...)
			}
		case Me, Calls, CallsAll, Feed, Object, PresenceOf, Nodes:
			topic := Topic{Kind: kind}
			if kind == Object {
				topic.Object = e.Object
			}
			if r := t.rooms[topic.Name()]; r != nil && touches(e, topic) {
				found = append(found, r)
			}
		}
	}
	return found
}

func (t *tenant) touchedRecords(e *entry.Entry) []*room {
	var found []*room
	open := t.shelves[shelf{Record, e.Object}]
	if len(open) == 0 {
		return nil
	}
	for _, i := range e.IDs {
		if r := t.rooms[Topic{Kind: Record, Object: e.Object, ID: i}.Name()]; r != nil {
			found = append(found, r)
		}
	}
	return found
}

func (t *tenant) touchedThreads(e *entry.Entry, kind Kind) []*room {
	var found []*room
	for r := range t.shelves[shelf{kind, threadObject(kind)}] {
		if touches(e, r.topic) {
			found = append(found, r)
		}
	}
	return found
}

func threadObject(kind Kind) string {
	if kind == Chat {
		return "chat"
	}
	return "twilio_conversation"
}

// touches tells whether a bulk entry may change what a topic shows.
func touches(e *entry.Entry, t Topic) bool {
	switch t.Kind {
	case Object:
		return t.Object == e.Object
	case Record:
		return t.Object == e.Object && slices.Contains(e.IDs, t.ID)
	case Conversation, Chat:
		if t.Object == e.Object {
			return slices.Contains(e.IDs, t.ID)
		}
		return slices.Contains(objectsOf(t), e.Object) // a bulk doesn't say whose parts
	case Me, Calls, CallsAll, Feed:
		return slices.Contains(objectsOf(t), e.Object)
	case PresenceOf, Nodes:
	}
	return false
}
