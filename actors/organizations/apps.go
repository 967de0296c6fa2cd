package organizations

import (
	"context"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxApps bounds the apps of an organization that are told of.
const maxApps = 1_000

// ActiveApps gives the organization's apps that are in use, by their names.
func (s *Service) ActiveApps(ctx context.Context, organization id.ID) ([]row.Record, error) {
	record, err := s.store.Get(ctx, organization, Object, organization)
	if err != nil {
		return nil, err
	}
	apps := record.Lookups("apps")
	if len(apps) == 0 {
		return nil, nil
	}
	return s.store.Find(ctx, organization, row.Query{
		Object: "app", Where: []row.Condition{{Field: "id", Operator: "IN", Value: apps}, {Field: "active", Operator: "=", Value: true}},
		Order: []row.Order{{Field: "name"}}, Limit: maxApps,
	})
}

// Features gives what the organization switched on or off.
func (s *Service) Features(ctx context.Context, organization id.ID) (map[string]bool, error) {
	p, err := s.Profile(ctx, organization)
	if p.Settings.Features == nil {
		return map[string]bool{}, err
	}
	return p.Settings.Features, err
}
