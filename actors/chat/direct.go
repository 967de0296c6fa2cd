package chat

import (
	"context"
	"slices"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Colleague is the input that opens a direct chat.
type Colleague struct {
	User id.ID `json:"user" of:"a user"`
	feature.Given
}

func direct(ctx context.Context, d Commands, p *access.Principal, in Colleague) (Ref, error) {
	return d.Direct(ctx, p, in.User, in.Command)
}

// Direct returns the direct chat of the principal and a colleague, and creates it if
// there is none. Two users share one direct chat, no matter who started it, and it needs no
// name. Errors: fault.Forbidden, NotFound, Invalid.
func (s *Service) Direct(ctx context.Context, p *access.Principal, with id.ID, command string) (Ref, error) {
	if with == "" {
		return Ref{}, fault.Field("user", "Name the colleague to talk with")
	}
	if with == p.User {
		return Ref{}, fault.Field("user", "Choose a colleague. You can't message yourself.")
	}
	if err := p.MayCreate("chat"); err != nil {
		return Ref{}, err
	}
	other, err := sight.Of(ctx, s.store, p, "user", with)
	if err != nil {
		return Ref{}, err
	}
	name, _ := other.Stored["name"].(string)
	return runtime.AskFor[Ref](ctx, s.engine, Kind, runtime.Identity{Organization: p.Organization, ID: between(p.User, with)}, Create{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: command},
		Set:         row.Fields{"name": p.Name + ", " + name, "members": []id.ID{with}, "private": true, "direct": true},
	})
}

// between returns the id of the direct chat of two users.
func between(one, other id.ID) id.ID {
	two := []id.ID{one, other}
	slices.Sort(two)
	return id.Derived("chat:direct:" + string(two[0]) + ":" + string(two[1]))
}
