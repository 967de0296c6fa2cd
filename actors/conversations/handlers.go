package conversations

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/once"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Texts is what the effects of conversations need from the phone network
// (carrier.Carrier).
type Texts interface {
	SendMessage(ctx context.Context, m carrier.SendMessage) (carrier.Message, error)
	FindMessage(ctx context.Context, f carrier.FindMessage) (carrier.Message, bool, error)
	BeginConversation(ctx context.Context, b carrier.BeginConversation) (carrier.Conversation, error)
}

// Conversations is what Sender needs from Service.
type Conversations interface {
	// MaySend checks whether a stored text may still be sent. It returns the sid if
	// the text was already sent.
	MaySend(ctx context.Context, organization, conversation, message id.ID) (sid string, err error)
	// ProviderRef returns where the provider has the conversation.
	ProviderRef(ctx context.Context, organization, conversation id.ID) (ProviderRef, error)
	// CheckProviderID returns an error if another conversation here has the
	// provider's id.
	CheckProviderID(ctx context.Context, organization, conversation id.ID, sid string) error
}

// Sender executes EffectSend.
type Sender struct {
	Texts         Texts
	Conversations Conversations
	// Files reads attachments, and Media gives them to the provider.
	Files func() Files
	Media MediaStore
}

// freshFor is how long after the decision a text is sent without another check.
const freshFor = time.Minute

// Do sends the text and returns the command for the conversation. A resumed effect
// first looks for the text, so that it is never sent twice. An older one is checked
// again before sending. The first text creates the conversation at the provider. An
// error is once.Undone if neither this attempt nor an earlier one sent the text.
func (n Sender) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p SendPayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	unsent := func(err error) error {
		if e.Doubtful {
			return err
		}
		return once.Undone(err)
	}
	var refused error
	if e.Resumed || time.Since(e.NotBefore) > freshFor {
		var sid string
		if sid, refused = n.Conversations.MaySend(ctx, e.Organization, e.Subject, p.Message); sid != "" {
			return Sent{Message: p.Message, SID: sid}, nil
		}
	}
	if refused != nil && !e.Doubtful && p.Text.ConversationSID == "" { // then do not even create the conversation
		return nil, unsent(refused)
	}
	begun, err := n.begun(ctx, e, &p)
	if err != nil {
		return nil, unsent(err)
	}
	if e.Resumed {
		m, found, err := n.Texts.FindMessage(ctx, carrier.FindMessage{
			ServiceSID: p.Text.ServiceSID, ConversationSID: p.Text.ConversationSID,
			Author: p.Text.Author, ClientID: p.Text.ClientID, Since: e.Created,
		})
		if err != nil {
			return nil, unsent(err)
		}
		if found {
			return Sent{Message: p.Message, SID: m.SID, Index: &m.Index, Begun: begun}, nil
		}
		e.Doubtful = false
	}
	if refused != nil {
		return nil, unsent(refused)
	}
	if p.Media != nil {
		if p.Text.MediaSID, err = n.stored(ctx, e.Organization, p); err != nil {
			return nil, unsent(err)
		}
	}
	m, err := n.Texts.SendMessage(ctx, p.Text)
	if err != nil {
		return nil, err
	}
	return Sent{Message: p.Message, SID: m.SID, Index: &m.Index, Begun: begun, Stored: p.Text.MediaSID}, nil
}

// begun sets the provider's conversation of a text written before it existed. It
// creates the conversation there if necessary, and then returns it.
func (n Sender) begun(ctx context.Context, e row.ClaimedEffect, p *SendPayload) (made carrier.Conversation, err error) {
	if p.Text.ConversationSID != "" {
		return made, nil
	}
	at, err := n.Conversations.ProviderRef(ctx, e.Organization, e.Subject)
	if err == nil && at.SID == "" {
		if made, err = n.Texts.BeginConversation(ctx, at.Begin); err == nil {
			err = n.Conversations.CheckProviderID(ctx, e.Organization, e.Subject, made.SID)
		}
		at.SID, at.ServiceSID = made.SID, made.ServiceSID
	}
	p.Text.ConversationSID, p.Text.ServiceSID = at.SID, at.ServiceSID
	return made, err
}

// Delayed returns the command that marks the text as waiting.
func (Sender) Delayed(e row.ClaimedEffect, err error) any {
	var p SendPayload
	if json.Unmarshal(e.Payload, &p) != nil {
		return nil
	}
	why := ""
	if fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Full) || fault.Is(err, fault.Limited) {
		why = strings.TrimSuffix(fault.From(err).Detail, " Please try again.") // the effect is retried anyway
	}
	return Waiting{Message: p.Message, Why: why}
}

// Failed returns the command that marks the text as failed.
func (Sender) Failed(e row.ClaimedEffect, err error) any {
	var p SendPayload
	if json.Unmarshal(e.Payload, &p) != nil {
		return nil
	}
	return Sent{Message: p.Message, Refused: fault.From(err).Detail}
}

// InSuccession implements effects.Succession: the texts of a conversation are sent
// one after the other.
func (Sender) InSuccession() {}

// Recall decodes a command stored with the effect.
func (Sender) Recall(result []byte) (any, error) {
	var c Sent
	if err := json.Unmarshal(result, &c); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "The result of a text can't be read.")
	}
	return c, nil
}

// ReceiptRetrier executes EffectReceipt. The receipt itself is the command.
type ReceiptRetrier struct{}

// Do returns the receipt to the conversation.
func (ReceiptRetrier) Do(_ context.Context, e row.ClaimedEffect) (any, error) {
	var r Receipt
	if err := json.Unmarshal(e.Payload, &r); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	return r, nil
}

// Failed returns no command: an unreadable receipt means nothing.
func (ReceiptRetrier) Failed(row.ClaimedEffect, error) any { return nil }
