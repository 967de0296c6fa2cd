package signal

import (
	"context"
	"encoding/json"
	"time"

	"github.com/coder/websocket"

	"switchboard/storage/panics"
)

// maxQueue bounds a session's pending work. A session that is too far behind is
// closed.
const maxQueue = 64

// session is a browser's socket. All methods except those of Device run in one
// goroutine.
type session struct {
	server *Server
	socket *websocket.Conn
	ctx    context.Context //nolint:containedctx // of the connection, set by serve
	close  context.CancelFunc
	todo   chan func()

	in         admitted // the zero value before its token was checked
	expires    *time.Timer
	unregister func() // nil if not registered
	ringing    map[string]*line
	lines      map[string]*line // its lines
}

func newSession(server *Server, socket *websocket.Conn) *session {
	expires := time.NewTimer(time.Hour)
	expires.Stop()
	return &session{
		server: server, socket: socket, todo: make(chan func(), maxQueue), expires: expires,
		ringing: map[string]*line{}, lines: map[string]*line{}, close: func() {},
	}
}

// serve handles messages until the connection or ctx ends.
func (s *session) serve(ctx context.Context) {
	s.ctx, s.close = context.WithCancel(ctx)
	defer s.close()
	s.server.work.Go(func() {
		defer s.close()
		s.server.Panics.Round(panics.Simulator, s.read)
	})
	signs := time.NewTicker(beat)
	defer signs.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case do := <-s.todo:
			do()
		case <-signs.C:
			s.write([]byte("\n"))
		case <-s.expires.C:
			s.send("error", refusal(codeExpired, "Access token expired"))
			s.leave()
		}
	}
}

// read reads messages from the socket until it ends.
func (s *session) read() {
	for {
		ctx, cancel := context.WithTimeout(s.ctx, maxSilence)
		kind, data, err := s.socket.Read(ctx)
		cancel()
		if err != nil {
			return
		}
		if len(data) <= 1 { // the reply to a keepalive
			continue
		}
		var m asked
		if kind != websocket.MessageText || json.Unmarshal(data, &m) != nil {
			return
		}
		select {
		case s.todo <- func() { s.take(&m) }:
		case <-s.ctx.Done():
			return
		}
	}
}

// soon queues work for the session, and closes it if it is too far behind. It never
// blocks.
func (s *session) soon(do func()) {
	select {
	case s.todo <- do:
	default:
		s.close()
	}
}

func (s *session) send(kind string, payload fields) {
	raw, err := json.Marshal(message{Type: kind, Version: protocol, Payload: payload})
	if err != nil { // payloads are plain values
		panic(err)
	}
	s.write(raw)
}

func (s *session) write(raw []byte) {
	ctx, cancel := context.WithTimeout(s.ctx, beat)
	defer cancel()
	if s.socket.Write(ctx, websocket.MessageText, raw) != nil {
		s.close()
	}
}

// leave stops the ringing in this session.
func (s *session) leave() {
	if s.unregister != nil {
		s.unregister()
		s.unregister = nil
	}
}

// end releases everything when the connection is over.
func (s *session) end() {
	s.expires.Stop()
	s.leave()
	for _, l := range s.ringing {
		s.server.close(l)
	}
	for leg, l := range s.lines {
		if s.server.begun(leg) != l { // it never began
			s.server.close(l)
		}
	}
	if s.in.identity != "" {
		s.server.Exchange.Leave(s)
		s.server.dismiss(s.in.identity)
	}
}
