package users

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the service as the owner of user records behind the generic doors
// (actors/records). Maker makes users, because a user needs an account too.
type Owner struct {
	Service *Service
	Maker   func(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error)
}

// Create makes a user by the maker.
func (o Owner) Create(ctx context.Context, p *access.Principal, _ string, set row.Fields, command string) (id.ID, error) {
	if o.Maker == nil || !p.Has(access.AdministerUsers) {
		return "", fault.New(fault.Forbidden, "You may not create users.")
	}
	if runtime.IsRehearsal(ctx) { // an account is made beside the user
		return "", nil
	}
	return o.Maker(ctx, p, set, command)
}

// Patch changes a user.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, user id.ID, set row.Fields, expect int64, command string) ([]string, error) {
	patched, err := o.Service.Patch(ctx, p, user, set, expect, command)
	return patched.Ignored, err
}

// Remove refuses: a user is disabled, so that his calls and texts keep their author.
func (o Owner) Remove(context.Context, *access.Principal, string, id.ID, int64, string) error {
	return fault.New(fault.Conflict, "A user can't be deleted. Set him inactive instead.")
}
