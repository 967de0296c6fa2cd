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
}

// Allowing tells whether a stored text may still be sent, and its sid where it is known
// to have been sent (Service).
type Allowing interface {
	MaySend(ctx context.Context, organization, conversation, message id.ID) (sid string, err error)
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
// decided a while ago is sent only where it would be decided again. An error is
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
	if e.Resumed {
		m, found, err := n.Texts.FindMessage(ctx, carrier.FindMessage{
			ServiceSID: p.Text.ServiceSID, ConversationSID: p.Text.ConversationSID,
			Author: p.Text.Author, ClientID: p.Text.ClientID, Since: e.Created,
		})
		if err != nil {
			return nil, unsent(err)
		}
		if found {
			return Sent{Message: p.Message, SID: m.SID}, nil
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
	return Sent{Message: p.Message, SID: m.SID}, nil
}

// Delayed gives the command that tells the conversation that the text has to wait.
func (Sender) Delayed(e row.ClaimedEffect, err error) any {
	var p SendPayload
	if json.Unmarshal(e.Payload, &p) != nil {
		return nil
	}
	why := ""
	if fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Limited) {
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
