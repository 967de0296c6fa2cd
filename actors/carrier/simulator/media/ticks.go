package media

import (
	"sync"
	"time"
)

// Bounds are the buckets of Spread.Within.
var Bounds = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond,
	20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond,
}

// Spread is a histogram of durations.
type Spread struct {
	Count uint64
	Sum   time.Duration
	// Within counts durations up to each of Bounds.
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

// Ticks are a mixer's statistics since its creation.
type Ticks struct {
	Late Spread // how late each tick started
	Took Spread // how long each tick took
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

// Ticks returns the mixer's statistics.
func (m *Mixer) Ticks() Ticks {
	m.counter.mu.Lock()
	defer m.counter.mu.Unlock()
	return m.counter.ticks
}
