package conversations

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Scheduler is the interface of Service that commands on scheduled texts use.
type Scheduler interface {
	Schedule(ctx context.Context, p *access.Principal, in Scheduling) (Ref, error)
	Reschedule(ctx context.Context, p *access.Principal, in Rescheduling) (Ref, error)
	Unschedule(ctx context.Context, p *access.Principal, text id.ID, command string) error
	ZoneOf(ctx context.Context, p *access.Principal, conversation id.ID) (Zone, error)
}

// scheduleCommands are the commands on scheduled texts.
func scheduleCommands() []feature.Command {
	shown := func(path string, status int) feature.Route {
		return feature.Route{Method: "POST", Path: "/twilio/scheduled" + path, Status: status, Shows: scheduledObject}
	}
	return []feature.Command{
		feature.Do(feature.Command{Route: shown("", 201)}, schedule),
		feature.Do(feature.Command{Of: "a scheduled text", Route: shown("/{id}", 200)}, reschedule),
		feature.Do(feature.Command{Of: "a scheduled text", Route: shown("/{id}/cancel", 200)}, unschedule),
		feature.Do(feature.Command{Of: "a conversation", Route: feature.Route{Method: "GET", Path: "/twilio/conversation/{id}/zone", Status: 200}}, zoneOf),
	}
}

// Scheduling is the input that schedules a text.
type Scheduling struct {
	Conversation id.ID   `json:"conversation" of:"a conversation"`
	Body         string  `json:"body"`
	Files        []id.ID `json:"files" of:"files"`
	// SendAt is when it is sent, as in RFC 3339.
	SendAt string `json:"send_at"`
	// TimeZone is the zone in which the time was chosen, as an IANA name.
	TimeZone string `json:"time_zone"`
	feature.Given
}

func schedule(ctx context.Context, d Scheduler, p *access.Principal, in Scheduling) (Ref, error) {
	return d.Schedule(ctx, p, in)
}

// Rescheduling is the input that changes a scheduled text. What is absent stays.
type Rescheduling struct {
	ID       id.ID   `json:"id"`
	Body     string  `json:"body"`
	Files    []id.ID `json:"files" of:"files"`
	SendAt   string  `json:"send_at"`
	TimeZone string  `json:"time_zone"`
	// Now sends it immediately.
	Now bool `json:"now"`
	feature.Given
}

func reschedule(ctx context.Context, d Scheduler, p *access.Principal, in Rescheduling) (Ref, error) {
	return d.Reschedule(ctx, p, in)
}

func unschedule(ctx context.Context, d Scheduler, p *access.Principal, in feature.On) (Ref, error) {
	return Ref{in.ID}, d.Unschedule(ctx, p, in.ID, in.Command)
}

// Zone is a time zone, as an IANA name.
type Zone struct {
	TimeZone string `json:"time_zone"`
}

func zoneOf(ctx context.Context, d Scheduler, p *access.Principal, in feature.On) (Zone, error) {
	return d.ZoneOf(ctx, p, in.ID)
}
