package presence

import (
	"maps"
	"slices"
	"sync"
	"time"

	"switchboard/storage/id"
)

// rosters holds a roster per organization. It is safe for concurrent use.
type rosters struct {
	agenda *agenda[*roster]
	untold *pending // nil without other nodes

	mu  sync.RWMutex
	all map[id.ID]*roster
}

func newRosters(untold *pending) *rosters {
	return &rosters{agenda: &agenda[*roster]{}, untold: untold, all: map[id.ID]*roster{}}
}

// find returns an organization's roster, or nil.
func (s *rosters) find(organization id.ID) *roster {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.all[organization]
}

// made returns an organization's roster, and creates it if necessary.
func (s *rosters) made(organization id.ID) *roster {
	if r := s.find(organization); r != nil {
		return r
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.all[organization]
	if r == nil {
		r = newRoster(organization, s.agenda, s.untold)
		s.all[organization] = r
	}
	return r
}

// known lists the rosters.
func (s *rosters) known() []*roster {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Collect(maps.Values(s.all))
}

// with runs do under the lock of an organization's roster.
func (s *rosters) with(organization id.ID, do func(*roster)) {
	for {
		r := s.made(organization)
		if r.locked(func() { do(r) }) {
			return
		}
	}
}

// found runs do under the lock of an organization's roster. It returns false if there
// is none.
func (s *rosters) found(organization id.ID, do func(*roster)) bool {
	for r := s.find(organization); r != nil; r = s.find(organization) {
		if r.locked(func() { do(r) }) {
			return true
		}
	}
	return false
}

// drop drops the users of an organization without connections and queries here. Other
// nodes' reports stay.
func (s *rosters) drop(r *roster) {
	idle := false
	r.locked(func() { idle = r.idle() })
	if !idle {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r.locked(func() {
		if !r.idle() {
			return // a user connected in the meantime
		}
		r.people, r.suspects = map[id.ID]*person{}, suspects{dirty: map[id.ID]bool{}}
		r.wanted, r.loaded, r.again = false, false, false
		r.agenda.set(&r.due, time.Time{})
		if len(r.others) == 0 {
			r.dropped = true
			delete(s.all, r.organization)
		}
	})
}
