package conversations

import (
	"context"
	"maps"

	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// MarkMessages marks messages as read whose row has read: true. Nothing else of a
// message can change.
func (s *Service) MarkMessages(ctx context.Context, p *access.Principal, rows []row.ChangeRequest) error {
	_, err := runtime.AskRows(ctx, s.engine, Kind, rows, func(r row.ChangeRequest) (runtime.Order, error) {
		if read, ok := r.Set["read"].(bool); !ok || !read {
			return runtime.Order{}, nil
		}
		message, err := s.store.Get(ctx, p.Organization, "twilio_message", r.Record)
		if err != nil {
			return runtime.Order{}, err
		}
		conversation := message.Lookup("conversation")
		if err := s.mayMark(ctx, p, conversation); err != nil {
			return runtime.Order{}, err
		}
		mark := MarkMessage{CommandMeta: runtime.CommandMeta{By: p.User, Command: r.Command}, Message: r.Record, Expect: r.Expect}
		return order(p, conversation, mark), nil
	})
	return err
}

// Patch changes the displayed name and the assigned user. state: closed closes the
// conversation, and unread_messages: 0 marks everything as read. actors/records has
// checked the rights.
func (s *Service) Patch(ctx context.Context, p *access.Principal, rows []row.ChangeRequest) error {
	replies, err := runtime.AskRows(ctx, s.engine, Kind, rows, func(r row.ChangeRequest) (runtime.Order, error) {
		return s.patching(ctx, p, r)
	})
	if err != nil {
		return err
	}
	outcomes := make([]error, len(rows))
	for i, of := range replies {
		for _, reply := range of {
			if read, ok := reply.(Read); ok && read.More { // one commit marks only a part of very many
				outcomes[i] = s.MarkRead(ctx, p, rows[i].Record, 0)
			}
		}
	}
	return runtime.Outcome(outcomes)
}

func (s *Service) patching(ctx context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, error) {
	set, read := thread.Read(r.Set)
	if user, given := set["assigned_user"].(id.ID); given {
		if err := s.assignee(ctx, p.Organization, "assigned_user", user); err != nil {
			return runtime.Order{}, err
		}
	}
	var commands []any
	closes, err := s.closing(ctx, p, r)
	if err != nil {
		return runtime.Order{}, err
	}
	if closes != nil {
		set = maps.Clone(set)
		delete(set, "state")
	}
	if len(set) > 0 || !read && closes == nil {
		r.Set = set
		commands = append(commands, Patch{runtime.PatchOf(p.User, r)})
	}
	if closes != nil {
		commands = append(commands, closes)
	}
	if read { // last, because it changes the version that the client saw
		if err := s.mayMark(ctx, p, r.Record); err != nil {
			return runtime.Order{}, err
		}
		commands = append(commands, MarkRead{By: p.User})
	}
	return order(p, r.Record, commands...), nil
}

func order(p *access.Principal, conversation id.ID, commands ...any) runtime.Order {
	return runtime.Order{Who: runtime.Identity{Organization: p.Organization, ID: conversation}, Commands: commands}
}
