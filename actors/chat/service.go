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

// Service is the door to chats for the edges. Each method authorises first.
type Service struct {
	engine runtime.Engine
	store  Store
}

// New makes the service.
func New(engine runtime.Engine, store Store) *Service { return &Service{engine: engine, store: store} }

// Make starts a chat; the one who starts it is a member. Errors: fault.Forbidden,
// Invalid.
func (s *Service) Make(ctx context.Context, p *access.Principal, set row.Fields, command string) (id.ID, error) {
	if r := p.Rights("chat"); r == nil || !r.Create {
		return "", fault.New(fault.Forbidden, "You may not start chats.")
	}
	return s.ask(ctx, p, identity(p.User, command), Create{By: p.User, Command: command, Set: set})
}

// Patch changes a chat that the principal may change. It returns the fields that
// it did not take. Errors: fault.Forbidden, NotFound, Invalid, VersionConflict.
func (s *Service) Patch(ctx context.Context, p *access.Principal, chat id.ID, set row.Fields, expect int64, command string) ([]string, error) {
	item, err := sight.Of(ctx, s.store, p, "chat", chat)
	if err != nil {
		return nil, err
	}
	rest := row.Fields{}
	for name, value := range set {
		if name == "unread_messages" { // a derived field that is a command
			if err := s.MarkRead(ctx, p, chat, 0, ""); err != nil {
				return nil, err
			}
			continue
		}
		rest[name] = value
	}
	changes, ignored, err := sight.Changeable(p, "chat", &item, rest)
	if err != nil || len(changes) == 0 {
		return ignored, err
	}
	_, err = s.ask(ctx, p, chat, Patch{By: p.User, Command: command, Set: changes, Expect: expect})
	return ignored, err
}

// Post says something in a chat that the principal can see. Errors:
// fault.Forbidden, NotFound, Invalid, Conflict for a closed chat.
func (s *Service) Post(ctx context.Context, p *access.Principal, chat id.ID, body, client, command string) (id.ID, error) {
	if r := p.Rights("chat_message"); r == nil || !r.Create {
		return "", fault.New(fault.Forbidden, "You may not write in chats.")
	}
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return "", err
	}
	if client == "" {
		client = command // so that a repeat of the command is known after a restart
	}
	return s.ask(ctx, p, chat, Post{By: p.User, Command: command, Body: body, ClientID: client})
}

// MarkRead marks a chat read for the principal, up to number, or all of it where
// number is 0. Errors: fault.Forbidden, NotFound.
func (s *Service) MarkRead(ctx context.Context, p *access.Principal, chat id.ID, number int64, command string) error {
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return err
	}
	_, err := s.ask(ctx, p, chat, MarkRead{By: p.User, Command: command, Number: number})
	return err
}

// Delete removes a chat.
func (s *Service) Delete(ctx context.Context, p *access.Principal, chat id.ID, expect int64, command string) error {
	item, err := sight.Of(ctx, s.store, p, "chat", chat)
	if err != nil {
		return err
	}
	if !p.Rights("chat").Deletable(&item.Route) {
		return fault.New(fault.Forbidden, "You may not delete this chat.")
	}
	_, err = s.ask(ctx, p, chat, Remove{By: p.User, Command: command, Expect: expect})
	return err
}

func (s *Service) ask(ctx context.Context, p *access.Principal, chat id.ID, command any) (id.ID, error) {
	reply, err := s.engine.Ask(ctx, Kind, runtime.Identity{Organization: p.Organization, ID: chat}, command)
	if err != nil {
		return "", err
	}
	ref, ok := reply.(Ref)
	if !ok {
		return "", fault.New(fault.Internal, "A chat answered with %T.", reply)
	}
	return ref.ID, nil
}
