package conversations

import (
	"context"
	"encoding/json"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// EffectClose closes a conversation at the provider.
const EffectClose = "conversation.close"

const stateClosed = "closed"

// Close closes a conversation. No more texts can be sent in it, and the next text
// between the same numbers starts a new one. Reply: Ref.
type Close struct {
	runtime.CommandMeta
	Expect int64 // the version of the conversation, 0 for any
}

// Condition implements runtime.Conditional.
func (c Close) Condition() int64 { return c.Expect }

// ClosePayload is the payload of EffectClose.
type ClosePayload struct {
	ServiceSID string `json:"service_sid"`
	SID        string `json:"sid"`
}

// closing returns the command for a client's change of the field state, or nil.
func (s *Service) closing(ctx context.Context, p *access.Principal, r row.ChangeRequest) (any, error) {
	state, given := r.Set["state"]
	if !given {
		return nil, nil //nolint:nilnil // there is no command
	}
	if state != stateClosed {
		return nil, fault.Field("state", "A conversation can be closed, not opened again: a new text to the same number begins another one.")
	}
	item, err := sight.Of(ctx, s.store, p, "twilio_conversation", r.Record)
	if err != nil {
		return nil, err
	}
	if p.Rights("twilio_conversation").Updatable(&item.Route) == nil {
		return nil, fault.New(fault.Forbidden, "You may not close this conversation.")
	}
	c := Close{CommandMeta: runtime.CommandMeta{By: p.User, Command: r.Command}}
	if len(r.Set) == 1 { // otherwise the first of the commands checks the version
		c.Expect = r.Expect
	}
	return c, nil
}

// decideClose closes the conversation here immediately, and at the provider by an
// effect.
func decideClose(s State, c Close, in runtime.Input) runtime.Decision {
	d := runtime.Decision{By: c.By, Reply: reply(s)}
	have := s.Conversation
	if have.Text("state") == stateClosed {
		return d
	}
	d.Writes = write(s, row.Fields{"state": stateClosed, "state_at": in.Now, "pair": ""}, "conversation.closed")
	if c.Expect != 0 {
		d.Writes[0].Expect = c.Expect
	}
	if sid := have.Text("sid"); sid != "" {
		d.Effects = []row.Effect{{
			ID: in.NewID(), Kind: EffectClose, Actor: Kind, Subject: s.Who.ID,
			Payload: row.JSONValue(ClosePayload{ServiceSID: have.Text("chat_service_sid"), SID: sid}),
		}}
	}
	return d
}

// Closing closes conversations at the provider (carrier.Carrier).
type Closing interface {
	CloseConversation(ctx context.Context, serviceSID, conversationSID string) error
}

// Closer executes EffectClose.
type Closer struct{ Provider Closing }

// Do closes the conversation at the provider. A conversation that is closed or
// missing there is no error.
func (c Closer) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	var p ClosePayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	return nil, c.Provider.CloseConversation(ctx, p.ServiceSID, p.SID)
}

// Failed returns no command: no text is sent from here in any case.
func (Closer) Failed(row.ClaimedEffect, error) any { return nil }
