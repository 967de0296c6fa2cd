package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/socketio"
)

// suite is an application of namespaces, rooms and acknowledgements on the
// transport, as the official suites expect of their server. mu guards all
// state below it; handlers run without it.
type suite struct {
	server  *link.Server
	spaces  map[string]*namespace
	connect time.Duration // until the first CONNECT
	window  time.Duration // of recovery; 0 turns it off
	slack   time.Duration // a live link has received what is older than this

	mu       sync.Mutex
	sessions map[string]*session // by pid
	live     map[*member]struct{}
	offset   int64
	stored   []storedPacket // oldest first
}

// namespace is an application's behavior in one namespace.
type namespace struct {
	admit func(*member) error // fails with the message of connect_error
	greet func(*member)
	on    map[string]func(*member, call)
}

// call is a received event.
type call struct {
	args   []json.RawMessage
	binary [][]byte
	ack    func(args []json.RawMessage, binary [][]byte)
}

// session outlives its links if recovery is on.
type session struct {
	space, sid, pid string
	start           int64 // nothing before this offset belongs to the session
	rooms           map[string]bool
	data            json.RawMessage
	admitted        int // how often admit ran
	member          *member
	left            time.Time
}

// member is a session on a link.
type member struct {
	*session
	suite     *suite
	peer      *suitePeer
	auth      json.RawMessage
	recovered bool
	asked     uint64
	answers   map[uint64]func([]json.RawMessage)
	steps     map[string]int // of rows of events that must come in order; the reader's
}

func newSuite(o link.Options, connect, window time.Duration) *suite {
	s := &suite{
		spaces: map[string]*namespace{}, connect: connect, window: window, slack: o.PingInterval + o.PingTimeout,
		sessions: map[string]*session{}, live: map[*member]struct{}{},
	}
	s.server = link.NewServer(o, s.accept)
	return s
}

func (s *suite) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.server.ServeHTTP(w, r) }

// Close ends all connections.
func (s *suite) Close() { s.server.Close() }

// recipients are the receivers of an event: a room, or everyone in the
// namespace if it is "", except one session.
type recipients struct {
	space, room string
	except      *session
}

func (a recipients) holds(s *session) bool {
	return s.space == a.space && s != a.except && (a.room == "" || a.room == s.sid || s.rooms[a.room])
}

// storedPacket is kept for returning sessions.
type storedPacket struct {
	recipients

	offset int64
	at     time.Time
	frames []link.Frame
}

// emit sends an event. A durable one carries an offset and, if recovery is
// on, is kept for sessions that are away.
func (s *suite) emit(to recipients, durable bool, name string, args []json.RawMessage, binary [][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.window > 0 && durable {
		s.offset++
		args = append(slices.Clip(args), quoted(offsetOf(s.offset)))
	}
	frames := framesOf(socketio.Packet{Type: socketio.Event, Namespace: to.space, Data: array(name, args), Binary: binary})
	if s.window > 0 && durable {
		s.stored = append(s.stored, storedPacket{to, s.offset, now, frames})
		s.expire(now)
	}
	for m := range s.live {
		switch {
		case !to.holds(m.session):
		case durable || len(frames) > 1: // a part of a packet cannot be dropped
			m.peer.link.SendTogether(frames...)
		default:
			m.peer.link.SendEphemeral(frames[0])
		}
	}
}

// expire removes what no session can request any more. The caller holds mu.
func (s *suite) expire(now time.Time) {
	keep := 0
	for keep < len(s.stored) && now.Sub(s.stored[keep].at) > s.window+s.slack {
		keep++
	}
	if keep > 0 {
		s.stored = append([]storedPacket(nil), s.stored[keep:]...)
	}
	for pid, k := range s.sessions {
		if k.member == nil && now.Sub(k.left) > s.window {
			delete(s.sessions, pid)
		}
	}
}

// emit sends an event to this socket.
func (m *member) emit(name string, args ...json.RawMessage) {
	m.suite.emit(recipients{space: m.space, room: m.sid}, true, name, args, nil)
}

// emitBinary sends an event whose one argument is binary.
func (m *member) emitBinary(name string, data []byte) {
	m.suite.emit(recipients{space: m.space, room: m.sid}, true, name, []json.RawMessage{placeholder}, [][]byte{data})
}

// ask sends an event that expects a reply; such events are not kept.
func (m *member) ask(name string, args []json.RawMessage, answer func([]json.RawMessage)) {
	m.suite.mu.Lock()
	defer m.suite.mu.Unlock()
	m.askLocked(name, args, answer)
}

// askAll asks everyone in a namespace.
func (s *suite) askAll(space, name string, args []json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.live {
		if m.space == space {
			m.askLocked(name, args, nil)
		}
	}
}

// askLocked is ask under the suite's lock.
func (m *member) askLocked(name string, args []json.RawMessage, answer func([]json.RawMessage)) {
	m.asked++
	if answer != nil {
		m.answers[m.asked] = answer
	}
	m.peer.link.SendTogether(framesOf(socketio.Packet{
		Type: socketio.Event, Namespace: m.space, ID: m.asked, HasID: true, Data: array(name, args),
	})...)
}
