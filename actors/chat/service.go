package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Service is the door to chats for the edges. Each method authorises first.
type Service struct {
	engine runtime.Engine
	store  Store
}

// New makes the service.
func New(engine runtime.Engine, store Store) *Service { return &Service{engine: engine, store: store} }

// MarkRead marks a chat read for the principal, up to number, or all of it where
// number is 0. Errors: fault.Forbidden, NotFound.
func (s *Service) MarkRead(ctx context.Context, p *access.Principal, chat id.ID, number int64, command string) error {
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return err
	}
	_, err := s.engine.Ask(ctx, Kind, runtime.Identity{Organization: p.Organization, ID: chat}, MarkRead{By: p.User, Command: command, Number: number})
	return err
}
