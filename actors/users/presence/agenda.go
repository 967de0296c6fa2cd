package presence

import (
	"sync"
	"time"
)

// agenda is a schedule that is safe for concurrent use: it says when each organization's
// dots are to be derived next. A roster's place changes under that roster's lock alone.
type agenda[T any] struct {
	mu   sync.Mutex
	next schedule[T]
}

// sooner has an organization looked at by then at the latest; at zero in the next round.
func (a *agenda[T]) sooner(one *slot[T], at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next.sooner(one, at)
}

// set has an organization looked at then and not before; at zero never.
func (a *agenda[T]) set(one *slot[T], at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next.set(one, at)
}

// take removes the organizations that are due.
func (a *agenda[T]) take(now time.Time) []T {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.next.take(now)
}

// pause is how long none is due, most at the longest.
func (a *agenda[T]) pause(now time.Time, most time.Duration) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.next) == 0 {
		return most
	}
	return min(max(a.next.first().Sub(now), 0), most)
}
