package presence

import (
	"sync"
	"time"
)

// agenda is a schedule that is safe for concurrent use. It holds when each
// organization's dots are next derived. A roster's entry changes only under that
// roster's lock.
type agenda[T any] struct {
	mu   sync.Mutex
	next schedule[T]
}

// sooner schedules an organization no later than at, or in the next round if at is
// zero.
func (a *agenda[T]) sooner(one *slot[T], at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next.sooner(one, at)
}

// set schedules an organization exactly at, or never if at is zero.
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

// pause returns the time until the next one is due, at most the maximum.
func (a *agenda[T]) pause(now time.Time, most time.Duration) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.next) == 0 {
		return most
	}
	return min(max(a.next.first().Sub(now), 0), most)
}
