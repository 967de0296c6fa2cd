package signal

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"switchboard/actors/carrier/simulator/media"
	"switchboard/storage/panics"
)

const (
	// maxSessions bounds the browsers of one identity, as at the provider.
	maxSessions = 10
	// maxMessage bounds a message; session descriptions take a few thousand bytes.
	maxMessage = 64 << 10
	// beat is the interval of keepalives; a browser closes a connection that is
	// silent for 15 s. A browser that sends nothing for maxSilence is gone.
	beat       = 5 * time.Second
	maxSilence = 20 * time.Second
)

// Config is a server's configuration.
type Config struct {
	Account  Account
	Exchange Exchange
	Media    *media.Engine
	Mixer    *media.Mixer
	Log      *slog.Logger
	Panics   *panics.Catcher
}

// Server accepts browsers.
type Server struct {
	Config

	mu       sync.Mutex
	running  context.Context //nolint:containedctx // that of Run, whose end is the end of every session
	sessions map[string]int  // by identity
	lines    map[string]*line
	dead     []*line // to be closed
	work     sync.WaitGroup

	died chan struct{} // holds a value while there may be lines to close
}

// New returns a server that accepts browsers during Run.
func New(config Config) *Server {
	return &Server{Config: config, sessions: map[string]int{}, lines: map[string]*line{}, died: make(chan struct{}, 1)}
}

// Run accepts browsers until ctx ends; then it closes every connection and waits.
func (s *Server) Run(ctx context.Context) {
	s.open(ctx)
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-s.died:
			s.bury()
		}
	}
	s.open(nil) //nolint:staticcheck // nil is what says that nobody is let in
	s.work.Wait()
	s.mu.Lock()
	for leg, l := range s.lines {
		s.dead = append(s.dead, l)
		delete(s.lines, leg)
	}
	s.mu.Unlock()
	s.bury()
}

func (s *Server) open(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = ctx
}

// bury closes the connections of ended lines, which may take a moment each.
func (s *Server) bury() {
	s.mu.Lock()
	dead := s.dead
	s.dead = nil
	s.mu.Unlock()
	for _, l := range dead {
		s.Panics.Round(panics.Simulator, func() {
			if l.peer != nil {
				s.Mixer.Leave(l.leg, l.peer)
				l.peer.Close()
			}
		})
	}
}

// ServeHTTP implements http.Handler. It accepts a browser's WebSocket from any
// origin, because the browser authenticates with a token.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, leave := s.enter()
	if ctx == nil {
		http.Error(w, "The phone simulator is stopping.", http.StatusServiceUnavailable)
		return
	}
	defer leave()
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // the response was written
	}
	defer func() { _ = socket.CloseNow() }()
	socket.SetReadLimit(maxMessage)
	one := newSession(s, socket)
	s.Panics.Round(panics.Simulator, func() { one.serve(ctx) })
	one.end()
}

// enter counts a connection. It returns nil if none is accepted.
func (s *Server) enter() (ctx context.Context, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == nil {
		return nil, nil
	}
	s.work.Add(1)
	return s.running, s.work.Done
}

// admit counts a session of an identity. It returns false if there are too many.
func (s *Server) admit(identity string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[identity] >= maxSessions {
		return false
	}
	s.sessions[identity]++
	return true
}

func (s *Server) dismiss(identity string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[identity]--; s.sessions[identity] <= 0 {
		delete(s.sessions, identity)
	}
}
