package twilio

import (
	"context"
	"net/url"
	"strings"

	voice "github.com/twilio/twilio-go/rest/api/v2010"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// maxParticipants bounds a conference's list; the provider's own limit is 250.
const maxParticipants = 250

func conferenceEvents() []string { return []string{"start", "end", "join", "leave", "announcement"} }

func legEvents() []string { return []string{"initiated", "ringing", "answered", "completed"} }

// legQuery returns the query of a leg's callback URL, which the signature covers.
func legQuery(organization, call id.ID, label string) url.Values {
	return url.Values{"organization": {string(organization)}, "call": {string(call)}, "label": {label}}
}

// ofCall returns the query of the callback URL about a whole call.
func ofCall(organization, call id.ID) url.Values {
	return url.Values{"organization": {string(organization)}, "call": {string(call)}}
}

// AddParticipant implements carrier.Carrier.
func (c *Client) AddParticipant(ctx context.Context, p carrier.AddParticipant) (carrier.Leg, error) {
	query := legQuery(p.Organization, p.Call, p.Label)
	params := (&voice.CreateParticipantParams{}).
		SetFrom(p.From).SetTo(p.To).SetLabel(p.Label).
		SetBeep("false").SetWaitUrl("").SetEarlyMedia(true).
		SetStartConferenceOnEnter(true).SetEndConferenceOnExit(p.EndOnExit).
		SetStatusCallback(c.public.callback(CallStatusPath, query)).SetStatusCallbackMethod("POST").
		SetStatusCallbackEvent(legEvents()).
		SetConferenceStatusCallback(c.public.callback(ConferencePath, query)).SetConferenceStatusCallbackMethod("POST").
		SetConferenceStatusCallbackEvent([]string{strings.Join(conferenceEvents(), " ")})
	if p.TimeoutSeconds > 0 {
		params.SetTimeout(p.TimeoutSeconds)
	}
	made, err := c.voice(ctx).CreateParticipant(string(p.Call), params)
	if err != nil {
		return carrier.Leg{}, refused(err)
	}
	return carrier.Leg{SID: text(made.CallSid), Label: p.Label, Status: participantStatus(text(made.Status))}, nil
}

// RemoveParticipant implements carrier.Carrier. conference is its friendly name or
// sid.
func (c *Client) RemoveParticipant(ctx context.Context, conference, callSID string) error {
	sid, err := c.conferenceSID(ctx, conference)
	if err != nil || sid == "" {
		return err
	}
	err = c.voice(ctx).DeleteParticipant(sid, callSID, &voice.DeleteParticipantParams{})
	if gone(err) {
		return nil
	}
	return refused(err)
}

// ChangeParticipant implements carrier.Carrier.
func (c *Client) ChangeParticipant(ctx context.Context, conference, callSID string, change carrier.ParticipantChange) error {
	sid, err := c.conferenceSID(ctx, conference)
	if err != nil {
		return err
	}
	if sid == "" {
		return fault.New(fault.NotFound, "The conference is over.")
	}
	params := &voice.UpdateParticipantParams{Hold: change.Hold, Muted: change.Muted}
	_, err = c.voice(repeatable(ctx)).UpdateParticipant(sid, callSID, params)
	return refused(err)
}

// EndCall implements carrier.Carrier.
func (c *Client) EndCall(ctx context.Context, callSID string) error {
	_, err := c.voice(repeatable(ctx)).UpdateCall(callSID, (&voice.UpdateCallParams{}).SetStatus("completed"))
	if gone(err) {
		return nil
	}
	return refused(err)
}

// SayAndEnd implements carrier.Carrier. The provider rejects other instructions for a
// leg that has not started its first ones; such a leg is hung up.
func (c *Client) SayAndEnd(ctx context.Context, callSID, sentence string) error {
	instructions := (&voice.UpdateCallParams{}).SetTwiml(string(say(sentence).Body))
	_, err := c.voice(repeatable(ctx)).UpdateCall(callSID, instructions)
	if gone(err) {
		return c.EndCall(ctx, callSID)
	}
	return refused(err)
}

// Call implements carrier.Carrier.
func (c *Client) Call(ctx context.Context, callSID string) (carrier.Leg, error) {
	found, err := c.voice(ctx).FetchCall(callSID, &voice.FetchCallParams{})
	if err != nil {
		return carrier.Leg{}, refused(err)
	}
	return carrier.Leg{SID: text(found.Sid), Status: carrier.LegStatus(text(found.Status))}, nil
}

// Conference implements carrier.Carrier.
func (c *Client) Conference(ctx context.Context, name string) ([]carrier.Leg, error) {
	sid, err := c.conferenceSID(ctx, name)
	if err != nil || sid == "" {
		return nil, err
	}
	params := (&voice.ListParticipantParams{}).SetPageSize(maxParticipants).SetLimit(maxParticipants)
	list, err := c.voice(ctx).ListParticipant(sid, params)
	if gone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, refused(err)
	}
	legs := make([]carrier.Leg, 0, len(list))
	for _, p := range list {
		legs = append(legs, carrier.Leg{
			SID: text(p.CallSid), Label: text(p.Label), Status: participantStatus(text(p.Status)),
		})
	}
	return legs, nil
}

// conferenceSID returns the open conference with this friendly name, or "". A name
// can be reused, so it lists both live states and ignores ended ones.
func (c *Client) conferenceSID(ctx context.Context, name string) (string, error) {
	if strings.HasPrefix(name, "CF") {
		return name, nil
	}
	if name == "" {
		return "", fault.New(fault.Invalid, "A conference has a name.")
	}
	for _, status := range []string{"in-progress", "init"} {
		params := (&voice.ListConferenceParams{}).SetFriendlyName(name).SetStatus(status).SetPageSize(1).SetLimit(1)
		list, err := c.voice(ctx).ListConference(params)
		if err != nil {
			return "", refused(err)
		}
		if len(list) > 0 {
			return text(list[0].Sid), nil
		}
	}
	return "", nil
}

// participantStatus converts a participant's status to a leg's.
func participantStatus(status string) carrier.LegStatus {
	switch status {
	case "connected":
		return carrier.LegInProgress
	case "ringing", "connecting":
		return carrier.LegRinging
	case "complete":
		return carrier.LegCompleted
	case "failed":
		return carrier.LegFailed
	default:
		return carrier.LegQueued
	}
}
