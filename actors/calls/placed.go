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

// Principals give a user with the rights that he has now (actors/accounts).
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
}

// Placed takes in a call that a user's browser placed, and gives the provider's answer:
// the same command as Dial, with the caller's leg there already. What Dial would refuse he
// hears as a sentence; nothing is stored of it, so that a repeat is refused anew.
func (s *Service) Placed(ctx context.Context, organization id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error) {
	p, err := s.principals.ActsFor(ctx, organization, call.Browser)
	if err == nil {
		dial := Dial{Given: runtime.Given{By: p.User}, Leg: call.SID, Mark: mark}
		_, err = s.call(ctx, &p, call.ID(), dial, call.To, call.Contact)
	}
	switch e := fault.From(err); {
	case err == nil:
		return carrier.Answer{Body: mark.Answer, Type: mark.AnswerType}, nil
	case fault.Is(err, fault.Unavailable), fault.Is(err, fault.Internal), fault.Is(err, fault.VersionConflict):
		return carrier.Answer{}, err // the provider asks again
	default:
		return s.speaker.Say(e.Detail), nil
	}
}
