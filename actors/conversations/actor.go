package conversations

import (
	"context"
	"slices"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Book gives access to the organizations' settings and to the time zones of numbers.
type Book struct {
	Settings Settings
	Zones    Zones
}

// core is the conversation's runtime.Core. Decide and Apply are in state.go.
type core struct {
	store runtime.Store
	book  Book
}

// Factory returns the factory of conversation actors.
func Factory(store runtime.Store, book Book, options runtime.WriterOptions) runtime.Factory {
	return runtime.Writers(core{store, book}, store, options)
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	s := State{Who: who}
	var err error
	if s.Conversation, err = runtime.Own(ctx, c.store, who, "twilio_conversation"); err != nil || !s.exists() {
		return s, err
	}
	s.Participants, err = c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_participant", Where: is("conversation", who.ID), Order: []row.Order{{Field: "created_date"}},
	})
	return s, err
}

// Prepare implements runtime.Core. It reads the message of the command, the unread
// messages that the command marks, and the consent that it needs.
func (c core) Prepare(ctx context.Context, who runtime.Identity, s *State, command any) error {
	*s = forget(*s)
	switch m := command.(type) {
	case Event:
		if err := c.prepareConsentEvent(ctx, who, s, m); err != nil {
			return err
		}
	case Begin:
		if !s.exists() {
			return c.beginning(ctx, who, s, m)
		}
	}
	if !s.exists() {
		return nil
	}
	switch m := command.(type) {
	case Event:
		return c.prepareEvent(ctx, who, s, m.Event)
	case Receipt:
		if err := c.prepareConsentEvent(ctx, who, s, Event{Event: m.Event}); err != nil {
			return err
		}
		return c.message(ctx, who, s, is("sid", m.Event.MessageSID))
	case Sent:
		return c.prepareSent(ctx, who, s, m)
	case Waiting:
		if err := c.message(ctx, who, s, is("id", m.Message)); err != nil || s.Message.ID == "" {
			return err
		}
		return c.behind(ctx, who, s)
	case Cancel:
		return c.message(ctx, who, s, is("id", m.Message))
	case Fetched:
		return c.message(ctx, who, s, is("id", m.Message))
	case Send:
		if m.ClientID != "" {
			if err := c.message(ctx, who, s, sentAs(m.By, m.ClientID)); err != nil || s.Message.ID != "" {
				return err
			}
		}
		if err := c.prepareConsent(ctx, who, s); err != nil {
			return err
		}
		if err := c.ahead(ctx, who, s); err != nil {
			return err
		}
		return c.unread(ctx, who, s)
	case MaySend:
		if m.Message != "" {
			if err := c.message(ctx, who, s, is("id", m.Message)); err != nil {
				return err
			}
		}
		return c.prepareConsent(ctx, who, s)
	case MarkRead:
		return c.unread(ctx, who, s)
	case Work:
		return c.prepareWork(ctx, who, s, m)
	case Wake:
		return c.prepareWake(ctx, who, s)
	case MarkMessage:
		if err := c.message(ctx, who, s, is("id", m.Message)); err != nil {
			return err
		}
		return c.unread(ctx, who, s)
	}
	return nil
}

func (c core) prepareSent(ctx context.Context, who runtime.Identity, s *State, m Sent) error {
	if err := c.message(ctx, who, s, is("id", m.Message)); err != nil || s.Message.ID == "" || m.Index == nil {
		return err
	}
	return c.newest(ctx, who, s, int64(*m.Index))
}

func (c core) prepareEvent(ctx context.Context, who runtime.Identity, s *State, e carrier.ConversationEvent) error {
	if e.MessageSID == "" {
		return nil
	}
	if err := c.message(ctx, who, s, is("sid", e.MessageSID)); err != nil || e.Kind != "onMessageAdded" {
		return err
	}
	if author := user(e.Author); s.Message.ID == "" && author != "" && e.ClientID != "" {
		if err := c.message(ctx, who, s, sentAs(author, e.ClientID)); err != nil {
			return err
		}
	}
	if err := c.newest(ctx, who, s, int64(e.Index)); err != nil || s.Message.ID != "" {
		return err
	}
	if user(e.Author) != "" || e.FromAPI {
		return c.unread(ctx, who, s)
	}
	return nil
}

// sentAs identifies a text by its author and the id that the author's client gave it,
// since another user's client may use the same id.
func sentAs(author id.ID, client string) []row.Condition {
	return append(is("client_id", client), is("user", author)...)
}

// message reads one of this conversation's messages.
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

// prepareConsentEvent reads what an event about consent needs: the contacts with the
// number, and the earlier consent events.
func (c core) prepareConsentEvent(ctx context.Context, who runtime.Identity, s *State, e Event) error {
	number := e.consentNumber(s.Conversation)
	if number == "" {
		return nil
	}
	phone := e.Phone
	if phone == "" {
		phone = s.Conversation.Lookup("phone")
	}
	if err := c.sender(ctx, who, s, phone); err != nil {
		return err
	}
	var err error
	if s.Contacts, err = contactsWith(ctx, c.store, who.Organization, []string{number}); err != nil {
		return err
	}
	return c.consents(ctx, who, s, number)
}

// sender reads our number.
func (c core) sender(ctx context.Context, who runtime.Identity, s *State, phone id.ID) error {
	if phone == "" {
		return nil
	}
	record, err := c.store.Get(ctx, who.Organization, "twilio_phone", phone)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	s.Sender = record.Text("phone_number")
	return err
}

// consents reads the consent events of the numbers and of all other numbers of the
// contacts.
func (c core) consents(ctx context.Context, who runtime.Identity, s *State, numbers ...string) (err error) {
	numbers = slices.Clone(numbers)
	for _, contact := range s.Contacts {
		numbers = append(numbers, numbersOf(contact.Fields)...)
	}
	slices.Sort(numbers)
	s.Consents, err = eventsOf(ctx, c.store, who.Organization, slices.Compact(numbers))
	return err
}

// prepareConsent reads the recipients of a text and their consent: the conversation's
// contacts, and any other contacts with one of its numbers. If the person with the
// number refused, a contact created or given the number later must not be texted
// either.
func (c core) prepareConsent(ctx context.Context, who runtime.Identity, s *State) error {
	phones, _ := s.Conversation.Fields["contact_phones"].([]string)
	var err error
	if s.Contacts, err = contactsWith(ctx, c.store, who.Organization, phones); err != nil {
		return err
	}
	if contacts := s.Conversation.Lookups("contacts"); len(contacts) > 0 {
		found, err := c.store.Find(ctx, who.Organization, row.Query{
			Object: "contact", Where: []row.Condition{{Field: "id", Operator: "IN", Value: contacts}},
		})
		if err != nil {
			return err
		}
		s.Contacts = append(s.Contacts, found...)
	}
	if err := c.consents(ctx, who, s, phones...); err != nil {
		return err
	}
	if err := c.sender(ctx, who, s, s.Conversation.Lookup("phone")); err != nil {
		return err
	}
	s.Rules.Zones = c.book.Zones.Zones
	if s.Rules.Organization, err = c.book.Settings.Settings(ctx, who.Organization); err != nil {
		return err
	}
	last, err := c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_message", Where: append(is("conversation", who.ID), is("direction", "incoming")...),
		Order: []row.Order{{Field: "number", Descending: true}}, Limit: 1,
	})
	if len(last) > 0 {
		s.LastInbound = last[0].Time("created_date")
	}
	return err
}

func is(field string, value any) []row.Condition {
	return []row.Condition{{Field: field, Operator: "=", Value: value}}
}
