package chat

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxHelpers bounds the members of a new help chat.
const maxHelpers = 20

// Asking is the input that opens a help chat.
type Asking struct {
	feature.Given
}

func help(ctx context.Context, d Commands, p *access.Principal, in Asking) (Ref, error) {
	return d.Help(ctx, p, in.Command)
}

// Help returns the principal's help chat with the organization's superusers, and
// creates it if there is none. New superusers join it. Errors: fault.Forbidden,
// Conflict if there is no other superuser.
func (s *Service) Help(ctx context.Context, p *access.Principal, command string) (Ref, error) {
	if err := p.MayCreate("chat"); err != nil {
		return Ref{}, err
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "user", Fields: []string{"name"}, Limit: maxHelpers,
		Where: []row.Condition{
			{Field: "is_superuser", Operator: "=", Value: true}, {Field: "is_active", Operator: "=", Value: true},
			{Field: "is_program", Operator: "=", Value: false},
			{Field: "id", Operator: "!=", Value: p.User},
		},
		Order: []row.Order{{Field: "created_date"}, {Field: "id"}},
	})
	if err != nil {
		return Ref{}, err
	}
	if len(found) == 0 {
		return Ref{}, fault.New(fault.Conflict, "No one else administers this organization yet, so no one could answer.")
	}
	helpers := make([]id.ID, 0, len(found))
	for _, user := range found {
		helpers = append(helpers, user.ID)
	}
	return runtime.AskFor[Ref](ctx, s.engine, Kind, runtime.Identity{Organization: p.Organization, ID: helpOf(p.User)}, Create{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: command},
		Set:         row.Fields{"name": "Help Chat: " + p.Name, "members": helpers, "private": true, "help": true},
	})
}

// helpOf returns the id of a user's help chat.
func helpOf(who id.ID) id.ID { return id.Derived("chat:help:" + string(who)) }

// reopen returns the changes of an existing chat that is started again: a closed one
// is reopened, and current superusers join a help chat.
func reopen(s State, c Create) (row.Fields, error) {
	set := row.Fields{}
	if s.Chat.Text("status") == "Closed" {
		set["status"] = "Open"
	}
	if asks, _ := c.Set["help"].(bool); !asks {
		return set, nil
	}
	given, _ := c.Set["members"].([]id.ID)
	members, err := unique(append(s.members(), given...))
	if err != nil || len(members) == len(s.members()) {
		return set, err
	}
	read, err := s.readNumbers()
	if err != nil {
		return nil, err
	}
	set["members"], set["read_numbers"] = members, row.JSONValue(readOf(members, s, read))
	return set, nil
}

// isOne reports whether the chat is unique: a direct or a help chat.
func isOne(fields row.Fields) bool {
	direct, _ := fields["direct"].(bool)
	help, _ := fields["help"].(bool)
	return direct || help
}
