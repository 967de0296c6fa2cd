package presence

import (
	"container/heap"
	"time"
)

// schedule is a heap of things to check and when, the next one first. It has no lock:
// its owner guards it and its slots.
type schedule[T any] []*slot[T]

// slot is one thing's entry in a schedule. of is set when it is created.
type slot[T any] struct {
	of T
	at time.Time
	// place is its index in the heap plus 1, or 0.
	place int
}

// first returns when the next one is due, or zero.
func (s *schedule[T]) first() time.Time {
	if len(*s) == 0 {
		return time.Time{}
	}
	return (*s)[0].at
}

// set makes a thing due exactly at, or never if at is zero.
func (s *schedule[T]) set(one *slot[T], at time.Time) {
	if at.IsZero() {
		s.drop(one)
		return
	}
	s.put(one, at)
}

// sooner makes a thing due no later than at, or immediately if at is zero.
func (s *schedule[T]) sooner(one *slot[T], at time.Time) {
	if one.place == 0 || at.Before(one.at) {
		s.put(one, at)
	}
}

func (s *schedule[T]) put(one *slot[T], at time.Time) {
	if one.at = at; one.place == 0 {
		heap.Push(s, one)
	} else {
		heap.Fix(s, one.place-1)
	}
}

func (s *schedule[T]) drop(one *slot[T]) {
	if one.place > 0 {
		heap.Remove(s, one.place-1)
	}
}

// take removes what is due.
func (s *schedule[T]) take(now time.Time) (out []T) {
	for len(*s) > 0 && !(*s)[0].at.After(now) {
		next := (*s)[0]
		heap.Pop(s)
		out = append(out, next.of)
	}
	return out
}

// earlier returns the earlier of two times. Zero means never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || (!b.IsZero() && b.Before(a)) {
		return b
	}
	return a
}

// Len implements heap.Interface.
func (s *schedule[T]) Len() int { return len(*s) }

// Less implements heap.Interface.
func (s *schedule[T]) Less(i, j int) bool { return (*s)[i].at.Before((*s)[j].at) }

// Swap implements heap.Interface.
func (s *schedule[T]) Swap(i, j int) {
	all := *s
	all[i], all[j] = all[j], all[i]
	all[i].place, all[j].place = i+1, j+1
}

// Push implements heap.Interface.
func (s *schedule[T]) Push(x any) {
	if one, ok := x.(*slot[T]); ok {
		*s = append(*s, one)
		one.place = len(*s)
	}
}

// Pop implements heap.Interface.
func (s *schedule[T]) Pop() any {
	last := len(*s) - 1
	one := (*s)[last]
	(*s)[last] = nil
	*s = (*s)[:last]
	one.place = 0
	return one
}
