package hub

import (
	"slices"
	"sync/atomic"

	"switchboard/hub/topic"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// socketIndex holds an organization's sockets on this node and the rooms they
// are in. The organization's lock guards it.
type socketIndex struct {
	// current holds the topics of the current registry.
	current atomic.Pointer[topic.Catalog]

	sockets       map[*socket]struct{}
	rooms         map[string]*room
	roomsByKind   map[roomKind]map[*room]struct{}
	bySID         map[string]*socket
	users         map[id.ID]*person
	subscriptions int
	live          liveQueries
}

// person is a user with sockets on this node.
type person struct {
	sockets       []*socket
	subscriptions int
}

func newSocketIndex() socketIndex {
	return socketIndex{
		sockets: map[*socket]struct{}{}, rooms: map[string]*room{}, roomsByKind: map[roomKind]map[*room]struct{}{},
		bySID: map[string]*socket{}, users: map[id.ID]*person{}, live: newLiveQueries(),
	}
}

// catalog returns the topics of the current registry, or nil before the first
// is read.
func (m *socketIndex) catalog() *topic.Catalog { return m.current.Load() }

// join makes a socket live. The caller holds the lock.
func (m *socketIndex) join(s *socket, topics []string) {
	user := s.principal.Load().User
	p := m.users[user]
	if p == nil {
		p = &person{}
		m.users[user] = p
	}
	p.sockets = append(p.sockets, s)
	m.sockets[s] = struct{}{}
	m.bySID[s.sid] = s
	s.joined = true
	for _, name := range topics {
		m.subscribe(s, name)
	}
}

// leave removes a socket. The caller holds the lock.
func (m *socketIndex) leave(s *socket) {
	if !s.joined {
		return
	}
	s.joined = false
	for len(s.topics) > 0 {
		m.unsubscribe(s, s.topics[len(s.topics)-1])
	}
	s.topics, s.subscriptions = nil, nil
	delete(m.sockets, s)
	user := s.principal.Load().User
	p := m.users[user]
	i := slices.Index(p.sockets, s)
	if p.sockets = slices.Delete(p.sockets, i, i+1); len(p.sockets) == 0 {
		delete(m.users, user)
	}
	if m.bySID[s.sid] == s {
		delete(m.bySID, s.sid)
	}
}

// subscribe adds a socket to the room of a topic. The caller holds the lock.
func (m *socketIndex) subscribe(s *socket, name string) {
	if slices.Contains(s.topics, name) {
		return
	}
	about, ok := m.catalog().Parse(name)
	if !ok {
		return
	}
	r := m.rooms[name]
	if r == nil {
		r = &room{topic: about, name: name, groups: map[string]*group{}}
		m.rooms[name] = r
		at := roomKind{about.Kind, about.Object}
		if m.roomsByKind[at] == nil {
			m.roomsByKind[at] = map[*room]struct{}{}
		}
		m.roomsByKind[at][r] = struct{}{}
	}
	r.size++
	s.topics = append(s.topics, name)
	s.subscriptions = append(s.subscriptions, r.add(s, m.catalog().Profile(s.principal.Load(), about)))
	m.subscriptions++
	m.users[s.principal.Load().User].subscriptions++
}

func (m *socketIndex) unsubscribe(s *socket, name string) {
	i := slices.Index(s.topics, name)
	if i < 0 {
		return
	}
	if q := s.subscriptions[i].query; q != nil {
		m.live.forget(q)
	}
	g := s.subscriptions[i].group
	s.leaveGroup(i)
	s.topics = slices.Delete(s.topics, i, i+1)
	s.subscriptions = slices.Delete(s.subscriptions, i, i+1)
	m.subscriptions--
	m.users[s.principal.Load().User].subscriptions--
	r := g.room
	if r.size--; r.size > 0 {
		return
	}
	delete(m.rooms, name)
	at := roomKind{r.topic.Kind, r.topic.Object}
	if delete(m.roomsByKind[at], r); len(m.roomsByKind[at]) == 0 {
		delete(m.roomsByKind, at)
	}
}

// regroup moves a socket to the groups of its changed permissions. The caller
// holds the lock.
func (m *socketIndex) regroup(s *socket) {
	p := s.principal.Load()
	for i := range s.subscriptions {
		r := s.subscriptions[i].group.room
		if profile := m.catalog().Profile(p, r.topic); profile != s.subscriptions[i].group.profile {
			opened, query := s.subscriptions[i].resyncAsked, s.subscriptions[i].query
			s.leaveGroup(i)
			s.subscriptions[i] = r.add(s, profile)
			s.subscriptions[i].resyncAsked, s.subscriptions[i].query = opened, query
		}
	}
}

// touched returns the rooms that a bulk entry may affect. Its cost grows with
// the open rooms, not with the rows of the entry.
func (m *socketIndex) touched(e *entry.Entry) []*room {
	c := m.catalog()
	var found []*room
	if len(m.roomsByKind[roomKind{topic.Record, e.Object}]) > 0 {
		for _, i := range e.IDs {
			if r := m.rooms[topic.OfRecord(e.Object, i).Name()]; r != nil {
				found = append(found, r)
			}
		}
	}
	if thread := c.Registry().ThreadOf(e.Object); thread != nil {
		for r := range m.roomsByKind[roomKind{topic.Thread, thread.APIName}] {
			if c.Touches(e, r.topic) {
				found = append(found, r)
			}
		}
	}
	for _, at := range []roomKind{
		{topic.Object, e.Object}, {topic.Ongoing, e.Object}, {topic.OngoingAll, e.Object}, {kind: topic.Me}, {kind: topic.Feed},
	} {
		for r := range m.roomsByKind[at] {
			if c.Touches(e, r.topic) {
				found = append(found, r)
			}
		}
	}
	return found
}

// backlog sums what is queued for the sockets. The caller holds the lock.
func (m *socketIndex) backlog() (bytes, messages int) {
	for s := range m.sockets {
		b, m := s.link.Backlog()
		bytes += b
		messages += m
	}
	return bytes, messages
}
