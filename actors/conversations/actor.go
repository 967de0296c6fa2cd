package conversations

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what conversations need of storage.
type Store interface {
	runtime.Committer
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
}

// core is the conversation's part of its actor; Decide and Apply stand in state.go.
type core struct{ store Store }

// Factory makes the conversation actors.
func Factory(store Store, options runtime.WriterOptions) runtime.Factory {
	return func(who runtime.Identity) runtime.Actor {
		return runtime.NewWriter[State](who, core{store}, store, options)
	}
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	s := State{Who: who}
	record, err := c.store.Get(ctx, who.Organization, "twilio_conversation", who.ID)
	if fault.Is(err, fault.NotFound) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	s.Conversation = record
	s.Participants, err = c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_participant", Where: is("conversation", who.ID), Order: []row.Order{{Field: "created_date"}},
	})
	return s, err
}

// Prepare implements runtime.Core: it reads the message that the command is about,
// the unread ones that it marks, and whose consent it needs.
func (c core) Prepare(ctx context.Context, who runtime.Identity, s *State, command any) error {
	*s = forget(*s)
	if !s.exists() {
		return nil
	}
	switch m := command.(type) {
	case Event:
		return c.prepareEvent(ctx, who, s, m.Event)
	case Receipt:
		return c.message(ctx, who, s, is("sid", m.Event.MessageSID))
	case Sent:
		return c.message(ctx, who, s, is("id", m.Message))
	case Send:
		if m.ClientID != "" {
			if err := c.message(ctx, who, s, sentAs(m.By, m.ClientID)); err != nil || s.Message.ID != "" {
				return err
			}
		}
		if err := c.consenting(ctx, who, s); err != nil {
			return err
		}
		return c.unread(ctx, who, s)
	case MarkRead:
		return c.unread(ctx, who, s)
	case MarkMessage:
		if err := c.message(ctx, who, s, is("id", m.Message)); err != nil {
			return err
		}
		return c.unread(ctx, who, s)
	}
	return nil
}

func (c core) prepareEvent(ctx context.Context, who runtime.Identity, s *State, e carrier.ConversationEvent) error {
	if e.MessageSID == "" {
		return nil
	}
	if err := c.message(ctx, who, s, is("sid", e.MessageSID)); err != nil || s.Message.ID != "" {
		return err
	}
	if author := user(e.Author); author != "" && e.ClientID != "" && e.Kind == "onMessageAdded" {
		if err := c.message(ctx, who, s, sentAs(author, e.ClientID)); err != nil || s.Message.ID != "" {
			return err
		}
	}
	if e.Kind == "onMessageAdded" && (user(e.Author) != "" || e.FromAPI) {
		return c.unread(ctx, who, s)
	}
	return nil
}

// sentAs names a text by its author and the id that his client gave it: a colleague's
// client may have taken the same.
func sentAs(author id.ID, client string) []row.Condition {
	return append(is("client_id", client), is("user", author)...)
}

// message finds one of this conversation's messages.
func (c core) message(ctx context.Context, who runtime.Identity, s *State, where []row.Condition) error {
	found, err := c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_message", Where: append(where, is("conversation", who.ID)...), Limit: 1,
	})
	if err != nil || len(found) == 0 {
		return err
	}
	s.Message = found[0]
	return nil
}

func (c core) unread(ctx context.Context, who runtime.Identity, s *State) (err error) {
	s.Unread, err = c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_message",
		Where:  append(is("conversation", who.ID), row.Condition{Field: "read", Operator: "=", Value: false}),
		Order:  []row.Order{{Field: "number"}},
		Limit:  readBatch,
	})
	return err
}

// consenting reads whom a text would go to: the conversation's contacts, and
// whoever has one of its numbers by now. A contact who was made, or given the
// number, after the last event must not be texted past his refusal.
func (c core) consenting(ctx context.Context, who runtime.Identity, s *State) error {
	phones, _ := s.Conversation.Fields["contact_phones"].([]string)
	var where []row.Condition
	for _, field := range []string{"phone", "second_phone"} {
		if len(phones) > 0 {
			where = append(where, row.Condition{Field: field, SubField: "phone_number", Operator: "IN", Value: phones})
		}
	}
	if contacts := s.Conversation.Lookups("contacts"); len(contacts) > 0 {
		where = append(where, row.Condition{Field: "id", Operator: "IN", Value: contacts})
	}
	for _, condition := range where { // one index each
		found, err := c.store.Find(ctx, who.Organization, row.Query{Object: "contact", Where: []row.Condition{condition}})
		if err != nil {
			return err
		}
		s.Contacts = append(s.Contacts, found...)
	}
	return nil
}

func is(field string, value any) []row.Condition {
	return []row.Condition{{Field: field, Operator: "=", Value: value}}
}
