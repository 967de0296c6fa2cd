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

// free refuses somebody who is on another call than this one, or places one, with the name
// of who is at the other end. Of two dials at once both may be let through here: the unique
// field dialling stops the second (see second).
func (s *Service) free(ctx context.Context, p *access.Principal, call id.ID) error {
	up, err := s.live(ctx, p.Organization,
		row.Condition{Field: "user", Operator: "=", Value: p.User}, row.Condition{Field: "id", Operator: "!=", Value: call})
	if err != nil || len(up) == 0 {
		return err
	}
	return fault.New(fault.Conflict, "You are on a call with %s. End it before you call somebody else.", s.otherEnd(ctx, p, up[0]))
}

// second tells of a dial that was refused since its author places another call.
func second(err error) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Code == fault.Conflict && len(e.Fields["dialling"]) > 0
}

// otherEnd names who somebody speaks with: the contact, where he may see him, else the
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
