package calls

import (
	"context"
	"log/slog"
	"net/url"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// CallbackHandler handles the phone network's callbacks about calls (Service).
type CallbackHandler interface {
	// Inbound handles a call that arrived at phone. mark holds the event's key and
	// the answer that puts the caller into the call's conference. A handler that
	// wants another answer stores and returns that one.
	Inbound(ctx context.Context, organization, phone id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error)
	// ClientDialed handles a call that a user's browser placed. mark holds the answer
	// that puts it into the call's conference.
	ClientDialed(ctx context.Context, organization id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error)
	// LegEvent handles a leg's status.
	LegEvent(ctx context.Context, organization id.ID, event carrier.LegEvent, mark row.Inbound) error
	// ConferenceEvent handles an event of a conference or its participants.
	ConferenceEvent(ctx context.Context, organization id.ID, event carrier.ConferenceEvent, mark row.Inbound) error
	// RecordingEvent handles a recording's status.
	RecordingEvent(ctx context.Context, organization id.ID, event carrier.RecordingEvent, mark row.Inbound) error
	// Announcement returns the sentence that all parties hear before recording
	// starts.
	Announcement(ctx context.Context, organization id.ID) (string, error)
}

// Numbers finds the organization that a callback belongs to (storage/pg).
type Numbers interface {
	// OrganizationByNumber returns the organization and the phone of a number in
	// E.164, or fault.NotFound if no organization has it.
	OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error)
	// OrganizationByRecord returns the organization of a user, or fault.NotFound.
	OrganizationByRecord(ctx context.Context, user id.ID) (id.ID, error)
}

// callbacks parses the phone network's callbacks and passes them to a
// CallbackHandler. The organization comes from the signed URL or from our number,
// never from a field that a caller can choose.
type callbacks struct {
	handler  CallbackHandler
	webhooks carrier.Webhooks
	numbers  Numbers
	logger   *slog.Logger
}

// Callbacks returns the routes of the phone network's callbacks about calls.
func Callbacks(taker CallbackHandler, webhooks carrier.Webhooks, numbers Numbers, logger *slog.Logger) []feature.Callback {
	c := callbacks{taker, webhooks, numbers, logger}
	return []feature.Callback{{Path: "voice", Read: c.voice}, {Path: "call_status", Read: c.leg}, {Path: "conference", Read: c.conference}, {Path: "recording", Read: c.recording}, {Path: "announcement", Read: c.announcement}}
}

// voice answers an inbound call. It rejects a call to an unassigned number instead of
// returning an error, because the provider would retry an error.
func (c callbacks) voice(_, form url.Values) (carrier.Key, feature.Take, error) {
	call, err := c.webhooks.InboundCall(form)
	if call.Client != "" {
		return call.Key, func(ctx context.Context) (carrier.Answer, error) {
			c.logger.WarnContext(ctx, "rejected a call from a voice client that is not a user", "identity", call.Client)
			return c.webhooks.Reject(), nil
		}, err
	}
	if call.Browser != "" {
		return call.Key, func(ctx context.Context) (carrier.Answer, error) { return c.placed(ctx, call) }, err
	}
	return call.Key, func(ctx context.Context) (carrier.Answer, error) {
		organization, phone, err := c.numbers.OrganizationByNumber(ctx, call.To)
		if fault.Is(err, fault.NotFound) {
			c.logger.WarnContext(ctx, "rejected a call to an unassigned number", "to", call.To)
			return c.webhooks.Reject(), nil
		}
		if err != nil {
			return carrier.Answer{}, err
		}
		join := c.webhooks.JoinConference(organization, call.ID())
		return c.handler.Inbound(ctx, organization, phone, call, call.Key.Mark(join))
	}, err
}

// placed answers a call that a browser placed. It rejects a call from an unknown
// user.
func (c callbacks) placed(ctx context.Context, call carrier.InboundCall) (carrier.Answer, error) {
	organization, err := c.numbers.OrganizationByRecord(ctx, call.Browser)
	if fault.Is(err, fault.NotFound) {
		c.logger.WarnContext(ctx, "rejected a call from the browser of an unknown user", "identity", call.Browser)
		return c.webhooks.Reject(), nil
	}
	if err != nil {
		return carrier.Answer{}, err
	}
	join := c.webhooks.JoinBrowser(organization, call.ID(), call.Browser)
	return c.handler.ClientDialed(ctx, organization, call, call.Key.Mark(join))
}

// leg passes on a leg's status.
func (c callbacks) leg(query, form url.Values) (carrier.Key, feature.Take, error) {
	event, err := c.webhooks.LegEvent(query, form)
	return event.Key, func(ctx context.Context) (carrier.Answer, error) {
		organization := event.Organization
		if organization == "" {
			var err error
			if event.Browser != "" {
				organization, err = c.numbers.OrganizationByRecord(ctx, event.Browser)
			} else {
				organization, _, err = c.numbers.OrganizationByNumber(ctx, event.Number)
			}
			if fault.Is(err, fault.NotFound) {
				return carrier.Answer{}, nil // the call was rejected
			}
			if err != nil {
				return carrier.Answer{}, err
			}
		}
		return carrier.Answer{}, c.handler.LegEvent(ctx, organization, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// conference passes on a conference event.
func (c callbacks) conference(query, form url.Values) (carrier.Key, feature.Take, error) {
	event, err := c.webhooks.ConferenceEvent(query, form)
	return event.Key, func(ctx context.Context) (carrier.Answer, error) {
		return carrier.Answer{}, c.handler.ConferenceEvent(ctx, event.Organization, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// recording passes on a recording's status.
func (c callbacks) recording(query, form url.Values) (carrier.Key, feature.Take, error) {
	event, err := c.webhooks.RecordingEvent(query, form)
	return event.Key, func(ctx context.Context) (carrier.Answer, error) {
		return carrier.Answer{}, c.handler.RecordingEvent(ctx, event.Organization, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// announcement answers with the sentence spoken before recording starts.
func (c callbacks) announcement(query, _ url.Values) (carrier.Key, feature.Take, error) {
	request, err := c.webhooks.Announcement(query)
	return carrier.Key{ProviderID: string(request.Call), Kind: "announcement"}, func(ctx context.Context) (carrier.Answer, error) {
		sentence, err := c.handler.Announcement(ctx, request.Organization)
		if err != nil {
			return carrier.Answer{}, err
		}
		return c.webhooks.Speak(sentence), nil
	}, err
}
