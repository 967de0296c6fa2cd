package calls

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
)

// Open lists the open records of an object by organization (schema.Object.Open).
type Open interface {
	Open(ctx context.Context, object string) (map[id.ID][]id.ID, error)
}

// Reach reports users who become available or unavailable (actors/users).
type Reach interface {
	Reached(changed func(organization, user id.ID))
}

func start(h *feature.Host) feature.Running {
	service := New(h.Engine, h.Store, feature.Need[RingTargets](h), feature.Need[Speaker](h), feature.Need[Guard](h), feature.Need[Settings](h), feature.Need[Tokens](h), feature.Need[Principals](h))
	h.Offer(service)
	phone := feature.Need[Phone](h)
	reconciler := Reconciler{Service: service, Phone: phone, People: feature.Need[People](h), Open: feature.Need[Open](h), Logger: h.Logger}
	offers := NewOffers(service, h.Logger, h.Panics)
	if reach := feature.Need[Reach](h); reach != nil {
		reach.Reached(offers.Reached)
	}
	return feature.Running{
		Service: service,
		Actors:  map[string]runtime.Factory{Kind: Factory(h.Store, feature.Need[Processed](h), h.Writers)},
		Owners:  map[string]feature.Owner{"call": Owner{Service: service}},
		Effects: map[string]feature.Effect{
			EffectAddParticipant:  {Handler: Dialer{Phone: phone}, Retry: effects.Seconds()},
			EffectRingOut:         {Handler: RingTimer{Service: service}, Retry: effects.AnHour()},
			EffectEnd:             {Handler: Ender{Phone: phone}, Retry: effects.AnHour()},
			EffectHold:            {Handler: Holder{Phone: phone}, Retry: effects.Seconds()},
			EffectTransferOut:     {Handler: TransferTimer{Service: service}, Retry: effects.AnHour()},
			EffectRecord:          {Handler: Recorder{Phone: phone, Service: service}, Retry: effects.Seconds()},
			EffectRecordingLook:   {Handler: RecordingPoller{Reconciler: &reconciler}, Retry: effects.AnHour()},
			EffectRecordingFollow: {Handler: RecordingMover{Store: h.Store}, Retry: effects.AnHour()},
			EffectRecordingDelete: {Handler: RecordingEraser{Phone: phone}, Retry: effects.Days()},
			EffectReconcile:       {Handler: ReconcileHandler{Reconciler: &reconciler}, Retry: effects.Seconds()},
		},
		Callbacks: Callbacks(service, feature.Need[carrier.Webhooks](h), feature.Need[Numbers](h), h.Logger),
		Contents:  []feature.Content{{Path: "/twilio/recording/{name}", Open: Library{Store: h.Store, Source: phone, Audit: feature.Need[AuditLog](h)}.Listen}},
		Reviewers: map[string]feature.Reviewer{
			RecordingObject:   createdByCalls("A recording is made by recording a call: POST v1/twilio/call/{id}/recording."),
			ConferenceObject:  createdByCalls("A conference is made by the first party that joins a call: POST v1/twilio/call."),
			ParticipantObject: createdByCalls("A participant is made by joining a call: POST v1/twilio/call."),
		},
		Background: []feature.Work{{Name: "offers of calls", Run: offers.Run}, {Name: "call reconciler", Run: reconciler.Run}},
	}
}
