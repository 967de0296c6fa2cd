package users

import (
	"context"

	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Maker creates a user who can sign in (actors/accounts).
type Maker interface {
	MakeUser(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error)
}

// Ringing receives users who became available or unavailable by choice
// (actors/calls).
type Ringing interface {
	Available(ctx context.Context, organization id.ID, users ...id.ID) error
}

func start(h *feature.Host) feature.Running {
	service := New(h.Engine, h.Store, feature.Need[Dots](h))
	h.Offer(service)
	maker := feature.NeedLater[Maker](h)
	command := feature.Effect{Handler: effects.Command(Decode), Retry: effects.Seconds()}
	return feature.Running{
		Service: service,
		Actors:  map[string]runtime.Factory{Kind: Factory(h.Store, h.Writers)},
		Owners: map[string]feature.Owner{"user": Owner{
			Service: service,
			Maker: func(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error) {
				return maker().MakeUser(ctx, p, set, command)
			},
		}},
		Effects: map[string]feature.Effect{
			EffectOnCall:       command,
			EffectOffCall:      command,
			EffectAvailability: {Handler: chosen{feature.NeedLater[Ringing](h)}, Retry: effects.Seconds()},
		},
	}
}

// chosen executes EffectAvailability: it reports a user's choice to ringing calls.
type chosen struct{ ringing func() Ringing }

// Do implements effects.Handler.
func (c chosen) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	p, err := effects.Payload[AvailabilityPayload](e.Effect)
	if err != nil {
		return nil, err
	}
	return nil, c.ringing().Available(ctx, e.Organization, p.User)
}

// Failed implements effects.Handler. The next change of availability reports again.
func (chosen) Failed(row.ClaimedEffect, error) any { return nil }
