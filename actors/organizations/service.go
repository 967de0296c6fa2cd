package organizations

import (
	"context"
	"encoding/json"
	"sync"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// Object is the object whose one record holds what an organization is.
const Object = "organization"

// kept bounds the organizations that are remembered.
const kept = 10_000

// Store is what the service needs of the database (storage/pg).
type Store interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// Profile is what the rest of the product asks of an organization.
type Profile struct {
	Name     string
	Settings settings.Organization
}

// Service reads profiles and remembers them.
type Service struct {
	store Store

	mu       sync.Mutex
	profiles map[id.ID]Profile
	changes  uint64 // entries about organizations that were seen
}

// New makes the service.
func New(store Store) *Service {
	return &Service{store: store, profiles: map[id.ID]Profile{}}
}

// Profile gives an organization's name and settings. fault.NotFound.
func (s *Service) Profile(ctx context.Context, organization id.ID) (Profile, error) {
	s.mu.Lock()
	found, ok := s.profiles[organization]
	seen := s.changes
	s.mu.Unlock()
	if ok {
		return found, nil
	}
	record, err := s.store.Get(ctx, organization, Object, organization)
	if err != nil {
		return Profile{}, err
	}
	stored, _ := record.Fields["settings"].(json.RawMessage)
	found = Profile{Name: record.Text("name"), Settings: settings.Parse(stored)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changes == seen {
		if len(s.profiles) >= kept {
			clear(s.profiles)
		}
		s.profiles[organization] = found
	}
	return found, nil
}

// Settings gives an organization's settings. fault.NotFound.
func (s *Service) Settings(ctx context.Context, organization id.ID) (settings.Organization, error) {
	p, err := s.Profile(ctx, organization)
	return p.Settings, err
}

// OrganizationName gives an organization's name. fault.NotFound.
func (s *Service) OrganizationName(ctx context.Context, organization id.ID) (string, error) {
	p, err := s.Profile(ctx, organization)
	return p.Name, err
}

// Append follows the log (eventlog.Follower): a changed organization is read anew.
func (s *Service) Append(organization id.ID, entries []entry.Entry) {
	for i := range entries {
		if entries[i].Object == Object {
			s.mu.Lock()
			delete(s.profiles, organization)
			s.changes++
			s.mu.Unlock()
			return
		}
	}
}
