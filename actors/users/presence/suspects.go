package presence

import (
	"maps"
	"slices"
	"time"

	"switchboard/storage/id"
)

// suspects are the users of one organization whose dot may have changed, by an event
// or because its time has come. The roster's lock guards it.
type suspects struct {
	dirty   map[id.ID]bool
	all     bool // all users
	moments schedule[*person]
}

// take removes the suspects and returns their persons.
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
