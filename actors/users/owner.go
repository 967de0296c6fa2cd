package users

import (
	"context"
	"maps"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the service as the owner of user records behind the generic doors
// (actors/records). Maker makes users, because a user needs an account too; it writes
// by the service's store alone.
type Owner struct {
	Service *Service
	Maker   func(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error)
}

// Create makes users by the maker, all or none.
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
	if len(rows) == 1 { // whose own transaction settles what the same command does beside it
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

// Remove refuses: a user is disabled, so that his calls and texts keep their author.
func (o Owner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "A user can't be deleted. Deactivate them instead.")
}
