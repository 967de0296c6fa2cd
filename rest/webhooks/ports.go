package webhooks

import (
	"context"

	"switchboard/actors/carrier"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Calls is the owner of calls (actors/calls).
type Calls interface {
	// Inbound tells of a call that arrived at phone. inbound holds the event's key
	// and the answer that puts the caller into the call's conference; an owner that
	// wants another answer stores that one and returns it.
	Inbound(ctx context.Context, organization, phone id.ID, call carrier.InboundCall, inbound row.Inbound) (carrier.Answer, error)
	// LegEvent tells of a leg's status.
	LegEvent(ctx context.Context, organization id.ID, event carrier.LegEvent, inbound row.Inbound) error
	// ConferenceEvent tells of a conference and who is in it.
	ConferenceEvent(ctx context.Context, organization id.ID, event carrier.ConferenceEvent, inbound row.Inbound) error
}

// Conversations is the owner of conversations (actors/conversations). Its event
// names both numbers where the provider knows them, so any event can be the first.
type Conversations interface {
	Event(ctx context.Context, organization, phone id.ID, event carrier.ConversationEvent, inbound row.Inbound) error
}

// NumberDirectory finds out whose an event is.
type NumberDirectory interface {
	// OrganizationByNumber finds the organization and its phone of a number in
	// E.164; fault.NotFound where nobody has it.
	OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error)
	// OrganizationByRecord finds the organization of a conversation that we have;
	// fault.NotFound where we have none.
	OrganizationByRecord(ctx context.Context, conversation id.ID) (organization id.ID, err error)
}

// Answers finds the stored answer of an event that was processed already.
type Answers interface {
	InboundAnswer(ctx context.Context, provider, providerID, kind string) (answer []byte, answerType string, found bool, err error)
}

// ConversationFinder asks the provider who takes part in a conversation
// (carrier.Carrier has it).
type ConversationFinder interface {
	Conversation(ctx context.Context, serviceSID, conversationSID string) (carrier.Conversation, error)
}
