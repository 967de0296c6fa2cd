package calls

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Principals returns users with their current rights (actors/accounts).
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
}

// ClientDialed handles a call that a user's browser placed and returns the answer to
// the provider. It sends the same command as Dial, with the caller's leg already
// there. If Dial would reject the call, the caller hears the reason. Nothing is
// stored then, so a repeat is rejected again.
func (s *Service) ClientDialed(ctx context.Context, organization id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error) {
	p, err := s.principals.ActsFor(ctx, organization, call.Browser)
	if err == nil {
		dial := Dial{CommandMeta: runtime.CommandMeta{By: p.User}, Leg: call.SID, Mark: mark}
		_, err = s.call(ctx, &p, call.ID(), dial, call.To, call.Contact)
	}
	switch e := fault.From(err); {
	case err == nil:
		return carrier.Answer{Body: mark.Answer, Type: mark.AnswerType}, nil
	case fault.Is(err, fault.Unavailable), fault.Is(err, fault.Internal), fault.Is(err, fault.VersionConflict):
		return carrier.Answer{}, err // the provider retries
	default:
		return s.speaker.Say(e.Detail), nil
	}
}
