package organizations

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// Object is the object whose one record holds what an organization is.
const Object = "organization"

const (
	// kept bounds the organizations that are remembered.
	kept = 10_000
	// keptFor is how long one is remembered that nobody asks for: as long as that the
	// node follows its log.
	keptFor = time.Minute
)

// Store is what the service needs of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// Profile is what the rest of the product asks of an organization.
type Profile struct {
	Name     string
	Settings settings.Organization
	// Without are the features that the organization doesn't use, in order.
	Without []string
}

// Service reads profiles and remembers them.
type Service struct {
	store Store
	apps  Apps

	now func() time.Time

	mu       sync.Mutex
	profiles map[id.ID]remembered
	reads    map[id.ID]int // under way, by organization
	changes  uint64        // entries about organizations that were seen
}

// remembered is a profile with the time when somebody last asked for it.
type remembered struct {
	Profile
	asked time.Time
}

func (r remembered) old(now time.Time) bool { return now.Sub(r.asked) >= keptFor }

// New makes the service. apps stand for features.
func New(store Store, apps Apps) *Service {
	return &Service{store: store, apps: apps, now: time.Now, profiles: map[id.ID]remembered{}, reads: map[id.ID]int{}}
}

// Profile returns an organization's name and settings. fault.NotFound.
func (s *Service) Profile(ctx context.Context, organization id.ID) (Profile, error) {
	found, ok, seen := s.recall(organization)
	if ok {
		return found, nil
	}
	defer s.read(organization)
	found, err := s.fetch(ctx, organization)
	if err != nil {
		return Profile{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changes == seen {
		if len(s.profiles) >= kept {
			clear(s.profiles)
		}
		s.profiles[organization] = remembered{found, s.now()}
	}
	return found, nil
}

// recall returns what is remembered. Else a read begins, which read ends: what changes meanwhile
// is counted in changes.
func (s *Service) recall(organization id.ID) (found Profile, ok bool, seen uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if known, ok := s.profiles[organization]; ok && !known.old(now) {
		s.profiles[organization] = remembered{known.Profile, now}
		return known.Profile, true, 0
	}
	s.reads[organization]++
	return Profile{}, false, s.changes
}

func (s *Service) read(organization id.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reads[organization]--; s.reads[organization] == 0 {
		delete(s.reads, organization)
	}
}

func (s *Service) fetch(ctx context.Context, organization id.ID) (Profile, error) {
	record, err := s.store.Get(ctx, organization, Object, organization)
	if err != nil {
		return Profile{}, err
	}
	stored, _ := record.Fields["settings"].(json.RawMessage)
	without, err := s.without(ctx, organization, record.Lookups("apps"))
	return Profile{Name: record.Text("name"), Settings: settings.Parse(stored), Without: without}, err
}

// StoredSettings reads an organization's settings and remembers nothing, for who goes
// through all organizations: this node need not follow their logs. fault.NotFound.
func (s *Service) StoredSettings(ctx context.Context, organization id.ID) (settings.Organization, error) {
	p, err := s.fetch(ctx, organization)
	return p.Settings, err
}

// Settings returns an organization's settings. fault.NotFound.
func (s *Service) Settings(ctx context.Context, organization id.ID) (settings.Organization, error) {
	p, err := s.Profile(ctx, organization)
	return p.Settings, err
}

// OrganizationName returns an organization's name. fault.NotFound.
func (s *Service) OrganizationName(ctx context.Context, organization id.ID) (string, error) {
	p, err := s.Profile(ctx, organization)
	return p.Name, err
}

// RequiresSecondFactor reports whether an organization's users need a second factor to sign in.
// fault.NotFound.
func (s *Service) RequiresSecondFactor(ctx context.Context, organization id.ID) (bool, error) {
	p, err := s.Profile(ctx, organization)
	return p.Settings.SecondFactor, err
}

// Serves implements eventlog.Selective.
func (s *Service) Serves(organization id.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.profiles[organization]
	if ok && found.old(s.now()) {
		delete(s.profiles, organization)
		ok = false
	}
	return ok || s.reads[organization] > 0
}

// Append follows the log (eventlog.Follower): an organization is read again that changed, or an
// app of it.
func (s *Service) Append(organization id.ID, entries []entry.Entry) {
	for i := range entries {
		if Holds(entries[i].Object) {
			s.Forget(organization)
			return
		}
	}
}

// Holds reports whether a change of a record of an object may change a profile.
func Holds(object string) bool { return object == Object || object == appObject }

// Forget drops an organization from the cache. A node calls it when it has stored a change, so that
// the next reader gets it before the log brings it.
func (s *Service) Forget(organization id.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.profiles, organization)
	s.changes++
}
