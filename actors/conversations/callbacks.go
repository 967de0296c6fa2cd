package conversations

import (
	"context"
	"log/slog"
	"net/url"

	"switchboard/actors/carrier"
	"switchboard/actors/feature"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// EventHandler handles the phone network's events about conversations (Service). An
// event names both numbers if the provider knows them, so any event can be the first.
type EventHandler interface {
	Event(ctx context.Context, organization, phone id.ID, event carrier.ConversationEvent, mark row.Inbound) error
}

// Numbers finds the organization that an event belongs to (storage/pg).
type Numbers interface {
	// OrganizationByNumber returns the organization and the phone of a number in
	// E.164, or fault.NotFound if no organization has it.
	OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error)
	// OrganizationByRecord returns the organization of a stored conversation, or
	// fault.NotFound.
	OrganizationByRecord(ctx context.Context, conversation id.ID) (organization id.ID, err error)
}

// Finder queries the provider for the participants of a conversation
// (carrier.Carrier).
type Finder interface {
	Conversation(ctx context.Context, serviceSID, conversationSID string) (carrier.Conversation, error)
}

// callbacks parses the phone network's callbacks and passes them to an EventHandler.
// The organization comes from the signed URL or from our number, never from a field
// that a caller can choose.
type callbacks struct {
	handler  EventHandler
	webhooks carrier.Webhooks
	numbers  Numbers
	finder   Finder
	logger   *slog.Logger
}

// Callbacks returns the routes of the phone network's callbacks about conversations.
func Callbacks(taker EventHandler, webhooks carrier.Webhooks, numbers Numbers, finder Finder, logger *slog.Logger) []feature.Callback {
	c := callbacks{taker, webhooks, numbers, finder, logger}
	return []feature.Callback{{Path: "conversations", Read: c.event}}
}

// event passes on a conversation event.
func (c callbacks) event(_, form url.Values) (carrier.Key, feature.Take, error) {
	event, err := c.webhooks.ConversationEvent(form)
	return event.Key, func(ctx context.Context) (carrier.Answer, error) {
		organization, phone, err := c.owner(ctx, &event)
		if fault.Is(err, fault.NotFound) {
			c.logger.WarnContext(ctx, "event of a conversation that belongs to nobody", "conversation", event.ConversationSID)
			return carrier.Answer{}, nil
		}
		if err != nil {
			return carrier.Answer{}, err
		}
		return carrier.Answer{}, c.handler.Event(ctx, organization, phone, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// owner finds the organization of a conversation. Webhooks arrive in any order, so
// the one with the numbers may still be on its way. Then owner queries the provider
// and completes the event.
func (c callbacks) owner(ctx context.Context, event *carrier.ConversationEvent) (organization, phone id.ID, err error) {
	if event.ProxyAddress != "" {
		return c.numbers.OrganizationByNumber(ctx, event.ProxyAddress)
	}
	organization, err = c.numbers.OrganizationByRecord(ctx, event.ID())
	if !fault.Is(err, fault.NotFound) {
		return organization, "", err // the stored conversation has its phone
	}
	found, err := c.finder.Conversation(ctx, event.ServiceSID, event.ConversationSID)
	if err != nil {
		return "", "", err
	}
	if found.ProxyAddress == "" {
		return "", "", fault.New(fault.NotFound, "The conversation %s has no number of ours.", event.ConversationSID)
	}
	event.Address, event.ProxyAddress = found.Address, found.ProxyAddress
	if event.FriendlyName == "" {
		event.FriendlyName = found.FriendlyName
	}
	if event.State == "" {
		event.State = found.State
	}
	return c.numbers.OrganizationByNumber(ctx, found.ProxyAddress)
}
