package onboarding

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// Service sets up an organization's account at the phone provider.
type Service struct {
	store    runtime.Store
	ring     *seal.Ring
	provider carrier.Provisioner
}

// resourceName is what we call things at the provider.
const resourceName = "Switchboard"

// Made is something that a step created at the provider, with our record of it.
type Made struct {
	ID   id.ID  `json:"id"`
	SID  string `json:"sid"`
	Name string `json:"name"`
}

// List lists what was created.
type List struct {
	Data []Made `json:"data"`
}

func (s *Service) find(ctx context.Context, organization id.ID, object, field string, value any) ([]row.Record, error) {
	return s.store.Find(ctx, organization, row.Query{
		Object: object, Where: []row.Condition{{Field: field, Operator: "=", Value: value}}, Order: []row.Order{{Field: "created_date"}, {Field: "id"}}, Limit: 1,
	})
}

// mostListed bounds a list of what was created.
const mostListed = 200

// listed lists the records of an object with a sid.
func (s *Service) listed(ctx context.Context, p *access.Principal, object string) (List, error) {
	if err := may(p); err != nil {
		return List{}, err
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: object, Order: []row.Order{{Field: "created_date"}, {Field: "id"}}, Limit: mostListed,
	})
	out := List{Data: []Made{}}
	for _, one := range found {
		out.Data = append(out.Data, madeOf(one))
	}
	return out, err
}

func madeOf(r row.Record) Made { return Made{r.ID, r.Text("sid"), r.Text("name")} }

// record stores what exists at the provider, once: it is found by its sid.
func (s *Service) record(ctx context.Context, p *access.Principal, object, sid string, set row.Fields) (Made, error) {
	for attempt := 1; ; attempt++ {
		found, err := s.find(ctx, p.Organization, object, "sid", sid)
		if err != nil {
			return Made{}, err
		}
		if len(found) > 0 {
			return madeOf(found[0]), nil
		}
		made := id.New()
		set["sid"] = sid
		_, err = s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{{Object: object, ID: made, Op: entry.Created, Set: set}}})
		if err == nil {
			name, _ := set["name"].(string)
			return Made{made, sid, name}, nil
		}
		// Somebody else recorded it at the same moment.
		if !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Invalid) || attempt > 1 {
			return Made{}, err
		}
	}
}

// change changes the record with a sid. fault.NotFound where there is none.
func (s *Service) change(ctx context.Context, p *access.Principal, object, sid string, set row.Fields) (Made, error) {
	found, err := s.find(ctx, p.Organization, object, "sid", sid)
	if err != nil {
		return Made{}, err
	}
	if len(found) == 0 {
		return Made{}, fault.New(fault.NotFound, "Your organization has no %s. Go back and create it.", sid)
	}
	_, err = s.store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Writes: []row.Write{{Object: object, ID: found[0].ID, Op: entry.Updated, Set: set}}})
	return madeOf(found[0]), err
}
