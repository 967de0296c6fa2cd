package presence

import (
	"sync"
	"time"
)

// certainty tracks whether a missing user is known to be absent, or whether this node
// may just not know yet: for a while after its start, and while other nodes' leases
// are unreadable.
type certainty struct {
	several bool // there may be other nodes

	mu     sync.RWMutex
	start  time.Time // when the startup grace period began
	sure   bool      // the grace period was over when settled was last called
	listed bool      // the leases were read once
	guided bool      // another node has been up longer than this one
	blind  bool      // the last read of the leases failed
	// healthy is when they were readable again.
	healthy time.Time
}

// unsure reports whether an absent user may just be unknown to this node.
func (c *certainty) unsure(now time.Time) bool { return c.ignorance(now) > 0 }

// ignorance returns how much longer an absent user may just be unknown to this node.
// If another node is already sure, one read of its lease is enough.
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

// settled reports, once, that absence is now known.
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

// read records that the leases were read, and whether one of them is of a sure node.
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

// unread records that the leases are unreadable.
func (c *certainty) unread() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.blind = true
}

// isBlind reports whether other nodes' sockets are unknown now.
func (c *certainty) isBlind() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.blind
}

// readable returns since when the leases are readable again, or zero if they always
// were.
func (c *certainty) readable() time.Time {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.healthy
}
