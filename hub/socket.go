package hub

import (
	"sync/atomic"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/hub/socketio"
	"switchboard/storage/access"
)

// socket is one signed-in session on one connection.
type socket struct {
	node      *node
	tenant    *tenant
	link      *link.Conn
	sid       string
	opened    int64 // the place of its link among all of the hub
	principal atomic.Pointer[access.Principal]
	adopted   bool // it was its connection's; set while it signs in

	// Guarded by the tenant's lock.
	topics        []string
	subscriptions []subscription // of the topics, in the same order
	joined        bool
	present       bool              // Presence is told of it, or it inherited that
	shownUnder    map[string]string // by topic of a thread: under which rights its record was shown
	rightsAt      time.Time         // when a recovered socket's rights were read, zero for a new session
	seen          int64             // the newest entry that was decided for it
	offset        int64             // the newest place the client has, or will have got
	offsetAt      time.Time         // when it got it
	expires       time.Time         // of the token
	warned        bool              // session.expiring was sent for this token
	renewal       *renewal          // its rights are being read again; nil where they are known
	pausedAt      int64             // the newest entry that it was told while it is paused
	stale         bool              // paused, and may hold what it was shown under older rights
}

// sendDurable sends a packet that carries an offset. The caller holds the lock.
func (s *socket) sendDurable(f link.Frame, seq int64, now time.Time) {
	s.link.Send(f)
	s.offset, s.offsetAt = seq, now
}

// dismiss tells the client why, keeps it from returning by itself where that
// would be of no use, and closes the link.
func (s *socket) dismiss(r link.Reason) {
	farewell := []link.Frame{projection.Notice(r)}
	if !r.Reconnect {
		farewell = append(farewell, projection.Packet(socketio.Packet{Type: socketio.Disconnect, Namespace: "/"}))
	}
	s.link.Close(r, farewell...)
}

// noteShown keeps under which rights a thread was shown. The caller holds the lock.
func (s *socket) noteShown(name, key string) {
	if s.shownUnder == nil {
		s.shownUnder = map[string]string{}
	}
	s.shownUnder[name] = key
}

// leaveGroup takes a socket out of the group of its i-th subscription; the last of the group
// takes its place.
func (s *socket) leaveGroup(i int) {
	g, at := s.subscriptions[i].group, s.subscriptions[i].at
	end := len(g.sockets) - 1
	if last := g.sockets[end]; last != s {
		g.sockets[at] = last
		last.subscriptionTo(g.room).at = at
	}
	g.sockets[end] = nil
	g.sockets = g.sockets[:end]
	if end == 0 {
		delete(g.room.groups, g.profile)
	}
}

// subscriptionTo gives the socket's subscription to a room, nil where it has none.
func (s *socket) subscriptionTo(r *room) *subscription {
	for i := range s.subscriptions {
		if s.subscriptions[i].group.room == r {
			return &s.subscriptions[i]
		}
	}
	return nil
}
