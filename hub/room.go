package hub

import (
	"slices"
	"time"

	"switchboard/hub/topic"
)

// room is a topic that somebody on this node follows. Its sockets are grouped by
// profile, so that an entry is looked at once for all who see the same of it. It
// is guarded by its tenant's lock.
type room struct {
	topic  topic.Topic
	name   string
	size   int // sockets
	groups map[string]*group
	look   time.Time // when its clients were to look again because of a bulk
}

// group are the sockets of a room whose rights to the room's objects have the
// same profile: whatever distinguishes them is how a route names them.
type group struct {
	room    *room
	profile string
	sockets []*socket
}

// seat is a socket's place in a group.
type seat struct {
	group *group
	at    int
	// asked tells that the socket was asked to take a fresh look and has not yet:
	// asking again would tell it nothing.
	asked bool
}

// shelf is what bulks look rooms up by.
type shelf struct {
	kind   topic.Kind
	object string
}

// subscribe seats a socket in the room of a topic. The caller holds the lock.
func (t *tenant) subscribe(s *socket, name string) {
	if slices.Contains(s.topics, name) {
		return
	}
	about, ok := t.catalog().Parse(name)
	if !ok {
		return
	}
	r := t.rooms[name]
	if r == nil {
		r = &room{topic: about, name: name, groups: map[string]*group{}}
		t.rooms[name] = r
		at := shelf{about.Kind, about.Object}
		if t.shelves[at] == nil {
			t.shelves[at] = map[*room]struct{}{}
		}
		t.shelves[at][r] = struct{}{}
	}
	r.size++
	s.topics = append(s.topics, name)
	s.seats = append(s.seats, r.seat(s, t.catalog().Profile(s.principal.Load(), about)))
	t.subscriptions++
	t.users[s.principal.Load().User].subscriptions++
}

func (t *tenant) unsubscribe(s *socket, name string) {
	i := slices.Index(s.topics, name)
	if i < 0 {
		return
	}
	g := s.seats[i].group
	s.rise(i)
	s.topics = slices.Delete(s.topics, i, i+1)
	s.seats = slices.Delete(s.seats, i, i+1)
	t.subscriptions--
	t.users[s.principal.Load().User].subscriptions--
	r := g.room
	if r.size--; r.size > 0 {
		return
	}
	delete(t.rooms, name)
	at := shelf{r.topic.Kind, r.topic.Object}
	if delete(t.shelves[at], r); len(t.shelves[at]) == 0 {
		delete(t.shelves, at)
	}
}

// regroup moves a socket to where its changed rights belong. The caller holds the
// lock.
func (t *tenant) regroup(s *socket) {
	p := s.principal.Load()
	for i := range s.seats {
		r := s.seats[i].group.room
		if profile := t.catalog().Profile(p, r.topic); profile != s.seats[i].group.profile {
			asked := s.seats[i].asked
			s.rise(i)
			s.seats[i] = r.seat(s, profile)
			s.seats[i].asked = asked
		}
	}
}

// seat adds a socket to the group of a profile.
func (r *room) seat(s *socket, profile string) seat {
	g := r.groups[profile]
	if g == nil {
		g = &group{room: r, profile: profile}
		r.groups[profile] = g
	}
	g.sockets = append(g.sockets, s)
	return seat{group: g, at: len(g.sockets) - 1}
}

// rise takes a socket out of the group of its i-th seat; the last of the group
// takes its place.
func (s *socket) rise(i int) {
	g, at := s.seats[i].group, s.seats[i].at
	end := len(g.sockets) - 1
	if last := g.sockets[end]; last != s {
		g.sockets[at] = last
		last.seatIn(g.room).at = at
	}
	g.sockets[end] = nil
	g.sockets = g.sockets[:end]
	if end == 0 {
		delete(g.room.groups, g.profile)
	}
}

// seatIn gives the socket's seat in a room, nil where it has none.
func (s *socket) seatIn(r *room) *seat {
	for i := range s.seats {
		if s.seats[i].group.room == r {
			return &s.seats[i]
		}
	}
	return nil
}
