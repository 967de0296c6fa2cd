package link

// Polling tells whether a poll is pending.
func (c *Conn) Polling() bool {
	c.poll.mu.Lock()
	defer c.poll.mu.Unlock()
	return c.poll.waiting != nil
}

// Posting tells whether a POST is being read or delivered.
func (c *Conn) Posting() bool {
	c.poll.mu.Lock()
	defer c.poll.mu.Unlock()
	return c.poll.posting
}

// Upgrading tells whether a WebSocket asks to take over.
func (c *Conn) Upgrading() bool {
	c.poll.mu.Lock()
	defer c.poll.mu.Unlock()
	return c.poll.candidate != nil
}

// Gather is how long frames wait for each other.
const Gather = gather
