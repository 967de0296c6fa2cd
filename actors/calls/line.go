package calls

import (
	"context"
	"errors"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// requireNoOtherCall rejects a user who is on another call or dialing one, and names
// the other party. Two simultaneous dials may both pass; then the unique field
// dialling rejects the second (see isDuplicateDial).
func (s *Service) requireNoOtherCall(ctx context.Context, p *access.Principal, call id.ID) error {
	up, err := s.live(ctx, p.Organization,
		row.Condition{Field: "user", Operator: "=", Value: p.User}, row.Condition{Field: "id", Operator: "!=", Value: call})
	if err != nil || len(up) == 0 {
		return err
	}
	return fault.New(fault.Conflict, "You are on a call with %s. End it before you place another.", s.otherEnd(ctx, p, up[0]))
}

// isDuplicateDial reports whether a dial was rejected because the user is already
// placing another call.
func isDuplicateDial(err error) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Code == fault.Conflict && len(e.Fields["dialling"]) > 0
}

// otherEnd names the other party: the contact if the principal may see it, else the
// number.
func (s *Service) otherEnd(ctx context.Context, p *access.Principal, call row.Record) string {
	if contact := call.Lookup("contact"); contact != "" {
		if shown, err := sight.Shown(ctx, s.store, p, "contact", contact); err == nil {
			if name := text(shown, "name"); name != "" {
				return name
			}
		}
	}
	if call.Text("direction") == "inbound" {
		return call.Text("from_formatted")
	}
	return call.Text("to_formatted")
}
