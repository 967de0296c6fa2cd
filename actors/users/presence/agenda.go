package presence

import (
	"sync"
	"time"
)

// agenda says when each organization's dots are to be derived next. A roster's place
// changes under that roster's lock alone.
type agenda struct {
	mu   sync.Mutex
	next schedule[*roster]
}

// now has an organization looked at in the next round.
func (a *agenda) now(r *roster) { a.sooner(r, time.Time{}) }

// sooner has an organization looked at by then at the latest.
func (a *agenda) sooner(r *roster, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next.sooner(&r.due, r, at)
}

// set has an organization looked at then and not before; at zero never.
func (a *agenda) set(r *roster, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next.set(&r.due, r, at)
}

// take removes the organizations that are due.
func (a *agenda) take(now time.Time) []*roster {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.next.take(now)
}

// pause is how long none is due, most at the longest.
func (a *agenda) pause(now time.Time, most time.Duration) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.next) == 0 {
		return most
	}
	return min(max(a.next.first().Sub(now), 0), most)
}
