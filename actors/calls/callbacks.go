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

// Taker takes in what the phone network tells of calls (Service).
type Taker interface {
	// Inbound tells of a call that arrived at phone. mark holds the event's key and the
	// answer that puts the caller into the call's conference; a taker that wants another
	// answer stores that one and returns it.
	Inbound(ctx context.Context, organization, phone id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error)
	// Placed tells of a call that a user's browser placed; mark holds the answer that puts
	// it into the call's conference.
	Placed(ctx context.Context, organization id.ID, call carrier.InboundCall, mark row.Inbound) (carrier.Answer, error)
	// LegEvent tells of a leg's status.
	LegEvent(ctx context.Context, organization id.ID, event carrier.LegEvent, mark row.Inbound) error
	// ConferenceEvent tells of a conference and who is in it.
	ConferenceEvent(ctx context.Context, organization id.ID, event carrier.ConferenceEvent, mark row.Inbound) error
	// RecordingEvent tells what has become of a recording.
	RecordingEvent(ctx context.Context, organization id.ID, event carrier.RecordingEvent, mark row.Inbound) error
	// Announcement is what is said to everybody before a call is recorded.
	Announcement(ctx context.Context, organization id.ID) (string, error)
}

// Numbers finds whose a phone number is (storage/pg).
type Numbers interface {
	// OrganizationByNumber finds the organization and its phone of a number in E.164;
	// fault.NotFound where nobody has it.
	OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error)
	// OrganizationByRecord finds the organization of a user; fault.NotFound for nobody.
	OrganizationByRecord(ctx context.Context, user id.ID) (id.ID, error)
}

// callbacks reads what the phone network tells of calls and hands it to a Taker. The
// organization comes from the signed URL or from our number, never from a field that a
// caller chooses.
type callbacks struct {
	taker    Taker
	webhooks carrier.Webhooks
	numbers  Numbers
	logger   *slog.Logger
}

// Callbacks are where the phone network tells of calls.
func Callbacks(taker Taker, webhooks carrier.Webhooks, numbers Numbers, logger *slog.Logger) []feature.Callback {
	c := callbacks{taker, webhooks, numbers, logger}
	return []feature.Callback{{Path: "voice", Read: c.voice}, {Path: "call_status", Read: c.leg}, {Path: "conference", Read: c.conference}, {Path: "recording", Read: c.recording}, {Path: "announcement", Read: c.announcement}}
}

// voice answers an inbound call. A number that nobody has is rejected, not an error: the
// provider would only try again.
func (c callbacks) voice(_, form url.Values) (carrier.Key, feature.Take, error) {
	call, err := c.webhooks.InboundCall(form)
	if call.Client != "" {
		return call.Key, func(ctx context.Context) (carrier.Answer, error) {
			c.logger.WarnContext(ctx, "call by a voice client that is no user", "identity", call.Client)
			return c.webhooks.Reject(), nil
		}, err
	}
	if call.Browser != "" {
		return call.Key, func(ctx context.Context) (carrier.Answer, error) { return c.placed(ctx, call) }, err
	}
	return call.Key, func(ctx context.Context) (carrier.Answer, error) {
		organization, phone, err := c.numbers.OrganizationByNumber(ctx, call.To)
		if fault.Is(err, fault.NotFound) {
			c.logger.WarnContext(ctx, "call to a number that nobody has", "to", call.To)
			return c.webhooks.Reject(), nil
		}
		if err != nil {
			return carrier.Answer{}, err
		}
		join := c.webhooks.JoinConference(organization, call.ID())
		return c.taker.Inbound(ctx, organization, phone, call, call.Key.Mark(join))
	}, err
}

// placed answers a call that a browser placed. One of nobody that we know is rejected.
func (c callbacks) placed(ctx context.Context, call carrier.InboundCall) (carrier.Answer, error) {
	organization, err := c.numbers.OrganizationByRecord(ctx, call.Browser)
	if fault.Is(err, fault.NotFound) {
		c.logger.WarnContext(ctx, "call by a browser of nobody", "identity", call.Browser)
		return c.webhooks.Reject(), nil
	}
	if err != nil {
		return carrier.Answer{}, err
	}
	join := c.webhooks.JoinBrowser(organization, call.ID(), call.Browser)
	return c.taker.Placed(ctx, organization, call, call.Key.Mark(join))
}

// leg hands over a leg's status.
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
				return carrier.Answer{}, nil // its call was rejected
			}
			if err != nil {
				return carrier.Answer{}, err
			}
		}
		return carrier.Answer{}, c.taker.LegEvent(ctx, organization, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// conference hands over what happened in a conference.
func (c callbacks) conference(query, form url.Values) (carrier.Key, feature.Take, error) {
	event, err := c.webhooks.ConferenceEvent(query, form)
	return event.Key, func(ctx context.Context) (carrier.Answer, error) {
		return carrier.Answer{}, c.taker.ConferenceEvent(ctx, event.Organization, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// recording hands over what has become of a recording.
func (c callbacks) recording(query, form url.Values) (carrier.Key, feature.Take, error) {
	event, err := c.webhooks.RecordingEvent(query, form)
	return event.Key, func(ctx context.Context) (carrier.Answer, error) {
		return carrier.Answer{}, c.taker.RecordingEvent(ctx, event.Organization, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// announcement answers with what is said before a call is recorded.
func (c callbacks) announcement(query, _ url.Values) (carrier.Key, feature.Take, error) {
	asked, err := c.webhooks.Announcement(query)
	return carrier.Key{ProviderID: string(asked.Call), Kind: "announcement"}, func(ctx context.Context) (carrier.Answer, error) {
		sentence, err := c.taker.Announcement(ctx, asked.Organization)
		if err != nil {
			return carrier.Answer{}, err
		}
		return c.webhooks.Speak(sentence), nil
	}, err
}
