package link

import (
	"maps"
	"slices"
	"sync"
)

// sessions lists a server's connections, and bounds them. Its methods may be called from
// any goroutine.
type sessions struct {
	most int             // how many may be open and being opened
	work *sync.WaitGroup // counts those

	mu      sync.Mutex
	open    map[*Conn]struct{}
	polled  map[string]*Conn // those that began with polling, by id
	entered int              // those that are open and being opened
	closed  bool
}

func newSessions(most int, work *sync.WaitGroup) *sessions {
	return &sessions{most: most, work: work, open: map[*Conn]struct{}{}, polled: map[string]*Conn{}}
}

// enter takes a place for a connection; false where there is none. Who has entered must
// leave once.
func (s *sessions) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.entered >= s.most {
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

// add lists a connection, but for one that came while the server closed.
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

// find gives the session of that id which began with polling.
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

// count gives the number of open connections.
func (s *sessions) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// closing tells whether nobody is let in any more.
func (s *sessions) closing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// close lets nobody in any more and lists who is here, in random order; with those
// that have ended and wait for a last poll, where asked for.
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
