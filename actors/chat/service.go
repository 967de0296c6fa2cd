package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Service executes commands on chats for the edges. Each method authorizes first.
type Service struct {
	engine runtime.Engine
	store  runtime.Store
	files  func() thread.Files
}

// New returns a Service.
func New(engine runtime.Engine, store runtime.Store) *Service {
	return &Service{engine: engine, store: store}
}

// UseFiles sets where the content of files is read.
func (s *Service) UseFiles(files func() thread.Files) { s.files = files }

// ReadChat marks a chat as read for the principal. Errors: fault.Forbidden, NotFound,
// Invalid.
func (s *Service) ReadChat(ctx context.Context, p *access.Principal, r thread.Reading) error {
	number, err := r.Place(ctx, s.store, p, "chat_message")
	if err != nil {
		return err
	}
	return s.MarkRead(ctx, p, r.ID, number, r.Command)
}

// MarkRead marks a chat as read for the principal, up to number, or all of it if
// number is 0. Errors: fault.Forbidden, NotFound.
func (s *Service) MarkRead(ctx context.Context, p *access.Principal, chat id.ID, number int64, command string) error {
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return err
	}
	_, err := s.engine.Ask(ctx, Kind, runtime.Identity{Organization: p.Organization, ID: chat}, MarkRead{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Number: number})
	return err
}

// UnreadChat marks a chat as unread for the principal from a message on. Errors: fault.Forbidden,
// NotFound, Conflict for those who are not members.
func (s *Service) UnreadChat(ctx context.Context, p *access.Principal, chat id.ID, number int64, command string) error {
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return err
	}
	_, err := s.engine.Ask(ctx, Kind, runtime.Identity{Organization: p.Organization, ID: chat}, MarkUnread{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Number: number})
	return err
}
