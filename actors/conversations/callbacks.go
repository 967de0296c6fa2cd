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

// Taker takes in what the phone network tells of conversations (Service). The event
// names both numbers where the provider knows them, so any event can be the first.
type Taker interface {
	Event(ctx context.Context, organization, phone id.ID, event carrier.ConversationEvent, mark row.Inbound) error
}

// Numbers finds whose an event is (storage/pg).
type Numbers interface {
	// OrganizationByNumber finds the organization and its phone of a number in E.164;
	// fault.NotFound where nobody has it.
	OrganizationByNumber(ctx context.Context, e164 string) (organization, phone id.ID, err error)
	// OrganizationByRecord finds the organization of a conversation that we have;
	// fault.NotFound where we have none.
	OrganizationByRecord(ctx context.Context, conversation id.ID) (organization id.ID, err error)
}

// Finder asks the provider who takes part in a conversation (carrier.Carrier has it).
type Finder interface {
	Conversation(ctx context.Context, serviceSID, conversationSID string) (carrier.Conversation, error)
}

// callbacks reads what the phone network tells of conversations and hands it to a Taker. The
// organization comes from the signed URL or from our number, never from a field that a
// caller chooses.
type callbacks struct {
	taker    Taker
	webhooks carrier.Webhooks
	numbers  Numbers
	finder   Finder
	logger   *slog.Logger
}

// Callbacks are where the phone network tells of conversations.
func Callbacks(taker Taker, webhooks carrier.Webhooks, numbers Numbers, finder Finder, logger *slog.Logger) []feature.Callback {
	c := callbacks{taker, webhooks, numbers, finder, logger}
	return []feature.Callback{{Path: "conversations", Read: c.event}}
}

// event hands over what happened in a conversation.
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
		return carrier.Answer{}, c.taker.Event(ctx, organization, phone, event, event.Key.Mark(carrier.Answer{}))
	}, err
}

// owner finds whose a conversation is. Webhooks arrive in any order, so the one
// that names the numbers may still be on its way: then the provider is asked and
// the event completed.
func (c callbacks) owner(ctx context.Context, event *carrier.ConversationEvent) (organization, phone id.ID, err error) {
	if event.ProxyAddress != "" {
		return c.numbers.OrganizationByNumber(ctx, event.ProxyAddress)
	}
	organization, err = c.numbers.OrganizationByRecord(ctx, event.ID())
	if !fault.Is(err, fault.NotFound) {
		return organization, "", err // it knows its phone
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
