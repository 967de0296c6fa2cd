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
	org       *orgHub
	link      *link.Conn
	sid       string
	opened    int64 // sequence number of its link among all links of the hub
	principal atomic.Pointer[access.Principal]
	adopted   bool // its connection has adopted it; set during the handshake

	// Guarded by the organization's lock.
	topics        []string
	subscriptions []subscription // of the topics, in the same order
	joined        bool
	present       bool              // Presence knows it, or it inherited that
	shownUnder    map[string]string // by topic of a thread: the key of the permissions under which its record was shown
	rightsAt      time.Time         // when a recovered socket's permissions were read, zero for a new session
	seen          int64             // the newest entry that was decided for it
	offset        int64             // the newest position that the client has or is about to receive
	offsetAt      time.Time         // when offset was sent
	expires       time.Time         // of the token
	warned        bool              // session.expiring was sent for this token
	reload        *rightsReload     // its permissions are being reloaded; nil if they are known
	pausedAt      int64             // the newest entry that it received while paused
	stale         bool              // paused, and may hold data from older permissions
}

// sendDurable sends a packet that carries an offset. The caller holds the
// lock.
func (s *socket) sendDurable(f link.Frame, seq int64, now time.Time) {
	s.link.Send(f)
	s.offset, s.offsetAt = seq, now
}

// dismiss notifies the client of the reason, keeps it from reconnecting if
// that would be useless, and closes the link.
func (s *socket) dismiss(r link.Reason) {
	farewell := []link.Frame{projection.Notice(r)}
	if !r.Reconnect {
		farewell = append(farewell, projection.Frame(socketio.Packet{Type: socketio.Disconnect, Namespace: "/"}))
	}
	s.link.Close(r, farewell...)
}

// noteShown records the permissions under which a thread was shown. The
// caller holds the lock.
func (s *socket) noteShown(name, key string) {
	if s.shownUnder == nil {
		s.shownUnder = map[string]string{}
	}
	s.shownUnder[name] = key
}

// leaveGroup removes a socket from the group of its i-th subscription. The
// group's last socket moves to its index.
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

// subscriptionTo returns the socket's subscription to a room, or nil if it
// has none.
func (s *socket) subscriptionTo(r *room) *subscription {
	for i := range s.subscriptions {
		if s.subscriptions[i].group.room == r {
			return &s.subscriptions[i]
		}
	}
	return nil
}
