package link

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"switchboard/hub/engineio"
)

// Server accepts Engine.IO sessions. Use NewServer to create one; it is an
// http.Handler for the path that clients connect to.
type Server struct {
	accept   func(*Conn, *http.Request) Upper
	origins  origins
	sessions *sessions
	refused  atomic.Int64 // connections refused at a limit
	shared   shared
}

// NewServer returns a server that calls accept for the Upper of each
// connection before its first packet is read. accept may keep the connection
// but must not use it yet, and must not keep the request.
func NewServer(o Options, accept func(*Conn, *http.Request) Upper) *Server {
	s := &Server{accept: accept, origins: newOrigins(o.Origins)}
	have := &s.shared
	have.options = o.withDefaults()
	have.guard = guard{have.options.Observer, have.options.Logger}
	have.in.limit = have.options.UnfinishedBytes
	have.out.init(&have.options, &have.guard, &have.work)
	have.addresses = newAddresses(&have.options)
	s.sessions = newSessions(have.options.MaxConnections, &have.work)
	have.sessions = s.sessions
	return s
}

// ServeHTTP opens a session, continues one, or refuses the request as the
// protocol specifies.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.origins.cors(w.Header(), r.Header.Get("Origin"))
	if r.Method == http.MethodOptions {
		s.origins.preflight(w, r)
		return
	}
	if refusal, ok := s.check(r); !ok {
		refuse(w, refusal)
		return
	}
	if q := r.URL.Query(); q.Has("sid") {
		s.continueSession(s.sessions.find(q.Get("sid")), w, r)
		return
	}
	from, wait := s.shared.addresses.admit(r.RemoteAddr)
	if wait > 0 {
		s.tooMany(w, wait)
		return
	}
	if !s.sessions.enter() {
		s.shared.addresses.leave(from)
		s.full(w)
		return
	}
	if polls(r) {
		s.openPolling(w, r, from)
		return
	}
	s.openWebSocket(w, r, from)
}

// polls reports whether a request is a polling request.
func polls(r *http.Request) bool { return r.URL.Query().Get("transport") == polling }

// continueSession serves a request of a session; c is nil if the session is
// unknown.
func (s *Server) continueSession(c *Conn, w http.ResponseWriter, r *http.Request) {
	switch {
	case c == nil || c.transport.poll.origin != r.Header.Get("Origin") && r.Header.Get("Origin") != "" && c.transport.poll.origin != "":
		refuse(w, engineio.UnknownSession)
	case c.overdue():
		c.end(PingTimeout, true)
		refuse(w, engineio.UnknownSession)
	case polls(r):
		exchange{c, w, r}.serve()
	default:
		s.upgrade(c, w, r)
	}
}

func (s *Server) full(w http.ResponseWriter) {
	s.refused.Add(1)
	w.Header().Set("Retry-After", "5")
	refuse(w, fullOrClosing)
}

func (s *Server) tooMany(w http.ResponseWriter, wait time.Duration) {
	s.refused.Add(1)
	w.Header().Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	refuse(w, engineio.Refusal{Code: engineio.BadRequest.Code, Message: "Too many connections from this address", Status: http.StatusTooManyRequests})
}

// openWebSocket leaves the HTTP server's goroutine, whose stack and request
// would live as long as the connection.
func (s *Server) openWebSocket(w http.ResponseWriter, r *http.Request, from address) {
	ws, out, err := switchProtocols(w, r, &s.shared.out, s.shared.options.MaxPayload)
	if err != nil {
		s.shared.addresses.leave(from)
		s.sessions.leave()
		return
	}
	c := newConn(&s.shared, from)
	c.transport.writer.Store(out)
	s.start(c, r, nil)
	go (&reading{c, ws, out}).run()
}

// openPolling answers the handshake with the Open packet.
func (s *Server) openPolling(w http.ResponseWriter, r *http.Request, from address) {
	c := newConn(&s.shared, from)
	c.transport.poll = &poll{
		guard: &s.shared.guard, work: &s.shared.work, out: &s.shared.out,
		forget: func() { s.sessions.forget(c) }, origin: strings.Clone(r.Header.Get("Origin")),
	}
	s.start(c, r, []string{webSocket})
	exchange{c, w, r}.serve()
}

// start attaches the Upper before anything is read and sends Open.
func (s *Server) start(c *Conn, r *http.Request, upgrades []string) {
	c.upper = s.accept(c, r)
	c.Send(NewFrame(160, func(dst []byte) []byte {
		o := &s.shared.options
		return engineio.AppendOpen(dst, engineio.Handshake{
			SID: c.id, Upgrades: upgrades, PingInterval: o.PingInterval, PingTimeout: o.PingTimeout, MaxPayload: o.MaxPayload,
		})
	}))
	added := s.sessions.add(c)
	s.shared.options.Observer.Opened()
	c.beat()
	if !added {
		c.Close(Draining)
	}
}

// upgrade accepts a WebSocket for a polling session ("Upgrade").
func (s *Server) upgrade(c *Conn, w http.ResponseWriter, r *http.Request) {
	if !s.sessions.enter() {
		s.full(w)
		return
	}
	p, k := c.transport.poll, &candidate{}
	wanted := p.want(k)
	ws, out, err := switchProtocols(w, r, &s.shared.out, s.shared.options.MaxPayload)
	if err != nil {
		p.dismiss(k)
		s.sessions.leave()
		return
	}
	wanted = p.give(k, out) && wanted
	go (&upgrade{c, k, ws}).run(wanted)
}

// Open returns the number of open connections.
func (s *Server) Open() int { return s.sessions.count() }

// Drain accepts no new connections and closes the open ones one by one over
// spread, in random order, so that they do not all return at once. Each is
// sent the frames of farewell first. It returns when all have ended or ctx
// has.
func (s *Server) Drain(ctx context.Context, spread time.Duration, farewell func() []Frame) {
	open := s.sessions.close(false)
	step := time.NewTimer(0)
	defer step.Stop()
	for i, c := range open {
		select {
		case <-ctx.Done():
			s.Close()
			return
		case <-step.C:
		}
		c.Close(Draining, farewell()...)
		if i+1 < len(open) {
			step.Reset(spread / time.Duration(len(open)))
		} else {
			step.Reset(0)
		}
	}
	ended := make(chan struct{})
	go func() {
		s.shared.work.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		s.Close()
		<-ended
	}
}

// Close ends all connections immediately and waits for their goroutines.
func (s *Server) Close() {
	for _, c := range s.sessions.close(true) {
		c.end(Draining, false)
		c.transport.shut()
	}
	s.shared.work.Wait()
}

// Traffic holds the server's counters since its start.
type Traffic struct {
	// Backlog is the bytes queued for slow connections.
	Backlog int64
	// Batches counts writes of batched frames, and BatchedFrames their
	// frames.
	Batches, BatchedFrames int64
	// Sheds counts dropped ephemeral frames.
	Sheds int64
	// Refused counts connections refused at a limit.
	Refused int64
	// Held is the bytes of input that is unfinished or waits to be processed.
	Held int64
	// Addresses is the number of client addresses with state.
	Addresses int
}

// Traffic returns the server's counters. It is cheap.
func (s *Server) Traffic() Traffic {
	out := &s.shared.out
	t := Traffic{
		Backlog: out.waiting.Load(), Sheds: out.sheds.Load(), Refused: s.refused.Load(),
		Held: s.shared.in.held.Load(), Addresses: s.shared.addresses.size(),
	}
	for _, f := range out.flushers {
		t.Batches += f.flushes.Load()
		t.BatchedFrames += f.frames.Load()
	}
	return t
}

func newID() string {
	var b [15]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}
