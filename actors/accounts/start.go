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
	post := feature.Need[mail.Mail](h)
	return feature.Running{
		Service: service,
		Effects: map[string]feature.Effect{
			EffectLetter: {Handler: Postman{Accounts: service, Mail: post}, Retry: effects.Seconds()},
			EffectReset:  {Handler: ResetPost{Accounts: service, Mail: post}, Retry: effects.Seconds()},
			EffectExpiry: {Handler: Expiry{Accounts: service}, Retry: effects.AnHour()},
		},
		Background: []feature.Work{{Name: "accounts", Run: service.Principals.Run}, {Name: "refused sign-ins", Run: service.refused.run}, {Name: "forgotten passwords", Run: service.Resets.run}},
	}
}
