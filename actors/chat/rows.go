package chat

import (
	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What the rows of a change ask of their chats; actors/records has decided that the
// principal may.

// starting starts a chat.
func starting(p *access.Principal, r row.ChangeRequest) runtime.Order {
	return order(p, identity(p.User, r.Command), Create{Given: runtime.Given{By: p.User, Command: r.Command}, Set: r.Set})
}

// patching changes a chat, and marks it read.
func patching(p *access.Principal, r row.ChangeRequest) runtime.Order {
	set, read := thread.Read(r.Set)
	var commands []any
	if len(set) > 0 {
		r.Set = set
		commands = append(commands, Patch{runtime.PatchOf(p.User, r)})
	}
	if read { // last: it gives the chat another version than the client saw
		commands = append(commands, MarkRead{Given: runtime.Given{By: p.User}})
	}
	return order(p, r.Record, commands...)
}

// posting says something in a chat.
func posting(p *access.Principal, r row.ChangeRequest) runtime.Order {
	given := row.Record{Fields: r.Set}
	client := given.Text("client_id")
	if client == "" {
		client = r.Command // so that a repeat of the command is known after a restart
	}
	return order(p, given.Lookup("chat"), Post{Given: runtime.Given{By: p.User, Command: r.Command}, Body: given.Text("body"), ClientID: client})
}

// removing deletes a chat.
func removing(p *access.Principal, r row.ChangeRequest) runtime.Order {
	return order(p, r.Record, Remove{Given: runtime.Given{By: p.User, Command: r.Command}, Expect: r.Expect})
}

func order(p *access.Principal, chat id.ID, commands ...any) runtime.Order {
	return runtime.Order{Who: runtime.Identity{Organization: p.Organization, ID: chat}, Commands: commands}
}
