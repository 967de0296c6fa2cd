package conversations

import (
	"context"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/settings"
)

// Settings reads the organizations' settings (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}

// Zones returns the time zones that a number may be in (actors/outbound).
type Zones interface {
	Zones(number string) []string
}

func start(h *feature.Host) feature.Running {
	settings := feature.Need[Settings](h)
	service := New(h.Engine, h.Store, feature.Need[Guard](h), settings)
	book := Book{Settings: settings, Zones: feature.Need[Zones](h)}
	files := feature.NeedLater[Files](h)
	service.UseFiles(files)
	service.zones = book.Zones
	owner := Owner{Service: service}
	return feature.Running{
		Service: service,
		Actors:  map[string]runtime.Factory{Kind: Factory(h.Store, book, h.Writers)},
		Owners: map[string]feature.Owner{
			"twilio_conversation": owner,
			"twilio_participant":  owner,
			"twilio_message":      owner,
			scheduledObject:       owner,
			"consent_event":       ConsentOwner{Store: h.Store, Now: time.Now},
		},
		Reviewers: map[string]feature.Reviewer{"contact": ContactConsent{Store: h.Store, Now: time.Now}},
		Contents:  []feature.Content{{Path: "/twilio/media/{name}", Find: service.Media}},
		Callbacks: Callbacks(service, feature.Need[carrier.Webhooks](h), feature.Need[Numbers](h), feature.Need[Finder](h), h.Logger),
		Effects: map[string]feature.Effect{
			EffectSend:      {Handler: Sender{Texts: feature.Need[Texts](h), Conversations: service, Files: files, Media: feature.Need[MediaStore](h)}, Retry: effects.AnHour()},
			EffectFetch:     {Handler: Fetcher{Source: feature.Need[MediaSource](h), Service: service}, Retry: fetchRetry()},
			EffectScheduled: {Handler: Punctual{Principals: feature.Need[Principals](h), Service: service}, Retry: dueRetry()},
			EffectWake:      {Handler: Waker{}, Retry: effects.Days()},
			EffectClose:     {Handler: Closer{Provider: feature.Need[Closing](h)}, Retry: effects.AnHour()},
			EffectReceipt:   {Handler: ReceiptRetrier{}, Retry: effects.Seconds()},
		},
	}
}
