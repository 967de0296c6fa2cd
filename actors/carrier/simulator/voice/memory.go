package voice

import (
	"slices"
	"time"
)

// Bounds on stored calls that are over. The oldest are dropped first.
const (
	keptLegs        = 100
	keptConferences = 100
	keptRecordings  = 100
)

// Memory is the stored state of calls.
type Memory struct {
	Legs        Legs                   `json:"legs"`
	Conferences map[string]*Conference `json:"conferences"`
	Recordings  Recordings             `json:"recordings"`
	Failing     map[string]bool        `json:"failing,omitempty"` // our numbers whose requests about calls fail
}

// Prune drops the oldest that are over.
func (m *Memory) Prune() {
	drop(m.Legs, keptLegs, func(l *Leg) *time.Time { return l.Ended })
	drop(m.Conferences, keptConferences, func(c *Conference) *time.Time { return c.Ended })
	drop(m.Recordings, keptRecordings, func(r *Recording) *time.Time { return r.Ended })
}

// EachCallback calls change with every callback address.
func (m *Memory) EachCallback(change func(address *string)) {
	for _, l := range m.Legs {
		change(&l.Callback)
	}
	for _, c := range m.Conferences {
		change(&c.Callback)
	}
	for _, r := range m.Recordings {
		change(&r.Callback)
	}
}

// drop removes the oldest ended entries, down to kept of them.
func drop[T any](m map[string]T, kept int, ended func(T) *time.Time) {
	if len(m) <= kept {
		return
	}
	type old struct {
		key string
		at  time.Time
	}
	var list []old
	for key, v := range m {
		if at := ended(v); at != nil {
			list = append(list, old{key, *at})
		}
	}
	if len(list) <= kept {
		return
	}
	slices.SortFunc(list, func(a, b old) int { return a.at.Compare(b.at) })
	for _, o := range list[:len(list)-kept] {
		delete(m, o.key)
	}
}
