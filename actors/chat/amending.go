package chat

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Amender is the interface of Service for commands on messages.
type Amender interface {
	Amend(ctx context.Context, p *access.Principal, message id.ID, command any) (Ref, error)
}

// Rewriting is the input that edits a message.
type Rewriting struct {
	ID   id.ID  `json:"id"`
	Body string `json:"body"`
	feature.Given
}

// Reacting is the input that adds or removes a reaction.
type Reacting struct {
	ID     id.ID  `json:"id"`
	Emoji  string `json:"emoji"`
	Remove bool   `json:"remove"`
	feature.Given
}

// Pinning is the input that pins or unpins a message.
type Pinning struct {
	ID     id.ID `json:"id"`
	Remove bool  `json:"remove"`
	feature.Given
}

// amendments are the commands on messages.
func amendments() []feature.Command {
	at := func(action string) feature.Command {
		return feature.Command{Of: "a message", Route: feature.Route{Method: "POST", Path: "/chat/message/{id}/" + action, Status: 200, Shows: "chat_message"}}
	}
	return []feature.Command{
		feature.Do(at("edit"), func(ctx context.Context, d Amender, p *access.Principal, in Rewriting) (Ref, error) {
			return d.Amend(ctx, p, in.ID, Edit{CommandMeta: runtime.CommandMeta{By: p.User, Command: in.Command}, Message: in.ID, Body: in.Body})
		}),
		feature.Do(at("delete"), func(ctx context.Context, d Amender, p *access.Principal, in feature.On) (Ref, error) {
			return d.Amend(ctx, p, in.ID, Delete{CommandMeta: runtime.CommandMeta{By: p.User, Command: in.Command}, Message: in.ID})
		}),
		feature.Do(at("react"), func(ctx context.Context, d Amender, p *access.Principal, in Reacting) (Ref, error) {
			return d.Amend(ctx, p, in.ID, React{CommandMeta: runtime.CommandMeta{By: p.User, Command: in.Command}, Message: in.ID, Emoji: in.Emoji, Remove: in.Remove})
		}),
		feature.Do(at("pin"), func(ctx context.Context, d Amender, p *access.Principal, in Pinning) (Ref, error) {
			return d.Amend(ctx, p, in.ID, Pin{CommandMeta: runtime.CommandMeta{By: p.User, Command: in.Command}, Message: in.ID, Remove: in.Remove})
		}),
		feature.Do(feature.Command{Of: "a message", Route: feature.Route{Method: "POST", Path: "/chat/message/{id}/read", Status: 204}}, func(ctx context.Context, d Amender, p *access.Principal, in feature.On) (struct{}, error) {
			_, err := d.Amend(ctx, p, in.ID, ReadReplies{CommandMeta: runtime.CommandMeta{By: p.User, Command: in.Command}, Message: in.ID})
			return struct{}{}, err
		}),
	}
}

// Amend has a message changed by its chat. Errors: fault.Forbidden, NotFound, Invalid, Conflict.
func (s *Service) Amend(ctx context.Context, p *access.Principal, message id.ID, command any) (Ref, error) {
	if _, err := sight.Of(ctx, s.store, p, "chat_message", message); err != nil {
		return Ref{}, err
	}
	stored, err := s.store.Get(ctx, p.Organization, "chat_message", message)
	if err != nil {
		return Ref{}, err
	}
	return runtime.AskFor[Ref](ctx, s.engine, Kind, runtime.Identity{Organization: p.Organization, ID: stored.Lookup("chat")}, command)
}
