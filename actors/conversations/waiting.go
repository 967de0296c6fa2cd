package conversations

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The values of a message's field sending until the text is sent or rejected.
const (
	sendingWaiting   = "waiting"
	sendingCancelled = "cancelled"
)

// maySent is the error for canceling a text that may have been sent.
const maySent = "This text is being sent, or may have been sent already, so it can't be cancelled. If it still waits in a moment, try again."

// waitsInLine is the reason shown for a text that waits behind another one.
const waitsInLine = "The text before it has to go first."

func effectOf(message id.ID) id.ID { return id.Derived("message.send:" + string(message)) }

// onItsWay clears the waiting state of a text that was sent or rejected.
func onItsWay(message row.Record) row.Fields {
	set := row.Fields{}
	for _, field := range []string{"sending", "sending_text"} {
		if message.Text(field) != "" {
			set[field] = nil
		}
	}
	return set
}

// outcomeKnown reports whether the text was sent, rejected or canceled.
func outcomeKnown(message row.Record) bool {
	return message.Text("sid") != "" || message.Text("error_text") != "" || message.Text("sending") == sendingCancelled
}

// decideWaiting marks a text as waiting, with the reason. The texts behind it wait
// too, because a conversation's texts are sent in order.
func decideWaiting(s State, c Waiting) runtime.Decision {
	d := runtime.Decision{Reply: reply(s)}
	if s.Message.ID == "" || outcomeKnown(s.Message) {
		return d
	}
	wait := func(m row.Record, why string) {
		set := runtime.Differing(m, row.Fields{"sending": sendingWaiting, "sending_text": runtime.Storable(why)})
		if len(set) > 0 {
			d.Writes = append(d.Writes, row.Write{
				Object: "twilio_message", ID: m.ID, Op: entry.Updated, Expect: m.Version, Set: set, Cause: "message.waiting",
			})
		}
	}
	wait(s.Message, c.Why)
	for _, m := range s.Behind {
		wait(m, waitsInLine)
	}
	return d
}

// inLine marks a new text as waiting if the one before it waits.
func inLine(s State) row.Fields {
	if s.Ahead.Text("sending") != sendingWaiting {
		return nil
	}
	return row.Fields{"sending": sendingWaiting, "sending_text": waitsInLine}
}

// maxBehind bounds the texts marked as waiting at once.
const maxBehind = 100

// behind reads the texts after the message whose outcome is unknown.
func (c core) behind(ctx context.Context, who runtime.Identity, s *State) (err error) {
	where := append(is("conversation", who.ID), is("direction", "outgoing")...)
	where = append(where, row.Condition{Field: "number", Operator: ">", Value: s.Message.Int("number")})
	for _, field := range []string{"sid", "error_text", "sending"} {
		where = append(where, row.Condition{Field: field, Operator: "IS NULL"})
	}
	s.Behind, err = c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_message", Where: where, Order: []row.Order{{Field: "number"}}, Limit: maxBehind,
	})
	return err
}

// ahead reads our last text.
func (c core) ahead(ctx context.Context, who runtime.Identity, s *State) error {
	found, err := c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_message", Where: append(is("conversation", who.ID), is("direction", "outgoing")...),
		Order: []row.Order{{Field: "number", Descending: true}}, Limit: 1,
	})
	if len(found) > 0 {
		s.Ahead = found[0]
	}
	return err
}

// decideCancel withdraws a text with its effect. The effect's row decides whether it
// is being sent at the same moment.
func decideCancel(s State, c Cancel) (runtime.Decision, error) {
	m := s.Message
	d := runtime.Decision{By: c.By, Reply: reply(s)}
	switch {
	case m.ID == "":
		return d, fault.New(fault.NotFound, "This message does not exist.")
	case m.Text("direction") != "outgoing":
		return d, fault.New(fault.Conflict, "This text came in: there is nothing to cancel.")
	case m.Text("sending") == sendingCancelled:
		return d, nil
	case m.Text("sid") != "":
		return d, fault.New(fault.Conflict, "This text was sent already, so it can't be cancelled.")
	case m.Text("error_text") != "":
		return d, fault.New(fault.Conflict, "This text was refused already: there is nothing to cancel.")
	}
	d.Writes = []row.Write{{
		Object: "twilio_message", ID: m.ID, Op: entry.Updated, Expect: m.Version, Cause: "message.cancelled",
		Set: row.Fields{"sending": sendingCancelled, "sending_text": nil},
	}}
	d.Withdraw = []row.Withdrawal{{Effect: effectOf(m.ID), Refusal: maySent}}
	d.Charges = charges(c.Refund)
	return d, nil
}

// Cancel withdraws a text that was not sent yet. Its author may, with the right to
// send texts, and so may users who can change the conversation's texts. Repeating it
// has no effect. Errors: fault.NotFound, Forbidden, Conflict (it was sent, may have
// been sent, or is being sent).
func (s *Service) Cancel(ctx context.Context, p *access.Principal, message id.ID, command string) error {
	item, err := sight.Of(ctx, s.store, p, "twilio_message", message)
	if err != nil {
		return err
	}
	stored, err := s.store.Get(ctx, p.Organization, "twilio_message", message)
	if err != nil {
		return err
	}
	rights := p.Rights("twilio_message")
	isOwn := stored.Lookup("user") == p.User && rights.Create
	if !isOwn && rights.Updatable(&item.Route) == nil {
		return fault.New(fault.Forbidden, "You may not cancel this text.")
	}
	conversation := stored.Lookup("conversation")
	thread, err := s.store.Get(ctx, p.Organization, "twilio_conversation", conversation)
	if err != nil {
		return err
	}
	phones, _ := thread.Fields["contact_phones"].([]string)
	_, err = s.ask(ctx, p.Organization, conversation, Cancel{
		CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Message: message,
		Refund: s.guard.Refund(stored.Time("created_date"), phones, stored.Text("body"), len(mediaOf(stored))),
	})
	return err
}
