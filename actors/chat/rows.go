package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The commands of the rows of a change. actors/records has checked the rights.

// starting starts a chat.
func starting(p *access.Principal, r row.ChangeRequest) runtime.Order {
	return order(p, identity(p.User, r.Command), Create{CommandMeta: runtime.CommandMeta{By: p.User, Command: r.Command}, Set: r.Set})
}

// patching changes a chat and marks it as read.
func patching(p *access.Principal, r row.ChangeRequest) runtime.Order {
	set, read := thread.Read(r.Set)
	var commands []any
	if len(set) > 0 {
		r.Set = set
		commands = append(commands, Patch{runtime.PatchOf(p.User, r)})
	}
	if read { // last, because it changes the version that the client saw
		commands = append(commands, MarkRead{CommandMeta: runtime.CommandMeta{By: p.User}})
	}
	return order(p, r.Record, commands...)
}

// posting posts a message.
func (s *Service) posting(ctx context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, error) {
	given := row.Record{Fields: r.Set}
	client := given.Text("client_id")
	if client == "" {
		client = r.Command // so that a repeat of the command is recognized after a restart
	}
	media, err := s.attachable(ctx, p, given.Lookups("files"))
	if err != nil {
		return runtime.Order{}, err
	}
	here, _ := given.Bool("mentions_here")
	inChat, _ := given.Bool("in_chat")
	return order(p, given.Lookup("chat"), Post{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: r.Command}, Body: given.Text("body"), ClientID: client,
		Mentions: given.Lookups("mentions"), Here: here, Parent: given.Lookup("parent"), InChat: inChat, Media: media,
	}), nil
}

// removing deletes a chat.
func removing(p *access.Principal, r row.ChangeRequest) runtime.Order {
	return order(p, r.Record, Remove{CommandMeta: runtime.CommandMeta{By: p.User, Command: r.Command}, Expect: r.Expect})
}

func order(p *access.Principal, chat id.ID, commands ...any) runtime.Order {
	return runtime.Order{Who: runtime.Identity{Organization: p.Organization, ID: chat}, Commands: commands}
}
