package hub

import (
	"time"

	"switchboard/hub/topic"
)

// room is a topic with subscribers on this node. Its sockets are grouped by
// profile, so that visibility is decided once for all that see the same of
// it. The organization's lock guards it.
type room struct {
	topic    topic.Topic
	name     string
	size     int // sockets
	groups   map[string]*group
	resyncAt time.Time // when its clients should take fresh snapshots because of a bulk change
}

// group holds the sockets of a room that have the same profile of permissions
// to the room's objects. Only how a route names their users can distinguish
// them.
type group struct {
	room    *room
	profile string
	sockets []*socket
}

// roomKind is the key by which bulk changes find rooms.
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

// subscription is a socket's entry in a group of a room.
type subscription struct {
	group *group
	at    int
	// resyncAsked is true if the socket was asked for a fresh snapshot and
	// has not taken it yet: asking again would be redundant.
	resyncAsked bool
	query       *liveQuery // nil unless the topic is a live query
}
