package queries

import (
	"context"
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

const (
	// zoneField is the field of a person that names his time zone.
	zoneField = "time_zone"
	// keptOrganizations and keptPeople, of each, bound whose zones are remembered.
	keptOrganizations = 10_000
	keptPeople        = 10_000
	// keptFor is how long the zones of an organization are remembered that nobody asks for:
	// as long as that the node follows its log.
	keptFor = time.Minute
)

// zones remembers the time zones of people.
type zones struct {
	now func() time.Time

	mu      sync.Mutex
	known   map[id.ID]*zonesOf // by organization
	reads   map[id.ID]int      // under way, by organization
	changes uint64             // what may have changed a zone and was seen
}

// zonesOf are those of an organization's people, nil for who has none.
type zonesOf struct {
	people map[id.ID]*time.Location
	asked  time.Time
}

func newZones() *zones {
	return &zones{now: time.Now, known: map[id.ID]*zonesOf{}, reads: map[id.ID]int{}}
}

// zoneOf returns the principal's own time zone, nil for none.
func (s *Service) zoneOf(ctx context.Context, p *access.Principal) (*time.Location, error) {
	person := p.Registry().Role(schema.Person)
	if person.Field(zoneField) == nil {
		return nil, nil
	}
	zone, ok, seen := s.zones.recall(p.Organization, p.User)
	if ok {
		return zone, nil
	}
	defer s.zones.read(p.Organization)
	himself, err := s.store.Get(ctx, p.Organization, person.APIName, p.User)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return nil, err
	}
	zone = zoneNamed(himself.Text(zoneField))
	s.zones.keep(p.Organization, p.User, zone, seen)
	return zone, nil
}

func zoneNamed(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if name == "" || err != nil || zone == time.Local { //nolint:gosmopolitan // the server's own zone is nobody's
		return nil
	}
	return zone
}

// recall returns what is remembered. Else a read begins, which read ends: what changes meanwhile
// is counted in changes.
func (z *zones) recall(organization, user id.ID) (zone *time.Location, ok bool, seen uint64) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if of := z.of(organization); of != nil {
		of.asked = z.now()
		if zone, ok := of.people[user]; ok {
			return zone, true, 0
		}
	}
	z.reads[organization]++
	return nil, false, z.changes
}

func (z *zones) read(organization id.ID) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.reads[organization]--; z.reads[organization] == 0 {
		delete(z.reads, organization)
	}
}

// keep remembers what was read, unless something has changed since.
func (z *zones) keep(organization, user id.ID, zone *time.Location, seen uint64) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.changes != seen {
		return
	}
	of := z.of(organization)
	if of == nil {
		if len(z.known) >= keptOrganizations {
			clear(z.known)
		}
		of = &zonesOf{people: map[id.ID]*time.Location{}}
		z.known[organization] = of
	}
	if len(of.people) >= keptPeople {
		clear(of.people)
	}
	of.people[user], of.asked = zone, z.now()
}

// of are an organization's, nil if nobody asked for long: its log may not have been followed
// since.
func (z *zones) of(organization id.ID) *zonesOf {
	of := z.known[organization]
	if of != nil && z.now().Sub(of.asked) >= keptFor {
		delete(z.known, organization)
		return nil
	}
	return of
}

// Serves implements eventlog.Selective.
func (s *Service) Serves(organization id.ID) bool {
	s.zones.mu.Lock()
	defer s.zones.mu.Unlock()
	return s.zones.of(organization) != nil || s.zones.reads[organization] > 0
}

// Append follows the log (eventlog.Follower): the zone of a person is read again who changed it.
func (s *Service) Append(organization id.ID, entries []entry.Entry) {
	for i := range entries {
		switch e := &entries[i]; {
		case e.Op == entry.Bulk:
			s.Forget(organization, e.IDs)
		case e.Op == entry.Removed || e.Changed(zoneField):
			s.Forget(organization, []id.ID{e.ID})
		}
	}
}

// Forget has the zones of people read again, among the records that were changed. Who changed his
// on this node uses it at once, before the log tells.
func (s *Service) Forget(organization id.ID, changed []id.ID) {
	s.zones.mu.Lock()
	defer s.zones.mu.Unlock()
	s.zones.changes++
	if of := s.zones.known[organization]; of != nil {
		for _, one := range changed {
			delete(of.people, one)
		}
	}
}
