package organizations

import (
	"context"
	"slices"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// appObject is the object whose records are apps.
const appObject = "app"

// App stands for a feature of the product.
type App struct {
	Name string
	// IsAdded says that there is no feature without the app; of any other one only an app that
	// is there says that it is not used.
	IsAdded bool
}

// Apps are those that stand for features, by the feature: an organization that has an app of
// the name uses the feature where that is active and one of its own.
type Apps map[string]App

// without returns the features that an organization with these apps doesn't use, in order.
func (s *Service) without(ctx context.Context, organization id.ID, used []id.ID) ([]string, error) {
	if len(s.apps) == 0 {
		return nil, nil
	}
	names := make([]string, 0, len(s.apps))
	for _, app := range s.apps {
		names = append(names, app.Name)
	}
	slices.Sort(names)
	found, err := s.store.Find(ctx, organization, row.Query{
		Object: appObject, Where: []row.Condition{{Field: "name", Operator: "IN", Value: names}}, Limit: len(names),
	})
	if err != nil {
		return nil, err
	}
	var without []string
	for feature, app := range s.apps {
		isUsed := !app.IsAdded
		for _, one := range found {
			if one.Text("name") == app.Name {
				isUsed = inUse(one, used)
			}
		}
		if !isUsed {
			without = append(without, feature)
		}
	}
	slices.Sort(without)
	return without, nil
}

func inUse(app row.Record, used []id.ID) bool {
	active, _ := app.Bool("active")
	return active && slices.Contains(used, app.ID)
}

// AppOf returns the app in use that stands for a feature, and what it is called; fault.NotFound
// where the organization uses none.
func (s *Service) AppOf(ctx context.Context, organization id.ID, feature string) (row.Record, error) {
	name := s.apps[feature].Name
	apps, err := s.ActiveApps(ctx, organization)
	if err != nil {
		return row.Record{}, err
	}
	for _, app := range apps {
		if app.Text("name") == name {
			return app, nil
		}
	}
	return row.Record{}, fault.New(fault.NotFound, "Your organization does not use the app %s.", name)
}

// Without returns the features that an organization doesn't use. fault.NotFound.
func (s *Service) Without(ctx context.Context, organization id.ID) ([]string, error) {
	p, err := s.Profile(ctx, organization)
	return p.Without, err
}

// Uses reports whether an organization uses a feature. fault.NotFound.
func (s *Service) Uses(ctx context.Context, organization id.ID, feature string) (bool, error) {
	p, err := s.Profile(ctx, organization)
	return !slices.Contains(p.Without, feature), err
}

// maxApps bounds the apps of an organization that are told of.
const maxApps = 1_000

// ActiveApps returns the organization's apps that are in use, by their names.
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

// Features returns what the organization switched on or off.
func (s *Service) Features(ctx context.Context, organization id.ID) (map[string]bool, error) {
	p, err := s.Profile(ctx, organization)
	if p.Settings.Features == nil {
		return map[string]bool{}, err
	}
	return p.Settings.Features, err
}
