package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What the rows of a change ask of their chats, once each is authorised.

// starting starts a chat. Errors: fault.Forbidden.
func (*Service) starting(_ context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, []string, error) {
	if rights := p.Rights("chat"); rights == nil || !rights.Create {
		return runtime.Order{}, nil, fault.New(fault.Forbidden, "You may not start chats.")
	}
	return order(p, identity(p.User, r.Command), Create{Given: runtime.Given{By: p.User, Command: r.Command}, Set: r.Set}), nil, nil
}

// patching changes a chat that the principal may change. Errors: fault.Forbidden,
// NotFound, Invalid.
func (s *Service) patching(ctx context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, []string, error) {
	item, err := sight.Of(ctx, s.store, p, "chat", r.Record)
	if err != nil {
		return runtime.Order{}, nil, err
	}
	reads := false
	rest := row.Fields{}
	for name, value := range r.Set {
		if name == "unread_messages" { // a derived field that is a command
			reads = true
			continue
		}
		rest[name] = value
	}
	var commands []any
	var ignored []string
	if len(rest) > 0 || !reads {
		var changes row.Fields
		if changes, ignored, err = sight.Changeable(p, "chat", &item, rest); err != nil {
			return runtime.Order{}, nil, err
		}
		if len(changes) > 0 {
			commands = append(commands, Patch{Given: runtime.Given{By: p.User, Command: r.Command}, Set: changes, Expect: r.Expect})
		}
	}
	if reads { // last: it gives the chat another version than the client saw
		commands = append(commands, MarkRead{Given: runtime.Given{By: p.User}})
	}
	return order(p, r.Record, commands...), ignored, nil
}

// posting says something in a chat that the principal can see. Errors:
// fault.Forbidden, NotFound.
func (s *Service) posting(ctx context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, []string, error) {
	if rights := p.Rights("chat_message"); rights == nil || !rights.Create {
		return runtime.Order{}, nil, fault.New(fault.Forbidden, "You may not write in chats.")
	}
	given := row.Record{Fields: r.Set}
	chat := given.Lookup("chat")
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return runtime.Order{}, nil, err
	}
	client := given.Text("client_id")
	if client == "" {
		client = r.Command // so that a repeat of the command is known after a restart
	}
	return order(p, chat, Post{Given: runtime.Given{By: p.User, Command: r.Command}, Body: given.Text("body"), ClientID: client}), nil, nil
}

// removing deletes a chat. Errors: fault.Forbidden, NotFound.
func (s *Service) removing(ctx context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, []string, error) {
	item, err := sight.Of(ctx, s.store, p, "chat", r.Record)
	if err != nil {
		return runtime.Order{}, nil, err
	}
	if !p.Rights("chat").Deletable(&item.Route) {
		return runtime.Order{}, nil, fault.New(fault.Forbidden, "You may not delete this chat.")
	}
	return order(p, r.Record, Remove{Given: runtime.Given{By: p.User, Command: r.Command}, Expect: r.Expect}), nil, nil
}

func order(p *access.Principal, chat id.ID, commands ...any) runtime.Order {
	return runtime.Order{Who: runtime.Identity{Organization: p.Organization, ID: chat}, Commands: commands}
}
