package presence

import (
	"sync"
	"time"
)

// certainty says whether absence is known, or whether this node may only not have heard:
// for a while after its start, and where other nodes' leases can't be read.
type certainty struct {
	several bool // there may be other nodes

	mu     sync.RWMutex
	start  time.Time // since when absence can be told from ignorance
	sure   bool      // that time was over when settled was last asked
	listed bool      // the leases were read once
	guided bool      // another node knows for longer than this one
	blind  bool      // the leases could not be read the last time
	// healthy is when they could be read again.
	healthy time.Time
}

// unsure tells whether absence may only mean that this node has not heard yet.
func (c *certainty) unsure(now time.Time) bool { return c.ignorance(now) > 0 }

// ignorance is for how much longer absence may only mean that this node has not heard
// yet. Where another node is sure already, having read its lease once is enough.
func (c *certainty) ignorance(now time.Time) time.Duration {
	c.mu.RLock()
	defer c.mu.RUnlock()
	switch {
	case c.several && !c.listed:
		return leaseTime
	case c.guided:
		return c.start.Add(nodeTime).Sub(now)
	default:
		return c.start.Add(leaseTime).Sub(now)
	}
}

// settled tells whether absence is known, the first time that it is.
func (c *certainty) settled(now time.Time) (first bool) {
	if c.unsure(now) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	first = !c.sure
	c.sure = true
	return first
}

// read notes that the leases were read, and whether one of them is of a node that is sure.
func (c *certainty) read(guided bool, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.listed {
		c.listed, c.start = true, now
	}
	if c.blind {
		c.blind, c.healthy = false, now
	}
	c.guided = c.guided || guided
}

// unread notes that the leases can't be read.
func (c *certainty) unread() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.blind = true
}

// isBlind tells whether other nodes' sockets can't be known now.
func (c *certainty) isBlind() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.blind
}

// readable is since when the leases can be read; zero where they always could.
func (c *certainty) readable() time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.healthy
}
