package media

import (
	"sync"
	"time"
)

// Bounds are how long or late a tick may be to be counted in Spread.Within.
var Bounds = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond,
	20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond,
}

// Spread counts durations.
type Spread struct {
	Count uint64
	Sum   time.Duration
	// Within is how many were at most as long as each of Bounds.
	Within [len(Bounds)]uint64
}

func (s *Spread) add(d time.Duration) {
	s.Count++
	s.Sum += d
	for i, bound := range Bounds {
		if d <= bound {
			s.Within[i]++
		}
	}
}

// Ticks are a mixer's since it was made.
type Ticks struct {
	Late Spread // how long after it was due each began
	Took Spread // how long each mixed and sent
}

// counter is safe for concurrent use.
type counter struct {
	mu    sync.Mutex
	ticks Ticks
}

func (c *counter) add(late, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ticks.Late.add(late)
	c.ticks.Took.add(took)
}

// Ticks tells how late the mixer was, and how long it took.
func (m *Mixer) Ticks() Ticks {
	m.counter.mu.Lock()
	defer m.counter.mu.Unlock()
	return m.counter.ticks
}
