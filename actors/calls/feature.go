package calls

import (
	"context"
	"encoding/json"
	"strings"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Name is the feature's name, by which organizations turn it on or off.
const Name = "calls"

// Feature declares phone calls.
var Feature = feature.Feature{
	Name:    Name,
	Objects: []*schema.Object{callObject(), eventObject(), conferenceObject(), participantObject(), recordingObject()},
	Commands: []feature.Command{
		feature.Do(feature.Command{Event: "call.dial", Answer: "call", Route: feature.Route{Method: "POST", Path: "/twilio/call", Status: 201, Shows: "call"}}, dial),
		feature.Do(feature.Command{Event: "call.accept", Answer: "call", Of: "a call"}, on(Commands.Accept)),
		feature.Do(feature.Command{Event: "call.decline", Answer: "call", Of: "a call"}, on(Commands.Decline)),
		feature.Do(feature.Command{Event: "call.hangup", Answer: "call", Of: "a call"}, on(Commands.Hangup)),
		feature.Do(feature.Command{Event: "call.hold", Answer: "call", Of: "a call", Route: feature.Route{Method: "POST", Path: "/twilio/call/{id}/hold", Status: 202}}, hold),
		feature.Do(feature.Command{Event: "call.transfer", Answer: "call", Of: "a user", Route: feature.Route{Method: "POST", Path: "/twilio/call/client/{id}", Status: 202}}, transferTo),
		feature.Do(feature.Command{Event: "call.complete_transfer", Answer: "call", Of: "a call", Route: feature.Route{Method: "POST", Path: "/twilio/call/{id}/complete_transfer", Status: 202}}, on(Commands.CompleteTransfer)),
		feature.Do(feature.Command{Event: "call.cancel_transfer", Answer: "call", Of: "a call", Route: feature.Route{Method: "POST", Path: "/twilio/call/{id}/cancel_transfer", Status: 202}}, on(Commands.CancelTransfer)),
		feature.Do(feature.Command{Event: "call.recording", Answer: "call", Of: "a call", Route: feature.Route{Method: "POST", Path: "/twilio/call/{id}/recording", Status: 202}}, record),
		feature.Do(feature.Command{Event: "call.seen", Route: feature.Route{Method: "POST", Path: "/twilio/call/seen", Status: 200}}, seen),
		feature.Do(feature.Command{Event: "call.caller", Of: "a call", Route: feature.Route{Method: "GET", Path: "/twilio/call/{id}/caller", Status: 200}}, caller),
		feature.Do(feature.Command{Event: "call.journal", Of: "a call", Route: feature.Route{Method: "GET", Path: "/twilio/call/{id}/journal", Status: 200}}, journal),
		feature.Do(feature.Command{Event: "call.report", Of: "a call", Route: feature.Route{Method: "POST", Path: "/twilio/call/{id}/report", Status: 202}}, report),
		feature.Do(feature.Command{Of: "an organization", Route: feature.Route{Method: "GET", Path: "/twilio/token/{id}", Status: 200, Acts: true}}, token),
		feature.Do(feature.Command{Of: "a call", Route: feature.Route{Method: "PATCH", Path: "/twilio/call", Status: 204}}, change),
	},
	Standings: []feature.Standing{feature.Stands("barred", Commands.Barred)},
	Notices:   []feature.Notice{{Object: "call", Read: missedCall}},
	Snapshots: []feature.Snapshot{{Object: "call", Read: ownCalls, All: allCalls}},
	Crosses: map[string]any{
		"call.inbound":            Inbound{},
		"call.dial":               Dial{},
		"call.accept":             Accept{},
		"call.decline":            Decline{},
		"call.hangup":             Hangup{},
		"call.notice":             Notice{},
		"call.hold":               Hold{},
		"call.hold_failed":        HoldFailed{},
		"call.transfer":           Transfer{},
		"call.complete_transfer":  CompleteTransfer{},
		"call.cancel_transfer":    CancelTransfer{},
		"call.transfer_out":       TransferOut{},
		"call.patch":              Patch{},
		"call.ring_out":           RingOut{},
		"call.offer":              Offer{},
		"call.leg_changed":        LegChanged{},
		"call.conference_changed": ConferenceChanged{},
		"call.leg_added":          LegAdded{},
		"call.observed":           Observed{},
		"call.report":             Report{},
		"call.record":             Record{},
		"call.recording_done":     RecordingDone{},
		"call.recording_told":     RecordingChanged{},
		"call.recordings_seen":    RecordingsSeen{},
		"call.ref":                Ref{},
		"call.answer":             carrier.Answer{},
	},
	Start: start,
}

// Commands is the interface of Service that client commands on calls use.
type Commands interface {
	Dial(ctx context.Context, p *access.Principal, to string, contact id.ID, command string) (Ref, error)
	Accept(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error)
	Decline(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error)
	Hangup(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error)
	Hold(ctx context.Context, p *access.Principal, call id.ID, on bool, command string) (Ref, error)
	Transfer(ctx context.Context, p *access.Principal, t Transferring) (Ref, error)
	CompleteTransfer(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error)
	CancelTransfer(ctx context.Context, p *access.Principal, call id.ID, command string) (Ref, error)
	Notice(ctx context.Context, p *access.Principal, calls []id.ID, command string) error
	Caller(ctx context.Context, p *access.Principal, call id.ID) (Caller, error)
	Barred(ctx context.Context, p *access.Principal, number string) (bool, error)
	Token(ctx context.Context, p *access.Principal, organization id.ID) (Token, error)
}

// Dialling is the input of call.dial. Without To, it calls the contact's number.
type Dialling struct {
	To      string `json:"to"` // E.164, or as users type it
	Contact id.ID  `json:"contact" of:"a contact"`
	feature.Given
}

func dial(ctx context.Context, d Commands, p *access.Principal, in Dialling) (Ref, error) {
	if in.To == "" && in.Contact == "" {
		return Ref{}, fault.Field("to", "Name the number or the contact to call")
	}
	return d.Dial(ctx, p, in.To, in.Contact, in.Command)
}

// Seeing is the input of call.seen, which marks missed calls as seen.
type Seeing struct {
	Calls []id.ID `json:"calls" of:"calls"`
	feature.Given
}

// Seen lists the calls that were marked as seen.
type Seen struct {
	Calls []id.ID `json:"calls"`
}

func seen(ctx context.Context, d Commands, p *access.Principal, in Seeing) (Seen, error) {
	if len(in.Calls) == 0 || len(in.Calls) > maxMissed {
		return Seen{}, fault.Field("calls", "Name 1 to %d calls", maxMissed)
	}
	return Seen{Calls: in.Calls}, d.Notice(ctx, p, in.Calls, in.Command)
}

func caller(ctx context.Context, d Commands, p *access.Principal, in feature.On) (Caller, error) {
	return d.Caller(ctx, p, in.ID)
}

// StatusChange is the input of PATCH v1/twilio/call. Status selects the command. SID
// and User are the client's view and have no effect.
type StatusChange struct {
	ID     id.ID           `json:"id"`
	SID    string          `json:"sid"`
	User   json.RawMessage `json:"user"`
	Status string          `json:"status"`
	feature.Given
}

func change(ctx context.Context, d Commands, p *access.Principal, in StatusChange) (Ref, error) {
	switch strings.ToLower(in.Status) {
	case "in-progress", "in progress", "answered":
		return d.Accept(ctx, p, in.ID, in.Command)
	case "completed":
		return d.Hangup(ctx, p, in.ID, in.Command)
	case "declined":
		return d.Decline(ctx, p, in.ID, in.Command)
	default:
		return Ref{}, fault.Field("status", "status must be in-progress (accept), declined or completed (hang up)")
	}
}

// on makes a command handler of a method that acts on one call.
func on(do func(Commands, context.Context, *access.Principal, id.ID, string) (Ref, error)) func(context.Context, Commands, *access.Principal, feature.On) (Ref, error) {
	return func(ctx context.Context, d Commands, p *access.Principal, in feature.On) (Ref, error) {
		return do(d, ctx, p, in.ID, in.Command)
	}
}

// RecordID implements feature.Named.
func (r Ref) RecordID() id.ID { return r.ID }
