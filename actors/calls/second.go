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

// setAside puts the customers of the principal's other calls on hold, since he is about to
// speak on this one, and gives what takes them off it where that comes to nothing. Calls in
// which nobody is on the line yet can't be held, nor can one that has just ended.
func (s *Service) setAside(ctx context.Context, p *access.Principal, call id.ID) (back func(), err error) {
	others, err := s.live(ctx, p.Organization,
		row.Condition{Field: "user", Operator: "=", Value: p.User}, row.Condition{Field: "id", Operator: "!=", Value: call},
		row.Condition{Field: "held_at", Operator: "IS NULL"})
	if err != nil {
		return nil, err
	}
	var held []id.ID
	back = func() {
		ctx := context.WithoutCancel(ctx)
		for _, other := range held {
			_, _ = s.ask(ctx, p.Organization, other, Hold{Given: runtime.Given{By: p.User}}) // he sees that it is held, and can take it off
		}
	}
	for _, other := range others {
		if other.Text("status") != InProgress || withCall(runtime.Identity{}, other).Facts.Transfer.awaited() {
			continue
		}
		_, err := s.ask(ctx, p.Organization, other.ID, Hold{Given: runtime.Given{By: p.User}, On: true})
		switch {
		case err == nil:
			held = append(held, other.ID)
		case !fault.Is(err, fault.Conflict):
			back()
			return nil, err
		}
	}
	return back, nil
}

// takes has the principal take a call; others that he speaks on are held first.
func (s *Service) takes(ctx context.Context, p *access.Principal, call id.ID, accept Accept) (Ref, error) {
	record, err := s.store.Get(ctx, p.Organization, "call", call)
	if err != nil {
		return Ref{}, err
	}
	if record.Lookup("user") == p.User { // a repeat: what he did since stays
		return s.ask(ctx, p.Organization, call, accept)
	}
	back, err := s.setAside(ctx, p, call)
	if err != nil {
		return Ref{}, err
	}
	ref, err := s.ask(ctx, p.Organization, call, accept)
	if err != nil {
		back()
	}
	return ref, err
}

// undisturbed refuses to hand a call to somebody who is on one and lets no other ring
// meanwhile.
func undisturbed(user row.Record) error {
	var availability struct {
		Call struct {
			Status string `json:"call_status"`
		} `json:"call_availability"`
	}
	var settings struct {
		Allows *bool `json:"allowIncomingWhileBusy"`
	}
	err := errors.Join(user.JSON("availability", &availability), user.JSON("settings", &settings))
	if err == nil && availability.Call.Status == "on_call" && // what can't be read counts as not set
		settings.Allows != nil && !*settings.Allows {
		return fault.New(fault.Conflict, "%s is on a call, and lets no other ring meanwhile.", user.Text("name"))
	}
	return nil
}
