package link

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/hub/engineio"
)

// Server accepts Engine.IO sessions. Make one with NewServer; it is an
// http.Handler for the path clients connect to.
type Server struct {
	options Options
	accept  func(*Conn, *http.Request) Upper
	origins map[string]bool

	mu     sync.Mutex
	conns  map[*Conn]struct{}
	polled map[string]*Conn // those that began with polling, by id
	opened int              // connections and those being opened
	closed bool
	work   sync.WaitGroup

	flushers  []*flusher
	next      atomic.Uint32 // counts connections, for their flushers
	backlog   atomic.Int64  // bytes that wait for connections that can't take them
	sheds     atomic.Int64
	refused   atomic.Int64 // connections refused at a limit
	addresses addresses
	input     input
}

// NewServer makes a server that asks accept for the Upper of each connection
// before its first packet is read. accept must not use the connection yet but
// keep it, and must not keep the request.
func NewServer(o Options, accept func(*Conn, *http.Request) Upper) *Server {
	s := &Server{
		options: o.withDefaults(), accept: accept,
		origins: map[string]bool{}, conns: map[*Conn]struct{}{}, polled: map[string]*Conn{},
	}
	for range min(runtime.GOMAXPROCS(0), maxFlushers) {
		s.flushers = append(s.flushers, newFlusher(s))
	}
	s.addresses = newAddresses(&s.options)
	s.input.limit = s.options.UnfinishedBytes
	for _, origin := range o.Origins {
		s.origins[canonicalOrigin(origin)] = true
	}
	return s
}

// ServeHTTP opens a session, carries one on, or refuses in the protocol's words.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.cors(w.Header(), r.Header.Get("Origin"))
	if r.Method == http.MethodOptions {
		s.preflight(w, r)
		return
	}
	if refusal, ok := s.check(r); !ok {
		refuse(w, refusal)
		return
	}
	q := r.URL.Query()
	polls := q.Get("transport") == polling
	if q.Has("sid") {
		c := s.session(q.Get("sid"))
		switch {
		case c == nil || c.poll.origin != r.Header.Get("Origin") && r.Header.Get("Origin") != "" && c.poll.origin != "":
			refuse(w, engineio.UnknownSession)
		case c.overdue():
			c.end(PingTimeout, true)
			refuse(w, engineio.UnknownSession)
		case polls:
			c.servePolling(w, r)
		default:
			s.serveUpgrade(c, w, r)
		}
		return
	}
	from, wait := s.addresses.admit(r.RemoteAddr)
	if wait > 0 {
		s.tooMany(w, wait)
		return
	}
	if !s.enter() {
		s.addresses.leave(from)
		s.full(w)
		return
	}
	if polls {
		s.openPolling(w, r, from)
		return
	}
	s.openWebSocket(w, r, from)
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

// openWebSocket leaves the HTTP server's goroutine behind: its stack and request
// would live as long as the connection.
func (s *Server) openWebSocket(w http.ResponseWriter, r *http.Request, from address) {
	ws, out, err := s.switchProtocols(w, r)
	if err != nil {
		s.addresses.leave(from)
		s.leave()
		return
	}
	c := &Conn{server: s, id: newID(), ws: ws, from: from}
	c.writer.Store(out)
	s.start(c, r, nil)
	go c.read()
}

// openPolling answers the handshake with the Open packet.
func (s *Server) openPolling(w http.ResponseWriter, r *http.Request, from address) {
	c := &Conn{server: s, id: newID(), from: from}
	c.poll = &poll{conn: c, origin: strings.Clone(r.Header.Get("Origin"))}
	s.start(c, r, []string{webSocket})
	c.servePolling(w, r)
}

// start attaches the Upper before anything is read and says Open.
func (s *Server) start(c *Conn, r *http.Request, upgrades []string) {
	c.upper = s.accept(c, r)
	c.Send(NewFrame(160, func(dst []byte) []byte {
		return engineio.AppendOpen(dst, engineio.Handshake{
			SID: c.id, Upgrades: upgrades,
			PingInterval: s.options.PingInterval, PingTimeout: s.options.PingTimeout, MaxPayload: s.options.MaxPayload,
		})
	}))
	added := s.add(c)
	s.options.Observer.Opened()
	c.startBeat()
	if !added {
		c.Close(Draining)
	}
}

// add lists a connection, but for one that came while the server closed.
func (s *Server) add(c *Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.conns[c] = struct{}{}
	if c.poll != nil {
		s.polled[c.id] = c
	}
	return true
}

// session gives the session of that id which began with polling.
func (s *Server) session(sid string) *Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.polled[sid]
}

func (s *Server) forget(c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.polled, c.id)
}

func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.opened >= s.options.MaxConnections {
		return false
	}
	s.opened++
	s.work.Add(1)
	return true
}

func (s *Server) leave() {
	defer s.work.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened--
}

func (s *Server) remove(c *Conn, r Reason) {
	defer s.options.Observer.Ended(r)
	defer s.addresses.leave(c.from)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// Open gives the number of open connections.
func (s *Server) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

// Drain takes no new connections and closes the open ones one after the other
// over spread, in random order, so that they don't all return at once; farewell gives the
// frames each is sent first. It returns when all have ended or ctx has.
func (s *Server) Drain(ctx context.Context, spread time.Duration, farewell func() []Frame) {
	open := s.admitNobody(false)
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
		s.work.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		s.Close()
		<-ended
	}
}

// admitNobody lets nobody in any more and lists who is here, in random order; with those
// that have ended and wait for a last poll, where asked for.
func (s *Server) admitNobody(polled bool) []*Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	here := slices.Collect(maps.Keys(s.conns)) // a map's order is random
	if polled {
		here = slices.AppendSeq(here, maps.Values(s.polled))
	}
	return here
}

// Close ends all connections at once and waits for their goroutines.
func (s *Server) Close() {
	for _, c := range s.admitNobody(true) {
		c.end(Draining, false)
		c.shut()
	}
	s.work.Wait()
}

func newID() string {
	var b [15]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}
