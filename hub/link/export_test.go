package link

import "time"

// Polling reports whether a poll is pending.
func (c *Conn) Polling() bool {
	p := c.transport.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting != nil
}

// Posting reports whether a POST is being read or delivered.
func (c *Conn) Posting() bool {
	p := c.transport.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.posting
}

// Upgrading reports whether a WebSocket asks to take over.
func (c *Conn) Upgrading() bool {
	p := c.transport.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.candidate != nil
}

// Gather is how long frames are batched.
const Gather = gather

// Sabotage makes the next direct write panic.
func (c *Conn) Sabotage() {
	w := c.transport.writer.Load()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.direct.try = func(uintptr) bool { panic("on purpose") }
}

// Gathered passes a frame to the flusher, like one that closely follows
// another.
func (c *Conn) Gathered(f Frame) {
	w := c.transport.writer.Load()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wrote = clock()
	_ = w.gather(f.bytes, w.wrote)
}

// AtOnce sends a frame without batching.
func (c *Conn) AtOnce(f Frame) {
	c.transport.ask()
	c.Send(f)
}

// After runs do on a timer of the server.
func (s *Server) After(d time.Duration, do func()) { s.shared.guard.after(d, do) }
