package link

import "time"

// Polling tells whether a poll is pending.
func (c *Conn) Polling() bool {
	p := c.transport.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting != nil
}

// Posting tells whether a POST is being read or delivered.
func (c *Conn) Posting() bool {
	p := c.transport.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.posting
}

// Upgrading tells whether a WebSocket asks to take over.
func (c *Conn) Upgrading() bool {
	p := c.transport.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.candidate != nil
}

// Gather is how long frames wait for each other.
const Gather = gather

// Sabotage has the next write that is tried at once panic.
func (c *Conn) Sabotage() {
	w := c.transport.writer.Load()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.direct.try = func(uintptr) bool { panic("on purpose") }
}

// Gathered leaves a frame to the flusher, as one that follows another closely.
func (c *Conn) Gathered(f Frame) {
	w := c.transport.writer.Load()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wrote = clock()
	_ = w.gather(f.bytes, w.wrote)
}

// AtOnce sends a frame that waits for no other.
func (c *Conn) AtOnce(f Frame) {
	c.transport.ask()
	c.Send(f)
}

// After does something on a timer of the server's.
func (s *Server) After(d time.Duration, do func()) { s.shared.guard.after(d, do) }
