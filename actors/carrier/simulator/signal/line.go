package signal

import "switchboard/actors/carrier/simulator/media"

// line is a leg that a browser has, or that rings in it.
type line struct {
	leg  string
	peer *media.Peer
	// answer is our session description for a call that the browser placed, until it
	// begins.
	answer string
	// temporary is the browser's own name for it, before it receives ours.
	temporary string
}

// begin starts the sound of a line, which from now on outlives the session.
func (s *Server) begin(l *line) {
	s.drop(l.leg)
	s.mu.Lock()
	s.lines[l.leg] = l
	s.mu.Unlock()
	s.Mixer.Join(l.leg, l.peer)
}

// begun returns the line of a leg that has begun, or nil if there is none or its
// sound was lost.
func (s *Server) begun(leg string) *line {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines[leg]
}

// drop ends the line of a leg.
func (s *Server) drop(leg string) {
	s.mu.Lock()
	l := s.lines[leg]
	delete(s.lines, leg)
	s.mu.Unlock()
	if l != nil {
		s.close(l)
	}
}

// close schedules the closing of a line's connection, without waiting for it.
func (s *Server) close(l *line) {
	s.mu.Lock()
	s.dead = append(s.dead, l)
	s.mu.Unlock()
	select {
	case s.died <- struct{}{}:
	default:
	}
}
