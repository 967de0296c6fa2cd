package calls

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/effects"
	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
)

// Open lists the records of an object that are not finished, by organization
// (schema.Object.Open).
type Open interface {
	Open(ctx context.Context, object string) (map[id.ID][]id.ID, error)
}

// Reach tells of users whom calls may ring for since now, or no more (actors/users).
type Reach interface {
	Reached(told func(organization, user id.ID))
}

func start(h *feature.Host) feature.Running {
	service := New(h.Engine, h.Store, feature.Need[Candidates](h), feature.Need[Speaker](h), feature.Need[Guard](h), feature.Need[Settings](h), feature.Need[Tokens](h), feature.Need[Principals](h))
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
			EffectAddParticipant:  {Handler: Dialler{Phone: phone}, Retry: effects.Seconds()},
			EffectRingOut:         {Handler: Ringer{Service: service}, Retry: effects.AnHour()},
			EffectEnd:             {Handler: Ender{Phone: phone}, Retry: effects.AnHour()},
			EffectHold:            {Handler: Holder{Phone: phone}, Retry: effects.Seconds()},
			EffectTransferOut:     {Handler: TransferTimer{Service: service}, Retry: effects.AnHour()},
			EffectRecord:          {Handler: Taper{Phone: phone, Service: service}, Retry: effects.Seconds()},
			EffectRecordingLook:   {Handler: RecordingLooker{Reconciler: &reconciler}, Retry: effects.AnHour()},
			EffectRecordingFollow: {Handler: RecordingMover{Store: h.Store}, Retry: effects.AnHour()},
			EffectRecordingDelete: {Handler: RecordingEraser{Phone: phone}, Retry: effects.Days()},
			EffectReconcile:       {Handler: ReconcileHandler{Reconciler: &reconciler}, Retry: effects.Seconds()},
		},
		Callbacks: Callbacks(service, feature.Need[carrier.Webhooks](h), feature.Need[Numbers](h), h.Logger),
		Contents:  []feature.Content{{Path: "/twilio/recording/{name}", Open: Library{Store: h.Store, Sounds: phone, Witness: feature.Need[Witness](h)}.Listen}},
		Reviewers: map[string]feature.Reviewer{
			RecordingObject:   madeByCalls("A recording is made by recording a call: POST v1/twilio/call/{id}/recording."),
			ConferenceObject:  madeByCalls("A conference is made by a call that somebody joins: POST v1/twilio/call."),
			ParticipantObject: madeByCalls("A participant is made by joining a call: POST v1/twilio/call."),
		},
		Background: []feature.Work{{Name: "offers of calls", Run: offers.Run}, {Name: "call reconciler", Run: reconciler.Run}},
	}
}
