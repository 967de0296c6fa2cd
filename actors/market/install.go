package market

import (
	"context"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// installation returns the write that adds a product's app to the organization's apps, or takes it
// out, together with the purchase.
func (s *Service) installation(ctx context.Context, organization, purchase id.ID, product row.Record, hasAccess bool) ([]row.Write, error) {
	app := product.Lookup("app")
	if app == "" {
		return nil, nil
	}
	if _, err := s.store.Get(ctx, organization, "app", app); fault.Is(err, fault.NotFound) {
		return nil, nil // the buyer has no copy of the app
	} else if err != nil {
		return nil, err
	}
	record, err := s.store.Get(ctx, organization, "organization", organization)
	if err != nil {
		return nil, err
	}
	apps := record.Lookups("apps")
	switch isIn := slices.Contains(apps, app); {
	case isIn == hasAccess:
		return nil, nil
	case hasAccess:
		apps = append(slices.Clone(apps), app)
	default:
		others, err := s.store.Find(ctx, organization, row.Query{Object: purchaseObject, Limit: 1, Where: []row.Condition{
			{Field: "app", Operator: "=", Value: string(app)}, {Field: "access", Operator: "=", Value: true}, {Field: "id", Operator: "!=", Value: purchase},
		}})
		if err != nil || len(others) > 0 {
			return nil, err
		}
		apps = slices.DeleteFunc(slices.Clone(apps), func(one id.ID) bool { return one == app })
	}
	return []row.Write{{
		Object: "organization", ID: organization, Op: entry.Updated, Expect: record.Version, Set: row.Fields{"apps": apps}, Cause: "purchase.apps",
	}}, nil
}

// keepSeats takes the seats away that a smaller quantity no longer has, the latest first, and all
// of them without access.
func (*Service) keepSeats(had row.Record, set row.Fields) {
	seats := had.Lookups("seats")
	most, _ := set["quantity"].(int64)
	if hasAccess, _ := set["access"].(bool); hasAccess && int64(len(seats)) > most {
		set["seats"] = seats[:most]
	}
}

// GraceEnded implements Grace.
func (s *Service) GraceEnded(ctx context.Context, organization id.ID) (bool, error) {
	found, err := s.graces(ctx, organization, 1)
	return len(found) > 0, err
}

// EndGrace implements Grace.
func (s *Service) EndGrace(ctx context.Context, organization id.ID) (int, error) {
	found, err := s.graces(ctx, organization, maxProducts)
	if err != nil {
		return 0, err
	}
	for i, record := range found {
		product, _ := id.Parse(record.Text("product"))
		sold, err := s.store.Get(ctx, s.settings.Seller, productObject, product)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return i, err
		}
		more, err := s.installation(ctx, organization, record.ID, sold, false)
		if err != nil {
			return i, err
		}
		if err := s.put(ctx, organization, "", record.ID, record, row.Fields{"access": false}, "purchase.grace_ended", more...); err != nil && !isOvertaken(err) {
			return i, err
		}
	}
	return len(found), nil
}

func (s *Service) graces(ctx context.Context, organization id.ID, limit int) ([]row.Record, error) {
	return s.store.Find(ctx, organization, row.Query{Object: purchaseObject, Limit: limit, Where: []row.Condition{
		{Field: "status", Operator: "=", Value: PastDue}, {Field: "access", Operator: "=", Value: true}, {Field: "grace_until", Operator: "<=", Value: s.now()},
	}})
}
