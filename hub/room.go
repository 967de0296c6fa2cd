package hub

import (
	"time"

	"switchboard/hub/topic"
)

// room is a topic that somebody on this node follows. Its sockets are grouped by
// profile, so that it is decided once for all who see the same of it. It
// is guarded by its tenant's lock.
type room struct {
	topic    topic.Topic
	name     string
	size     int // sockets
	groups   map[string]*group
	resyncAt time.Time // when its clients were to take fresh snapshots because of a bulk
}

// group are the sockets of a room whose rights to the room's objects have the
// same profile: whatever distinguishes them is how a route names them.
type group struct {
	room    *room
	profile string
	sockets []*socket
}

// roomKind is what bulks look rooms up by.
type roomKind struct {
	kind   topic.Kind
	object string
}

func (r *room) add(s *socket, profile string) subscription {
	g := r.groups[profile]
	if g == nil {
		g = &group{room: r, profile: profile}
		r.groups[profile] = g
	}
	g.sockets = append(g.sockets, s)
	return subscription{group: g, at: len(g.sockets) - 1}
}

// subscription is a socket's place in a group of a room.
type subscription struct {
	group *group
	at    int
	// resyncAsked says that the socket was asked to take a fresh snapshot and has not
	// yet: asking again would tell it nothing.
	resyncAsked bool
	query       *liveQuery // of a topic of that kind
}
