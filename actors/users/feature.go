package users

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Feature declares the organization's users.
var Feature = feature.Feature{
	Name:    "users",
	Objects: []*schema.Object{userObject(), teamObject()},
	Commands: []feature.Command{
		feature.Do(feature.Command{Route: feature.Route{Method: "POST", Path: "/twilio/call/available", Status: 200}}, choose),
		feature.Do(feature.Command{Event: "phone.state"}, phone),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "GET", Path: "/availability/{id}", Status: 200}}, showWeekly),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "POST", Path: "/availability/{id}", Status: 200}}, plan),
	},
	Crosses: map[string]any{
		"user.set_status": SetStatus{},
		"user.patch":      Patch{},
		"user.on_call":    OnCall{},
		"user.off_call":   OffCall{},
		"user.status":     Status{},
	},
	Start: start,
}

// Commands is the interface of Service that client commands on users use.
type Commands interface {
	SetStatus(ctx context.Context, p *access.Principal, status, command string) (Status, error)
	Phone(ctx context.Context, p *access.Principal, state PhoneState) error
	Weekly(ctx context.Context, p *access.Principal, user id.ID) (Weekly, error)
	Plan(ctx context.Context, p *access.Principal, change WeeklyChange) (Weekly, error)
}

func showWeekly(ctx context.Context, d Commands, p *access.Principal, in feature.On) (Weekly, error) {
	return d.Weekly(ctx, p, in.ID)
}

func plan(ctx context.Context, d Commands, p *access.Principal, in WeeklyChange) (Weekly, error) {
	return d.Plan(ctx, p, in)
}

// Choice is the input that sets a user's own availability.
type Choice struct {
	CallStatus string `json:"call_status"`
	feature.Given
}

func choose(ctx context.Context, d Commands, p *access.Principal, in Choice) (Status, error) {
	if in.CallStatus == "" {
		return Status{}, fault.Field("call_status", "call_status is required")
	}
	return d.SetStatus(ctx, p, in.CallStatus, in.Command)
}

// Phoning is the input that reports the state of this browser's phone, for the
// lifetime of its socket.
type Phoning struct {
	State PhoneState `json:"state"`
	feature.Given
}

func phone(ctx context.Context, d Commands, p *access.Principal, in Phoning) (Phoned, error) {
	return Phoned{State: in.State}, d.Phone(ctx, p, in.State)
}

// Phoned is the accepted state of a phone.
type Phoned struct {
	State PhoneState `json:"state"`
}
