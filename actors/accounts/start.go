package accounts

import (
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/mail"
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
			EffectLetter: {Handler: Postman{Accounts: service, Mail: feature.Need[mail.Mail](h)}, Retry: effects.Seconds()},
			EffectExpiry: {Handler: Expiry{Accounts: service}, Retry: effects.AnHour()},
		},
		Background: []feature.Work{{Name: "accounts", Run: service.Principals.Run}, {Name: "refused sign-ins", Run: service.refused.run}},
	}
}
