package users

import (
	"container/heap"
	"sync"
	"time"
)

// agenda is which organisations are to be looked at, and when: a heap with the next of
// them first. A roster's place changes under that roster's lock alone.
type agenda struct {
	mu   sync.Mutex
	next appointments
}

// due is when a roster is to be looked at, and where that stands in the agenda, from 1.
type due struct {
	at    time.Time
	place int
}

// now has an organisation looked at in the next round.
func (a *agenda) now(r *roster) { a.sooner(r, time.Time{}) }

// sooner has an organisation looked at by then at the latest.
func (a *agenda) sooner(r *roster, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case r.due.place == 0:
		r.due.at = at
		heap.Push(&a.next, r)
	case at.Before(r.due.at):
		r.due.at = at
		heap.Fix(&a.next, r.due.place-1)
	}
}

// set has an organisation looked at then and not before; at zero never.
func (a *agenda) set(r *roster, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.due.place > 0 {
		heap.Remove(&a.next, r.due.place-1)
	}
	if !at.IsZero() {
		r.due.at = at
		heap.Push(&a.next, r)
	}
}

// take removes the organisations that are due.
func (a *agenda) take(now time.Time) (out []*roster) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.next) > 0 && !a.next[0].due.at.After(now) {
		r, _ := heap.Pop(&a.next).(*roster)
		out = append(out, r)
	}
	return out
}

// pause is how long none is due, most at the longest.
func (a *agenda) pause(now time.Time, most time.Duration) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.next) == 0 {
		return most
	}
	return min(max(a.next[0].due.at.Sub(now), 0), most)
}

// appointments are the rosters that are to be looked at.
type appointments []*roster

// Len implements heap.Interface.
func (a *appointments) Len() int { return len(*a) }

// Less implements heap.Interface.
func (a *appointments) Less(i, j int) bool { return (*a)[i].due.at.Before((*a)[j].due.at) }

// Swap implements heap.Interface.
func (a *appointments) Swap(i, j int) {
	next := *a
	next[i], next[j] = next[j], next[i]
	next[i].due.place, next[j].due.place = i+1, j+1
}

// Push implements heap.Interface.
func (a *appointments) Push(x any) {
	if r, ok := x.(*roster); ok {
		*a = append(*a, r)
		r.due.place = len(*a)
	}
}

// Pop implements heap.Interface.
func (a *appointments) Pop() any {
	last := len(*a) - 1
	r := (*a)[last]
	(*a)[last] = nil
	*a = (*a)[:last]
	r.due.place = 0
	return r
}
