package link

import (
	"maps"
	"slices"
	"sync"
)

// sessions lists a server's connections and bounds their number. Its methods
// may be called from any goroutine.
type sessions struct {
	max  int             // how many may be open or opening
	work *sync.WaitGroup // counts them

	mu      sync.Mutex
	open    map[*Conn]struct{}
	polled  map[string]*Conn // those that began with polling, by id
	entered int              // those that are open or opening
	closed  bool
}

func newSessions(maxBytes int, work *sync.WaitGroup) *sessions {
	return &sessions{max: maxBytes, work: work, open: map[*Conn]struct{}{}, polled: map[string]*Conn{}}
}

// enter reserves a slot for a connection. It returns false if there is none.
// Every successful enter must be followed by one leave.
func (s *sessions) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.entered >= s.max {
		return false
	}
	s.entered++
	s.work.Add(1)
	return true
}

// leave implements registry.
func (s *sessions) leave() {
	defer s.work.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entered--
}

// add lists a connection, unless the server is closed.
func (s *sessions) add(c *Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.open[c] = struct{}{}
	if c.transport.poll != nil {
		s.polled[c.id] = c
	}
	return true
}

// remove implements registry.
func (s *sessions) remove(c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

// find returns the session with that id that began with polling, or nil.
func (s *sessions) find(sid string) *Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.polled[sid]
}

// forget implements registry.
func (s *sessions) forget(c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.polled, c.id)
}

// count returns the number of open connections.
func (s *sessions) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// closing reports whether new connections are refused.
func (s *sessions) closing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// close refuses new connections and returns the open ones in random order. If
// polled is true, the result includes ended sessions that wait for a last
// poll.
func (s *sessions) close(polled bool) []*Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	here := slices.Collect(maps.Keys(s.open)) // a map's order is random
	if polled {
		here = slices.AppendSeq(here, maps.Values(s.polled))
	}
	return here
}
