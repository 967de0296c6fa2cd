package organizations

import (
	"context"
	"maps"
	"slices"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// appObject is the object whose records are apps.
const appObject = "app"

// Apps name, for features of the product, the app that stands for each: an organization
// that has an app of this name uses the feature where that is active and one of its own.
type Apps map[string]string

// without gives the features that an organization with these apps doesn't use, in order. One
// without an app of a feature's name uses the feature: nothing says that it doesn't.
func (s *Service) without(ctx context.Context, organization id.ID, used []id.ID) ([]string, error) {
	if len(s.apps) == 0 {
		return nil, nil
	}
	found, err := s.store.Find(ctx, organization, row.Query{
		Object: appObject, Where: []row.Condition{{Field: "name", Operator: "IN", Value: slices.Sorted(maps.Values(s.apps))}}, Limit: len(s.apps),
	})
	if err != nil {
		return nil, err
	}
	var without []string
	for feature, name := range s.apps {
		for _, app := range found {
			active, _ := app.Fields["active"].(bool)
			if app.Text("name") == name && (!active || !slices.Contains(used, app.ID)) {
				without = append(without, feature)
			}
		}
	}
	slices.Sort(without)
	return without, nil
}

// Without gives the features that an organization doesn't use. fault.NotFound.
func (s *Service) Without(ctx context.Context, organization id.ID) ([]string, error) {
	p, err := s.Profile(ctx, organization)
	return p.Without, err
}

// Uses tells whether an organization uses a feature. fault.NotFound.
func (s *Service) Uses(ctx context.Context, organization id.ID, feature string) (bool, error) {
	p, err := s.Profile(ctx, organization)
	return !slices.Contains(p.Without, feature), err
}

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
		Object: appObject, Where: []row.Condition{{Field: "id", Operator: "IN", Value: apps}, {Field: "active", Operator: "=", Value: true}},
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
