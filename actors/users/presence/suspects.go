package presence

import (
	"maps"
	"slices"
	"time"

	"switchboard/storage/id"
)

// suspects are the users of one organization whose dot may have changed: something was
// heard of them, or the moment has come at which it changes by time alone. The roster's
// lock guards it.
type suspects struct {
	dirty   map[id.ID]bool
	all     bool // everybody's may have
	moments schedule[*person]
}

// take takes those among the people.
func (s *suspects) take(people map[id.ID]*person, now time.Time) (out []*person) {
	defer func() { s.dirty, s.all = map[id.ID]bool{}, false }()
	if s.all {
		return slices.Collect(maps.Values(people))
	}
	for user := range s.dirty {
		if u := people[user]; u != nil {
			s.moments.set(&u.moment, time.Time{})
			out = append(out, u)
		}
	}
	return append(out, s.moments.take(now)...)
}
