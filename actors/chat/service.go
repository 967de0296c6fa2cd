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

// Broker carries what is fleeting to the other members (the hub listens).
type Broker interface {
	Typing(organization, chat, user id.ID, name string, typing bool)
}

// Service is the door to chats for the edges.
type Service struct {
	engine runtime.Engine
	store  Store
	broker Broker
}

// New makes the service. broker may be nil where nobody listens for typing.
func New(engine runtime.Engine, store Store, broker Broker) *Service {
	return &Service{engine: engine, store: store, broker: broker}
}

// Draft is a chat to be made.
type Draft struct {
	Name    string
	Topic   string
	Private bool
	Members []id.ID
}

// Create makes a chat; its maker is a member. The same command id gives the same
// chat. Errors: fault.Forbidden, Invalid.
func (s *Service) Create(ctx context.Context, p *access.Principal, draft Draft, command string) (id.ID, error) {
	if rights := p.Rights("chat"); rights == nil || !rights.Create {
		return "", fault.New(fault.Forbidden, "You may not create chats.")
	}
	if err := s.known(ctx, p.Organization, draft.Members); err != nil {
		return "", err
	}
	chat := id.New()
	if command != "" {
		chat = id.Derived("chat.create:" + string(p.Organization) + ":" + string(p.User) + ":" + command)
	}
	_, err := s.ask(ctx, p, chat, Create{
		By: p.User, Command: command, Name: draft.Name, Topic: draft.Topic, Private: draft.Private, Members: draft.Members,
	})
	return chat, err
}

// Patch changes a chat for members and those with the right to. It names the
// fields that were ignored. set is in storage shape.
func (s *Service) Patch(ctx context.Context, p *access.Principal, chat id.ID, set row.Fields, expect int64, command string) ([]string, error) {
	item, err := sight.Of(ctx, s.store, p, "chat", chat)
	if err != nil {
		return nil, err
	}
	allowed, ignored, err := sight.Changeable(p, "chat", &item, set)
	if err != nil {
		return nil, err
	}
	if members, given := allowed["members"].([]id.ID); given {
		if err := s.known(ctx, p.Organization, members); err != nil {
			return nil, err
		}
	}
	_, err = s.ask(ctx, p, chat, Patch{By: p.User, Command: command, Set: allowed, Expect: expect})
	return ignored, err
}

// Post says something in a chat that the principal sees. The same client id gives
// the same message. Errors: fault.Forbidden, NotFound, Invalid, Conflict.
func (s *Service) Post(ctx context.Context, p *access.Principal, chat id.ID, body, clientID, command string) (Posted, error) {
	if rights := p.Rights("chat_message"); rights == nil || !rights.Create {
		return Posted{}, fault.New(fault.Forbidden, "You may not write in chats.")
	}
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return Posted{}, err
	}
	reply, err := s.ask(ctx, p, chat, Post{By: p.User, ByName: p.Name, Command: command, Body: body, ClientID: clientID})
	if err != nil {
		return Posted{}, err
	}
	posted, ok := reply.(Posted)
	if !ok {
		return Posted{}, fault.New(fault.Internal, "A chat answered with %T.", reply)
	}
	return posted, nil
}

// MarkRead says that the principal has read up to a message's number, 0 for all.
func (s *Service) MarkRead(ctx context.Context, p *access.Principal, chat id.ID, number int64, command string) error {
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return err
	}
	_, err := s.ask(ctx, p, chat, MarkRead{By: p.User, Command: command, Number: number})
	return err
}

// MarkReadMessage is MarkRead up to a message by its id.
func (s *Service) MarkReadMessage(ctx context.Context, p *access.Principal, chat, message id.ID, command string) error {
	record, err := s.store.Get(ctx, p.Organization, "chat_message", message)
	if err != nil {
		return err
	}
	if record.Lookup("chat") != chat {
		return fault.New(fault.NotFound, "This message does not exist.")
	}
	return s.MarkRead(ctx, p, chat, record.Int("number"), command)
}

// Typing tells the others that the principal types, or no more.
func (s *Service) Typing(ctx context.Context, p *access.Principal, chat id.ID, typing bool) error {
	if _, err := sight.Of(ctx, s.store, p, "chat", chat); err != nil {
		return err
	}
	if s.broker != nil {
		s.broker.Typing(p.Organization, chat, p.User, p.Name, typing)
	}
	return nil
}

// known checks that all are users of the organisation.
func (s *Service) known(ctx context.Context, organization id.ID, members []id.ID) error {
	distinct := withMember(members, "")
	if len(distinct) == 0 {
		return nil
	}
	if len(distinct) > MaxMembers {
		return fault.Field("members", "A chat has at most %d members.", MaxMembers)
	}
	found, err := s.store.Find(ctx, organization, row.Query{Object: "user", Limit: MaxMembers, Where: []row.Condition{
		{Field: "id", Operator: "IN", Value: distinct},
	}})
	if err != nil {
		return err
	}
	if len(found) != len(distinct) {
		return fault.Field("members", "A member is no user of your organization.")
	}
	return nil
}

func (s *Service) ask(ctx context.Context, p *access.Principal, chat id.ID, command any) (any, error) {
	return s.engine.Ask(ctx, Kind, runtime.Identity{Organization: p.Organization, ID: chat}, command)
}
