package link

import (
	"time"

	"switchboard/hub/engineio"
)

var pingFrame = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Ping, nil) })

// startBeat begins the heartbeat ("Heartbeat").
func (c *Conn) startBeat() {
	c.beatMu.Lock()
	defer c.beatMu.Unlock()
	c.due = time.Now().Add(c.server.options.PingInterval)
	c.beat = time.AfterFunc(c.server.options.PingInterval, c.tick)
	if c.reason.Load() != nil {
		c.beat.Stop()
	}
}

// tick sends the heartbeat, or finds that the last one was not answered.
func (c *Conn) tick() {
	defer func() {
		if c.server.caught(panickedHeartbeat, recover()) {
			c.Close(Panicked)
		}
	}()
	if c.late() {
		c.Close(PingTimeout)
		return
	}
	c.Send(pingFrame)
}

// late tells whether the last heartbeat was not answered; where it was, the next begins.
func (c *Conn) late() bool {
	c.beatMu.Lock()
	defer c.beatMu.Unlock()
	if c.waiting {
		return true
	}
	c.waiting = true
	from := time.Now()
	if c.writer.Load() == nil { // a polling session's time runs whether or not it fetches the ping
		from = c.due
	}
	c.due = from.Add(c.server.options.PingTimeout)
	c.beat.Reset(time.Until(c.due))
	return false
}

func (c *Conn) stopBeat() {
	c.beatMu.Lock()
	defer c.beatMu.Unlock()
	if c.beat != nil {
		c.beat.Stop()
	}
}

func (c *Conn) pong() {
	c.beatMu.Lock()
	defer c.beatMu.Unlock()
	if c.waiting {
		c.waiting = false
		c.due = time.Now().Add(c.server.options.PingInterval)
		c.beat.Reset(c.server.options.PingInterval)
	}
}

// overdue tells whether a polling session's time is over, even if the timer is a
// moment late to say so.
func (c *Conn) overdue() bool {
	c.beatMu.Lock()
	defer c.beatMu.Unlock()
	end := c.due
	if !c.waiting {
		end = end.Add(c.server.options.PingTimeout)
	}
	return c.writer.Load() == nil && !time.Now().Before(end)
}
