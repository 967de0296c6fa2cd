package conversations

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// MarkMessages marks the messages read whose row says read: true; nothing else of a
// message can be changed.
func (s *Service) MarkMessages(ctx context.Context, p *access.Principal, rows []row.ChangeRequest) ([]row.ChangeDone, error) {
	done, _, err := s.askRows(ctx, rows, func(r row.ChangeRequest) (runtime.Order, []string, error) {
		var ignored []string
		for name := range r.Set {
			if name != "read" {
				ignored = append(ignored, name)
			}
		}
		if read, ok := r.Set["read"].(bool); !ok || !read {
			return runtime.Order{}, ignored, nil
		}
		message, err := s.store.Get(ctx, p.Organization, "twilio_message", r.Record)
		if err != nil {
			return runtime.Order{}, nil, err
		}
		conversation := message.Lookup("conversation")
		if err := s.mayMark(ctx, p, conversation); err != nil {
			return runtime.Order{}, nil, err
		}
		mark := MarkMessage{Given: runtime.Given{By: p.User, Command: r.Command}, Message: r.Record, Expect: r.Expect}
		return order(p, conversation, mark), ignored, nil
	})
	return done, err
}

// Patch changes the name shown and the user assigned; unread_messages: 0 marks all
// read. It names the fields that were ignored.
func (s *Service) Patch(ctx context.Context, p *access.Principal, rows []row.ChangeRequest) ([]row.ChangeDone, error) {
	done, replies, err := s.askRows(ctx, rows, func(r row.ChangeRequest) (runtime.Order, []string, error) {
		return s.patching(ctx, p, r)
	})
	if err != nil {
		return done, err
	}
	outcomes := make([]error, len(rows))
	for i, of := range replies {
		for _, reply := range of {
			if read, ok := reply.(Read); ok && read.More { // one commit marks a part of very many
				outcomes[i] = s.MarkRead(ctx, p, rows[i].Record, 0)
			}
		}
	}
	return done, runtime.Outcome(outcomes)
}

func (s *Service) patching(ctx context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, []string, error) {
	set, read := withoutRead(r.Set)
	var commands []any
	var ignored []string
	if len(set) > 0 || !read {
		item, err := sight.Of(ctx, s.store, p, "twilio_conversation", r.Record)
		if err != nil {
			return runtime.Order{}, nil, err
		}
		var allowed row.Fields
		if allowed, ignored, err = sight.Changeable(p, "twilio_conversation", &item, set); err != nil {
			return runtime.Order{}, nil, err
		}
		commands = append(commands, Patch{Given: runtime.Given{By: p.User, Command: r.Command}, Set: allowed, Expect: r.Expect})
	}
	if read { // last: it gives the conversation another version than the client saw
		if err := s.mayMark(ctx, p, r.Record); err != nil {
			return runtime.Order{}, nil, err
		}
		commands = append(commands, MarkRead{By: p.User})
	}
	return order(p, r.Record, commands...), ignored, nil
}

func order(p *access.Principal, conversation id.ID, commands ...any) runtime.Order {
	return runtime.Order{Who: runtime.Identity{Organization: p.Organization, ID: conversation}, Commands: commands}
}

func (s *Service) askRows(ctx context.Context, rows []row.ChangeRequest, wanted func(row.ChangeRequest) (runtime.Order, []string, error)) ([]row.ChangeDone, [][]any, error) {
	return runtime.AskRows(ctx, s.engine, Kind, rows, wanted)
}
