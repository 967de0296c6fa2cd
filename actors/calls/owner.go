package calls

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the owner of call records behind the generic routes (actors/records).
type Owner struct{ Service *Service }

// Create rejects: calls start by dialing or being called.
func (Owner) Create(context.Context, *access.Principal, string, []row.ChangeRequest) ([]id.ID, error) {
	return nil, fault.New(fault.Invalid, "A call is made by dialling: POST v1/twilio/call.")
}

// Patch changes the editable fields of calls.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) error {
	return o.Service.Patch(ctx, p, rows)
}

// Remove rejects: calls are kept for their history.
func (Owner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "A call can't be deleted.")
}
