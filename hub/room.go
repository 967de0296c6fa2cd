package hub

import (
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

// shelf is what bulks look rooms up by.
type shelf struct {
	kind   topic.Kind
	object string
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

// seat is a socket's place in a group.
type seat struct {
	group *group
	at    int
	// asked tells that the socket was asked to take a fresh look and has not yet:
	// asking again would tell it nothing.
	asked bool
}
