package calls

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Holding is the input of call.hold. It puts the customer on hold or resumes.
type Holding struct {
	ID id.ID `json:"id"`
	On bool  `json:"on"`
	feature.Given
}

func hold(ctx context.Context, d Commands, p *access.Principal, in Holding) (Ref, error) {
	return d.Hold(ctx, p, in.ID, in.On, in.Command)
}

// Transferring is the input of call.transfer, which offers a call to a user.
// ConferenceID (the call's own id) or CallSID names the call. User, To, FromNumber
// and EndConferenceOnExit are the client's view and have no effect.
type Transferring struct {
	ID                  id.ID           `json:"id"`
	ConferenceID        string          `json:"conference_id"`
	CallSID             string          `json:"call_sid"`
	Transfer            string          `json:"transfer"` // Cold or Warm
	To                  string          `json:"to"`
	FromNumber          string          `json:"from_number"`
	User                json.RawMessage `json:"user"`
	EndConferenceOnExit bool            `json:"end_conference_on_exit"`
	feature.Given
}

func transferTo(ctx context.Context, d Commands, p *access.Principal, in Transferring) (Ref, error) {
	switch in.Transfer {
	case "Cold", "Warm":
		return d.Transfer(ctx, p, in)
	default:
		return Ref{}, fault.Field("transfer", "transfer must be Cold or Warm")
	}
}

// Hold puts the customer of the principal's call on hold or resumes. Errors:
// fault.Forbidden (not the principal's call), Conflict (the call is over, or nobody
// is on the line).
func (s *Service) Hold(ctx context.Context, p *access.Principal, call id.ID, on bool, command string) (Ref, error) {
	if err := s.checkVisible(ctx, p, call); err != nil {
		return Ref{}, err
	}
	ref, err := s.ask(ctx, p.Organization, call, Hold{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, On: on, Supervisor: p.Has(access.SuperviseCalls)})
	if err == nil && !on && ref.User == p.User {
		_, err = s.holdOthers(ctx, p, call) // a user speaks on one call at a time
	}
	return ref, err
}

// Transfer offers the principal's call to any active user. Errors: fault.Forbidden
// (not the principal's call), Invalid (no such user), Conflict (the call is over or
// already being transferred).
func (s *Service) Transfer(ctx context.Context, p *access.Principal, t Transferring) (Ref, error) {
	call, err := s.callToTransfer(ctx, p, t)
	if err != nil {
		return Ref{}, err
	}
	if err := s.checkVisible(ctx, p, call); err != nil {
		return Ref{}, err
	}
	if _, err := s.store.Get(ctx, p.Organization, "call", call); err != nil {
		return Ref{}, err
	}
	user, err := s.store.Get(ctx, p.Organization, "user", t.ID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Ref{}, err
	}
	if active, _ := user.Bool("is_active"); !active {
		return Ref{}, fault.Field("user", "No active user has this id")
	}
	if err := acceptsWhileBusy(user); err != nil {
		return Ref{}, err
	}
	return s.ask(ctx, p.Organization, call, Transfer{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: t.Command}, To: t.ID, Warm: t.Transfer == "Warm", Supervisor: p.Has(access.SuperviseCalls),
	})
}

// callToTransfer returns the call that the input names.
func (s *Service) callToTransfer(ctx context.Context, p *access.Principal, t Transferring) (id.ID, error) {
	if t.ConferenceID != "" {
		call, isID := id.Parse(t.ConferenceID)
		if !isID {
			return "", fault.Field("conference_id", "conference_id must be the id of a call")
		}
		return call, nil
	}
	if t.CallSID == "" {
		return "", fault.Field("conference_id", "Name the call by its conference_id or call_sid")
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "call", Where: []row.Condition{{Field: "sid", Operator: "=", Value: t.CallSID}}, Limit: 1,
	})
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fault.New(fault.NotFound, "This call does not exist.")
	}
	return found[0].ID, nil
}

// CompleteTransfer hands the principal's call to the user consulted about it.
func (s *Service) CompleteTransfer(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	return s.askVisible(ctx, p, call, CompleteTransfer{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Supervisor: p.Has(access.SuperviseCalls)})
}

// CancelTransfer takes back the principal's call.
func (s *Service) CancelTransfer(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error) {
	return s.askVisible(ctx, p, call, CancelTransfer{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Supervisor: p.Has(access.SuperviseCalls)})
}
