package accounts

import (
	"context"
	"log/slog"

	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/mail"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// start takes the Service that the host has: without a host too an installation makes its
// first administrators by it.
func start(h *feature.Host) feature.Running {
	service := feature.Need[*Service](h)
	if service == nil {
		return feature.Running{}
	}
	return feature.Running{
		Service: service,
		Effects: map[string]feature.Effect{
			EffectLetter: {Handler: Postman{Accounts: service, Mail: feature.Need[mail.Mail](h), URL: service.Issuer}, Retry: effects.Seconds()},
			EffectExpiry: {Handler: Expiry{Accounts: service}, Retry: effects.AnHour()},
		},
		Background: []feature.Work{{Name: "accounts", Run: func(ctx context.Context) {
			service.Run(ctx, func(err error) { h.Logger.Warn("sessions could not be ended", slog.Any("error", err)) })
		}}},
	}
}

// MakeUser is how a user is made: he is invited, and becomes a member when he accepts.
func (s *Service) MakeUser(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error) {
	return s.Invite(ctx, p.Organization, NewInvitation{Fields: set, By: p.User, Command: command})
}
