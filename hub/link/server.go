package link

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub/engineio"
)

// Options configure a Server. The zero value of a field takes its default.
type Options struct {
	// PingInterval and PingTimeout are the heartbeat: 25 s and 20 s.
	PingInterval, PingTimeout time.Duration
	// MaxPayload bounds one incoming message in bytes: 1,000,000.
	MaxPayload int
	// Limits bound what waits for one connection: 1 MiB and 4,096 messages.
	Limits Limits
	// MaxConnections bounds the open connections: 200,000.
	MaxConnections int
	// Origins are the exact origins (scheme, host, port) whose pages may connect.
	// A request without an Origin header is no page and may. "*" allows all.
	Origins []string
	// Observer is told what happens, for metrics; none by default.
	Observer Observer
	// Logger takes panics and refusals; slog.Default by default.
	Logger *slog.Logger
}

// Observer is told of what happens to connections. Its methods must not block.
type Observer interface {
	Opened()
	Ended(why Reason)
	Shed()
}

type silent struct{}

func (silent) Opened()      {}
func (silent) Ended(Reason) {}
func (silent) Shed()        {}

func (o Options) withDefaults() Options {
	set := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	if o.PingInterval <= 0 {
		o.PingInterval = 25 * time.Second
	}
	if o.PingTimeout <= 0 {
		o.PingTimeout = 20 * time.Second
	}
	set(&o.MaxPayload, 1_000_000)
	set(&o.Limits.QueueBytes, 1<<20)
	set(&o.Limits.QueueMessages, 4096)
	set(&o.MaxConnections, 200_000)
	if o.Observer == nil {
		o.Observer = silent{}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

// Server accepts Engine.IO sessions. Make one with NewServer; it is an
// http.Handler for the path clients connect to.
type Server struct {
	options Options
	accept  func(*Conn) Upper
	origins map[string]bool

	mu     sync.Mutex
	conns  map[*Conn]struct{}
	opened int // connections and those being opened
	closed bool
	work   sync.WaitGroup
}

// NewServer makes a server that asks accept for the Upper of each connection
// before its first packet is read. accept must not use the connection yet but
// keep it.
func NewServer(o Options, accept func(*Conn) Upper) *Server {
	s := &Server{options: o.withDefaults(), accept: accept, origins: map[string]bool{}, conns: map[*Conn]struct{}{}}
	for _, origin := range o.Origins {
		s.origins[canonicalOrigin(origin)] = true
	}
	return s
}

// ServeHTTP opens a session, or refuses it in the protocol's words.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if refusal, ok := s.check(r); !ok {
		refuse(w, refusal)
		return
	}
	if !s.enter() {
		w.Header().Set("Retry-After", "5")
		refuse(w, engineio.Refusal{Code: engineio.BadRequest.Code, Message: "Server is full or closing", Status: http.StatusServiceUnavailable})
		return
	}
	c := &Conn{server: s, id: newID()}
	h := &hijacker{ResponseWriter: w, conn: c}
	ws, err := websocket.Accept(h, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // check has compared the whole origin; the library looks at the host alone
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		s.leave() // the library has answered
		return
	}
	ws.SetReadLimit(int64(s.options.MaxPayload))
	c.ws = ws
	s.start(c)
}

// start attaches the Upper before anything is read, then leaves the HTTP
// server's goroutine behind: its stack and request would live as long as the
// connection.
func (s *Server) start(c *Conn) {
	c.upper = s.accept(c)
	c.Send(NewFrame(160, func(dst []byte) []byte {
		return engineio.AppendOpen(dst, engineio.Handshake{
			SID: c.id, PingInterval: s.options.PingInterval, PingTimeout: s.options.PingTimeout, MaxPayload: s.options.MaxPayload,
		})
	}))
	s.mu.Lock()
	closed := s.closed
	if !closed {
		s.conns[c] = struct{}{}
	}
	s.mu.Unlock()
	s.options.Observer.Opened()
	c.startBeat()
	if closed {
		c.Close(Draining)
	}
	go c.read()
}

// check refuses what cannot become a session here.
func (s *Server) check(r *http.Request) (engineio.Refusal, bool) {
	q := r.URL.Query()
	if origin := r.Header.Get("Origin"); origin != "" && !s.origins[origin] && !s.origins["*"] {
		return engineio.Forbidden, false
	}
	switch q.Get("transport") {
	case "websocket":
	default: // polling is spoken later; unknown ones never
		return engineio.UnknownTransport, false
	}
	if q.Get("EIO") != engineio.Version {
		return engineio.UnsupportedVersion, false
	}
	if q.Has("sid") { // the upgrade of a polling session
		return engineio.UnknownSession, false
	}
	if r.Method != http.MethodGet {
		return engineio.BadHandshakeMethod, false
	}
	if r.Header.Get("Sec-WebSocket-Key") == "" {
		return engineio.BadRequest, false
	}
	return engineio.Refusal{}, true
}

// canonicalOrigin writes a configured URL as browsers write origins: lower case,
// no path, no default port (RFC 6454 §6.1).
func canonicalOrigin(configured string) string {
	u, err := url.Parse(configured)
	if err != nil || u.Host == "" {
		return configured
	}
	host := strings.ToLower(u.Host)
	switch u.Scheme {
	case "http":
		host = strings.TrimSuffix(host, ":80")
	case "https":
		host = strings.TrimSuffix(host, ":443")
	}
	return u.Scheme + "://" + host
}

func refuse(w http.ResponseWriter, r engineio.Refusal) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(r.Status)
	_, _ = w.Write(r.Body())
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
	s.mu.Lock()
	s.opened--
	s.mu.Unlock()
	s.work.Done()
}

func (s *Server) remove(c *Conn, r Reason) {
	s.mu.Lock()
	delete(s.conns, c)
	s.mu.Unlock()
	s.options.Observer.Ended(r)
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
	s.mu.Lock()
	s.closed = true
	open := make([]*Conn, 0, len(s.conns))
	for c := range s.conns { // a map's order is random
		open = append(open, c)
	}
	s.mu.Unlock()

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

// Close ends all connections at once and waits for their goroutines.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	open := make([]*Conn, 0, len(s.conns))
	for c := range s.conns {
		open = append(open, c)
	}
	s.mu.Unlock()
	for _, c := range open {
		c.end(Draining, false)
		_ = c.wire.Close()
	}
	s.work.Wait()
}

// hijacker gives the WebSocket library our net.Conn and small buffers: those of
// net/http (4 KiB each way) would live as long as the connection.
type hijacker struct {
	http.ResponseWriter
	conn *Conn
}

const (
	readBuffer  = 512
	writeBuffer = 128 // a control frame fits: 2 + 125
)

var errNoHijack = errors.New("link: the HTTP server does not let its connections go")

// Hijack implements http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, errors.Join(errNoHijack, err)
	}
	prefix, _ := rw.Peek(rw.Reader.Buffered())
	s := h.conn.server
	w := newWire(conn, append([]byte(nil), prefix...), &s.options.Limits, s.options.Observer.Shed, func(drain func()) {
		s.work.Go(drain)
	})
	h.conn.wire = w
	return w, bufio.NewReadWriter(bufio.NewReaderSize(w, readBuffer), bufio.NewWriterSize(w, writeBuffer)), nil
}

func newID() string {
	var b [15]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}
