package calls

import (
	"context"
	"errors"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// holdOthers puts the customers of the principal's other calls on hold before the
// principal speaks on this one. undo resumes them if that fails. It skips calls in
// which nobody is on the line yet and calls that have just ended.
func (s *Service) holdOthers(ctx context.Context, p *access.Principal, call id.ID) (undo func(), err error) {
	others, err := s.live(ctx, p.Organization,
		row.Condition{Field: "user", Operator: "=", Value: p.User}, row.Condition{Field: "id", Operator: "!=", Value: call},
		row.Condition{Field: "held_at", Operator: "IS NULL"})
	if err != nil {
		return nil, err
	}
	var held []id.ID
	undo = func() {
		ctx := context.WithoutCancel(ctx)
		for _, other := range held {
			_, _ = s.ask(ctx, p.Organization, other, Hold{CommandMeta: runtime.CommandMeta{By: p.User}}) // users see that it is held, and can resume
		}
	}
	for _, other := range others {
		if other.Text("status") != InProgress || withCall(runtime.Identity{}, other).Facts.Transfer.awaited() {
			continue
		}
		_, err := s.ask(ctx, p.Organization, other.ID, Hold{CommandMeta: runtime.CommandMeta{By: p.User}, On: true})
		switch {
		case err == nil:
			held = append(held, other.ID)
		case !fault.Is(err, fault.Conflict):
			undo()
			return nil, err
		}
	}
	return undo, nil
}

// accept accepts a call for the principal, after holding the principal's other calls.
func (s *Service) accept(ctx context.Context, p *access.Principal, call id.ID, accept Accept) (Ref, error) {
	record, err := s.store.Get(ctx, p.Organization, "call", call)
	if err != nil {
		return Ref{}, err
	}
	if record.Lookup("user") == p.User { // a repeat: keep what the user did since
		return s.ask(ctx, p.Organization, call, accept)
	}
	undo, err := s.holdOthers(ctx, p, call)
	if err != nil {
		return Ref{}, err
	}
	ref, err := s.ask(ctx, p.Organization, call, accept)
	if err != nil {
		undo()
	}
	return ref, err
}

// acceptsWhileBusy returns an error if a user is on a call and does not allow further
// calls to ring.
func acceptsWhileBusy(user row.Record) error {
	var availability struct {
		Call struct {
			Status string `json:"call_status"`
		} `json:"call_availability"`
	}
	var settings struct {
		Allows *bool `json:"allowIncomingWhileBusy"`
	}
	err := errors.Join(user.JSON("availability", &availability), user.JSON("settings", &settings))
	if err == nil && availability.Call.Status == "on_call" && // settings that can't be read count as not set
		settings.Allows != nil && !*settings.Allows {
		return fault.New(fault.Conflict, "%s is on a call and does not accept others.", user.Text("name"))
	}
	return nil
}
