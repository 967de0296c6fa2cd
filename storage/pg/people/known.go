package people

import (
	"maps"
	"sync"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

const (
	// believedFor bounds how long a person is believed. The log tells of what changes, but
	// not at once, and not while it can't be reached.
	believedFor = 5 * time.Second
	// most bounds the people of an organization that are remembered, mostOrganizations the
	// organizations.
	most, mostOrganizations = 10_000, 1_000
)

// Person is what is shown of somebody.
type Person struct {
	Name            *string // nil for none
	Teams, MemberOf []id.ID // those that he names, and those that name him
}

// Known remembers people by organization. It follows the log (eventlog.Selective).
type Known struct {
	person, team string // objects; without people nothing is remembered
	now          func() time.Time

	mu sync.Mutex
	of map[id.ID]*circle
}

// circle are the people of one organization.
type circle struct {
	people  map[id.ID]remembered
	reads   int       // under way
	changes uint64    // that were heard of
	until   time.Time // when the newest is believed no more
}

type remembered struct {
	Person
	until time.Time
}

// New makes the memory for organizations with the objects of a registry; now is the clock.
func New(registry *schema.Registry, now func() time.Time) *Known {
	k := &Known{now: now, of: map[id.ID]*circle{}}
	if o := registry.Role(schema.Person); o != nil {
		k.person = o.APIName
	}
	if o := registry.Role(schema.Team); o != nil {
		k.team = o.APIName
	}
	return k
}

// Any reports whether somebody of an organization is known.
func (k *Known) Any(organization id.ID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.of[organization]
	return of != nil && len(of.people) > 0 && k.now().Before(of.until)
}

// Find hands out who is known of some people, and gives how many are not.
func (k *Known) Find(organization id.ID, people map[id.ID]struct{}, found func(id.ID, Person)) (unknown int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.of[organization]
	if of == nil {
		return len(people)
	}
	now := k.now()
	for one := range people {
		if known, ok := of.people[one]; ok && now.Before(known.until) {
			found(one, known.Person)
		} else {
			unknown++
		}
	}
	return unknown
}

// Reading is people being read. It is to be ended.
type Reading struct {
	known        *Known
	organization id.ID
	changes      uint64
}

// Read begins before people are read from the database.
func (k *Known) Read(organization id.ID) *Reading {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.of[organization]
	if of == nil {
		if len(k.of) >= mostOrganizations {
			k.makeRoom()
		}
		of = &circle{people: map[id.ID]remembered{}}
		k.of[organization] = of
	}
	of.reads++
	return &Reading{k, organization, of.changes}
}

// makeRoom forgets the organizations whose people are believed no more, or any one whose
// people nobody reads at the moment.
func (k *Known) makeRoom() {
	now := k.now()
	maps.DeleteFunc(k.of, func(_ id.ID, of *circle) bool { return of.reads == 0 && !now.Before(of.until) })
	for organization, of := range k.of {
		if len(k.of) < mostOrganizations {
			return
		}
		if of.reads == 0 {
			delete(k.of, organization)
		}
	}
}

// End remembers who was read, but where somebody changed meanwhile.
func (r *Reading) End(read map[id.ID]Person) {
	k := r.known
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.of[r.organization]
	of.reads--
	if of.changes != r.changes || k.person == "" {
		return
	}
	until := k.now().Add(believedFor)
	for one, person := range read {
		if len(of.people) >= most {
			clear(of.people)
		}
		of.people[one] = remembered{person, until}
		of.until = until
	}
}

// Append implements eventlog.Follower.
func (k *Known) Append(organization id.ID, entries []entry.Entry) {
	for i := range entries {
		switch e := &entries[i]; e.Object {
		case k.team:
			k.forget(organization, "")
		case k.person:
			if e.Op == entry.Bulk {
				k.forget(organization, "")
			} else {
				k.forget(organization, e.ID)
			}
		}
	}
}

// Serves implements eventlog.Selective.
func (k *Known) Serves(organization id.ID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.of[organization]
	if of != nil && of.reads == 0 && !k.now().Before(of.until) {
		delete(k.of, organization)
		return false
	}
	return of != nil
}

// Committed tells of a commit of this process that wrote records of some objects, before
// it is answered: who changed something sees it at once.
func (k *Known) Committed(organization id.ID, objects []string) {
	for _, object := range objects {
		if object == k.person || object == k.team {
			k.forget(organization, "")
			return
		}
	}
}

// forget has one person read again, "" for all of an organization.
func (k *Known) forget(organization, person id.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.of[organization]
	if of == nil {
		return
	}
	of.changes++
	if person == "" {
		clear(of.people)
	} else {
		delete(of.people, person)
	}
}
