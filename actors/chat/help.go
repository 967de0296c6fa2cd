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

// maxHelpers bounds how many are asked at once.
const maxHelpers = 20

// Asking asks those who run the organization for help.
type Asking struct {
	feature.Given
}

func help(ctx context.Context, d Door, p *access.Principal, in Asking) (Ref, error) {
	return d.Help(ctx, p, in.Command)
}

// Help gives the chat of the principal with the superusers of his organization, which is
// made where there is none yet; who has become one since joins it. Errors: fault.Forbidden,
// Conflict where nobody else is one.
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
		Given: runtime.Given{By: p.User, Command: command},
		Set:   row.Fields{"name": "Help Chat: " + p.Name, "members": helpers, "private": true, "help": true},
	})
}

// helpOf is the id of the chat in which somebody asks for help.
func helpOf(who id.ID) id.ID { return id.Derived("chat:help:" + string(who)) }

// again is what changes of a chat of which there is one where it is begun once more: a closed
// one is open, and the helpers of today are in it.
func again(s State, c Create) (row.Fields, error) {
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

// isOne says that there is one such chat, whoever begins it and how often.
func isOne(fields row.Fields) bool {
	direct, _ := fields["direct"].(bool)
	help, _ := fields["help"].(bool)
	return direct || help
}
