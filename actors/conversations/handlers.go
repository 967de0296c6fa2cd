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

// Texts is what a conversation's effects ask of the phone network (carrier.Carrier).
type Texts interface {
	SendMessage(ctx context.Context, m carrier.SendMessage) (carrier.Message, error)
	FindMessage(ctx context.Context, f carrier.FindMessage) (carrier.Message, bool, error)
	BeginConversation(ctx context.Context, b carrier.BeginConversation) (carrier.Conversation, error)
}

// Allowing tells of a conversation what a text that is to be sent needs (Service).
type Allowing interface {
	// MaySend tells whether a stored text may still be sent, and its sid where it is known
	// to have been sent.
	MaySend(ctx context.Context, organization, conversation, message id.ID) (sid string, err error)
	// Place tells where the provider has the conversation.
	Place(ctx context.Context, organization, conversation id.ID) (Place, error)
	// Belongs refuses a conversation of the provider that is another one here.
	Belongs(ctx context.Context, organization, conversation id.ID, sid string) error
}

// Sender carries out EffectSend.
type Sender struct {
	Texts         Texts
	Conversations Allowing
}

// freshFor is for how long after the decision a text is sent without asking again whether
// it may be.
const freshFor = time.Minute

// Do sends the text and gives the command that tells the conversation. One that
// was begun before is looked for first, so that nobody gets a text twice; one that was
// decided a while ago is sent only where it would be decided again. The first text of a
// conversation that the provider does not have yet begins it there. An error is
// once.Undone where the text was certainly not sent, by this try or one before.
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
	if refused != nil && !e.Doubtful && p.Text.ConversationSID == "" { // then not even the conversation is begun
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
	m, err := n.Texts.SendMessage(ctx, p.Text)
	if err != nil {
		return nil, err
	}
	return Sent{Message: p.Message, SID: m.SID, Index: &m.Index, Begun: begun}, nil
}

// begun finds where a text goes that was written before the provider had its conversation,
// which is begun there where that was not done yet: then it is the answer.
func (n Sender) begun(ctx context.Context, e row.ClaimedEffect, p *SendPayload) (made carrier.Conversation, err error) {
	if p.Text.ConversationSID != "" {
		return made, nil
	}
	at, err := n.Conversations.Place(ctx, e.Organization, e.Subject)
	if err == nil && at.SID == "" {
		if made, err = n.Texts.BeginConversation(ctx, at.Begin); err == nil {
			err = n.Conversations.Belongs(ctx, e.Organization, e.Subject, made.SID)
		}
		at.SID, at.ServiceSID = made.SID, made.ServiceSID
	}
	p.Text.ConversationSID, p.Text.ServiceSID = at.SID, at.ServiceSID
	return made, err
}

// Delayed gives the command that tells the conversation that the text has to wait.
func (Sender) Delayed(e row.ClaimedEffect, err error) any {
	var p SendPayload
	if json.Unmarshal(e.Payload, &p) != nil {
		return nil
	}
	why := ""
	if fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Full) || fault.Is(err, fault.Limited) {
		why = strings.TrimSuffix(fault.From(err).Detail, " Please try again.") // that is done for them
	}
	return Waiting{Message: p.Message, Why: why}
}

// Failed gives the command that tells the conversation that the text was not sent.
func (Sender) Failed(e row.ClaimedEffect, err error) any {
	var p SendPayload
	if json.Unmarshal(e.Payload, &p) != nil {
		return nil
	}
	return Sent{Message: p.Message, Refused: fault.From(err).Detail}
}

// InSuccession implements effects.Succession: the texts of one conversation go out one
// right after the other.
func (Sender) InSuccession() {}

// Recall reads a command that was kept with the effect.
func (Sender) Recall(result []byte) (any, error) {
	var c Sent
	if err := json.Unmarshal(result, &c); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "The result of a text can't be read.")
	}
	return c, nil
}

// Redeliverer carries out EffectReceipt: the receipt itself is the command.
type Redeliverer struct{}

// Do gives the receipt back to the conversation.
func (Redeliverer) Do(_ context.Context, e row.ClaimedEffect) (any, error) {
	var r Receipt
	if err := json.Unmarshal(e.Payload, &r); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	return r, nil
}

// Failed tells nobody: a receipt that can't be read is no news.
func (Redeliverer) Failed(row.ClaimedEffect, error) any { return nil }
