package users

import (
	"context"
	"maps"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the owner of user records behind the generic routes (actors/records).
// Maker creates users, because a user also needs an account. It writes only through
// the service's store.
type Owner struct {
	Service *Service
	Maker   func(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error)
}

// Create creates users, all or none.
func (o Owner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]id.ID, error) {
	if o.Maker == nil || !p.Has(access.AdministerUsers) {
		return nil, fault.New(fault.Forbidden, "You may not create users.")
	}
	var made []id.ID
	all := func(ctx context.Context) error {
		made = make([]id.ID, len(rows))
		for i, r := range rows {
			set := maps.Clone(r.Set)
			err := takeExtension(row.Record{}, r.Set, set)
			if given := rawValue(set["availability"]); err == nil && len(given) > 0 {
				err = checkAvailability(nil, given)
			}
			if err == nil {
				made[i], err = o.Maker(ctx, p, set, r.Command)
			}
			if err != nil {
				return fault.From(err).At(i)
			}
		}
		return nil
	}
	if len(rows) == 1 { // its own transaction covers the other writes of the same command
		err := all(ctx)
		return made, err
	}
	err := o.Service.store.Together(ctx, all)
	return made, err
}

// Patch changes users.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) error {
	return o.Service.Patch(ctx, p, rows)
}

// Remove rejects: users are deactivated, so that their calls and texts keep their
// author.
func (o Owner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "A user can't be deleted. Deactivate the user instead.")
}
