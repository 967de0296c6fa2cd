package conversations

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// pair is the unique key of the two numbers of an open conversation.
func pair(phone id.ID, number string) string { return string(phone) + " " + number }

// fields returns the fields of the conversation that the command creates.
func (c Begin) fields() row.Fields {
	f := row.Fields{
		"type": "other", "state": "initializing", "phone": c.Phone, "contact_phones": []string{c.Number}, "pair": pair(c.Phone, c.Number),
		"friendly_name": either(c.FriendlyName, c.Contact.Name, c.Number), "name": either(c.FriendlyName, c.Contact.Name, c.Number),
		"last_number": int64(0), "read_number": int64(0), "assigned_user": c.By,
	}
	if c.Contact.ID != "" {
		f["contacts"] = []id.ID{c.Contact.ID}
	}
	return f
}

// as returns the state with the conversation that a command creates.
func (s State) as(c Begin) State {
	s.Conversation = row.Record{Object: "twilio_conversation", Fields: c.fields()}
	return s
}

// beginning reads the recipients of the first text and their consent.
func (c core) beginning(ctx context.Context, who runtime.Identity, s *State, command Begin) error {
	with := s.as(command)
	err := c.prepareConsent(ctx, who, &with)
	with.Conversation = s.Conversation
	*s = with
	return err
}

// decideBegin creates a conversation if its first text may be sent now.
func decideBegin(s State, c Begin, in runtime.Input) (runtime.Decision, error) {
	if s.exists() {
		return runtime.Decision{Reply: reply(s)}, nil
	}
	if err := maySend(s.as(c), in); err != nil {
		return runtime.Decision{}, err
	}
	return runtime.Decision{By: c.By, Reply: reply(s), Writes: write(s, c.fields(), "conversation.created")}, nil
}

// decideBegun stores the provider's id of a conversation that we created, from the
// provider's response. The webhook may have arrived first.
func decideBegun(s State, begun carrier.Conversation) ([]row.Write, error) {
	switch s.Conversation.Text("sid") {
	case "":
	case begun.SID:
		return nil, nil
	default:
		return nil, misdirected()
	}
	e := Event{Event: carrier.ConversationEvent{
		ConversationSID: begun.SID, ServiceSID: begun.ServiceSID, State: begun.State,
		ParticipantSID: begun.ParticipantSID, Address: begun.Address, ProxyAddress: begun.ProxyAddress,
	}}
	if contacts := s.Conversation.Lookups("contacts"); len(contacts) > 0 {
		e.Contact = Person{ID: contacts[0], Name: s.Conversation.Text("name")}
	}
	return append(write(s, known(s, e), "conversation.updated"), participant(s, e)...), nil
}

// misdirected is the error for a provider id that belongs to another conversation.
func misdirected() error {
	e := fault.Field("sid", "The phone provider has this conversation under another id.")
	e.Code = fault.Conflict
	return e
}

// ProviderRef locates a conversation at the provider. Without a SID it does not exist
// there yet, and Begin is the request that creates it.
type ProviderRef struct {
	SID, ServiceSID string
	Begin           carrier.BeginConversation
}

// ProviderRef returns where the provider has a conversation. Errors: fault.NotFound,
// Conflict (our number is gone).
func (s *Service) ProviderRef(ctx context.Context, organization, conversation id.ID) (ProviderRef, error) {
	record, err := s.store.Get(ctx, organization, "twilio_conversation", conversation)
	if err != nil {
		return ProviderRef{}, err
	}
	at := ProviderRef{SID: record.Text("sid"), ServiceSID: record.Text("chat_service_sid")}
	phones, _ := record.Fields["contact_phones"].([]string)
	if at.SID != "" || len(phones) == 0 {
		return at, nil
	}
	phone, err := s.store.Get(ctx, organization, "twilio_phone", record.Lookup("phone"))
	if fault.Is(err, fault.NotFound) {
		return at, fault.New(fault.Conflict, "Our number of this conversation is not there any more.")
	}
	at.Begin = carrier.BeginConversation{
		ServiceSID: at.ServiceSID, Name: string(conversation), FriendlyName: record.Text("friendly_name"),
		Address: phones[0], ProxyAddress: phone.Text("phone_number"),
	}
	return at, err
}

// CheckProviderID returns fault.Conflict if another conversation here has the
// provider's id. This happens if our number was removed and added again.
func (s *Service) CheckProviderID(ctx context.Context, organization, conversation id.ID, sid string) error {
	found, err := s.store.Find(ctx, organization, row.Query{Object: "twilio_conversation", Fields: []string{"id"}, Where: is("sid", sid), Limit: 1})
	if err == nil && len(found) > 0 && found[0].ID != conversation {
		return fault.New(fault.Conflict, "There is an older conversation with this number. Write there.")
	}
	return err
}
