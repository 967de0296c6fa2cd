package users

import (
	"container/heap"
	"time"
)

// moments are the people of an organisation whose dots change by time alone, a heap
// with the next of them first.
type moments []*person

// earlier is the first of two moments, of which the zero one never comes.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || (!b.IsZero() && b.Before(a)) {
		return b
	}
	return a
}

// first is the next moment; zero where there is none.
func (m *moments) first() time.Time {
	if len(*m) == 0 {
		return time.Time{}
	}
	return (*m)[0].moment
}

// plan has a person's moment come at a time; at zero it never does.
func (m *moments) plan(u *person, at time.Time) {
	u.moment = at
	switch {
	case u.place == 0 && at.IsZero():
	case u.place == 0:
		heap.Push(m, u)
	case at.IsZero():
		heap.Remove(m, u.place-1)
	default:
		heap.Fix(m, u.place-1)
	}
}

// take removes those whose moment has come.
func (m *moments) take(now time.Time) (out []*person) {
	for len(*m) > 0 && !(*m)[0].moment.After(now) {
		u, _ := heap.Pop(m).(*person)
		out = append(out, u)
	}
	return out
}

// Len implements heap.Interface.
func (m *moments) Len() int { return len(*m) }

// Less implements heap.Interface.
func (m *moments) Less(i, j int) bool { return (*m)[i].moment.Before((*m)[j].moment) }

// Swap implements heap.Interface.
func (m *moments) Swap(i, j int) {
	all := *m
	all[i], all[j] = all[j], all[i]
	all[i].place, all[j].place = i+1, j+1
}

// Push implements heap.Interface.
func (m *moments) Push(x any) {
	if u, ok := x.(*person); ok {
		*m = append(*m, u)
		u.place = len(*m)
	}
}

// Pop implements heap.Interface.
func (m *moments) Pop() any {
	last := len(*m) - 1
	u := (*m)[last]
	(*m)[last] = nil
	*m = (*m)[:last]
	u.place = 0
	return u
}
