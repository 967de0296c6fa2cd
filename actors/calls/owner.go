package calls

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the service as the owner of call records behind the generic doors
// (actors/records).
type Owner struct{ Service *Service }

// Create refuses: a call begins by dialling or by being called.
func (Owner) Create(context.Context, *access.Principal, string, row.Fields, string) (id.ID, error) {
	return "", fault.New(fault.Invalid, "A call is made by dialling: POST v1/twilio/call.")
}

// Patch changes a call's editable fields.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, call id.ID, set row.Fields, expect int64, command string) ([]string, error) {
	return o.Service.Patch(ctx, p, call, set, expect, command)
}

// Remove refuses: calls are kept for their history.
func (Owner) Remove(context.Context, *access.Principal, string, id.ID, int64, string) error {
	return fault.New(fault.Conflict, "A call can't be deleted.")
}
