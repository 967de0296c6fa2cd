package conversations

import (
	"context"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Desk is the interface of Service that commands on the work on conversations use.
type Desk interface {
	Assign(ctx context.Context, p *access.Principal, conversation, user id.ID, command string) (Ref, error)
	Snooze(ctx context.Context, p *access.Principal, conversation id.ID, until time.Time, command string) (Ref, error)
	CloseWork(ctx context.Context, p *access.Principal, conversation id.ID, command string) (Ref, error)
	Reopen(ctx context.Context, p *access.Principal, conversation id.ID, command string) (Ref, error)
}

// workCommands are the commands on the work on conversations.
func workCommands() []feature.Command {
	of := func(name string) feature.Command {
		return feature.Command{Of: "a conversation", Route: feature.Route{
			Method: "POST", Path: "/twilio/conversation/{id}/" + name, Status: 200, Shows: "twilio_conversation",
		}}
	}
	return []feature.Command{
		feature.Do(of("assign"), assign),
		feature.Do(of("snooze"), snooze),
		feature.Do(of("close"), closeWork),
		feature.Do(of("reopen"), reopenWork),
	}
}

// Assigning is the input that assigns a conversation.
type Assigning struct {
	ID id.ID `json:"id"`
	// User gets the conversation. Without one it is unassigned.
	User id.ID `json:"user" of:"a user"`
	feature.Given
}

func assign(ctx context.Context, d Desk, p *access.Principal, in Assigning) (Ref, error) {
	return d.Assign(ctx, p, in.ID, in.User, in.Command)
}

// Snoozing is the input that snoozes a conversation.
type Snoozing struct {
	ID id.ID `json:"id"`
	// Until is when it returns, as in RFC 3339.
	Until string `json:"until"`
	feature.Given
}

func snooze(ctx context.Context, d Desk, p *access.Principal, in Snoozing) (Ref, error) {
	var until time.Time
	if in.Until != "" {
		var err error
		if until, err = time.Parse(time.RFC3339, in.Until); err != nil {
			return Ref{}, fault.Field("until", "until must be a time such as 2026-11-27T09:00:00-05:00")
		}
	}
	return d.Snooze(ctx, p, in.ID, until, in.Command)
}

func closeWork(ctx context.Context, d Desk, p *access.Principal, in feature.On) (Ref, error) {
	return d.CloseWork(ctx, p, in.ID, in.Command)
}

func reopenWork(ctx context.Context, d Desk, p *access.Principal, in feature.On) (Ref, error) {
	return d.Reopen(ctx, p, in.ID, in.Command)
}

// Assign assigns a conversation to a user, or to nobody. It needs the right to change the
// assigned user. Errors: fault.Forbidden, NotFound, Invalid (the user).
func (s *Service) Assign(ctx context.Context, p *access.Principal, conversation, user id.ID, command string) (Ref, error) {
	if err := s.mayWork(ctx, p, conversation); err != nil {
		return Ref{}, err
	}
	if err := s.assignee(ctx, p.Organization, "user", user); err != nil {
		return Ref{}, err
	}
	var who any
	if user != "" {
		who = user
	}
	return s.worked(ctx, p, conversation, Patch{runtime.Patch{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Set: row.Fields{"assigned_user": who},
	}})
}

// Snooze hides a conversation until a time, or until the contact writes. Errors:
// fault.Forbidden, NotFound, Invalid (the time), Conflict (it is closed).
func (s *Service) Snooze(ctx context.Context, p *access.Principal, conversation id.ID, until time.Time, command string) (Ref, error) {
	return s.change(ctx, p, conversation, Work{State: workSnoozed, Until: until}, command)
}

// CloseWork ends the work on a conversation until it is reopened, or the contact writes.
// Errors: fault.Forbidden, NotFound.
func (s *Service) CloseWork(ctx context.Context, p *access.Principal, conversation id.ID, command string) (Ref, error) {
	return s.change(ctx, p, conversation, Work{State: workClosed}, command)
}

// Reopen returns a snoozed or closed conversation. Errors: fault.Forbidden, NotFound.
func (s *Service) Reopen(ctx context.Context, p *access.Principal, conversation id.ID, command string) (Ref, error) {
	return s.change(ctx, p, conversation, Work{State: workOpen}, command)
}

func (s *Service) change(ctx context.Context, p *access.Principal, conversation id.ID, work Work, command string) (Ref, error) {
	if err := s.mayWork(ctx, p, conversation); err != nil {
		return Ref{}, err
	}
	work.CommandMeta = runtime.CommandMeta{By: p.User, Command: command}
	return s.worked(ctx, p, conversation, work)
}

func (s *Service) worked(ctx context.Context, p *access.Principal, conversation id.ID, command any) (Ref, error) {
	return runtime.AskFor[Ref](ctx, s.engine, Kind, runtime.Identity{Organization: p.Organization, ID: conversation}, command)
}

// mayWork rejects principals who may not change who works on the conversation.
func (s *Service) mayWork(ctx context.Context, p *access.Principal, conversation id.ID) error {
	item, err := sight.Of(ctx, s.store, p, "twilio_conversation", conversation)
	if err != nil {
		return err
	}
	if !p.Rights("twilio_conversation").Updatable(&item.Route).Has("assigned_user") {
		return fault.New(fault.Forbidden, "You may not assign, snooze or close this conversation.")
	}
	return nil
}
