package conversations

import (
	"maps"
	"strings"
	"unicode/utf8"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// decideSend stores a text immediately and leaves the sending to an effect.
func decideSend(s State, c Send, in runtime.Input) (runtime.Decision, error) {
	if s.Message.ID != "" {
		return runtime.Decision{Reply: Sending{
			ID: s.Message.ID, Number: s.Message.Int("number"), ClientID: s.Message.Text("client_id"),
		}}, nil
	}
	body := strings.TrimSpace(c.Body)
	if err := badBody(body); err != nil {
		return runtime.Decision{}, err
	}
	if err := maySend(s, in); err != nil {
		return runtime.Decision{}, err
	}
	message := in.NewID()
	client := either(c.ClientID, string(message))
	number, want := thread.Said(s.Conversation, body, in.Now)
	marks, read := readUpTo(s, number)
	want["read_number"] = read
	conversation := s.Conversation
	writes := write(s, want, "message.sending")
	set := row.Fields{
		"conversation": s.Who.ID, "number": number, "body": body, "direction": "outgoing", "read": true,
		"chat_service_sid": runtime.Storable(conversation.Text("chat_service_sid")), "user": c.By, "user_name": c.ByName, "name": c.ByName,
		"phone": runtime.Storable(conversation.Lookup("phone")), "client_id": client,
		"delivery": summarise(nil, recipients(s, conversation.Fields)),
	}
	maps.Copy(set, inLine(s))
	writes = append(writes, row.Write{Object: "twilio_message", ID: message, Op: entry.Created, Cause: "message.sending", Set: set})
	return runtime.Decision{
		By:      c.By,
		Writes:  append(writes, marks...),
		Charges: charges(c.Charge),
		Effects: []row.Effect{{
			ID: effectOf(message), Kind: EffectSend, Actor: Kind, Subject: s.Who.ID,
			Payload: row.JSONValue(SendPayload{Message: message, Text: carrier.SendMessage{
				ServiceSID: conversation.Text("chat_service_sid"), ConversationSID: conversation.Text("sid"),
				Author: string(c.By), Body: body, ClientID: client,
			}}),
		}},
		Reply: Sending{ID: message, Number: number, ClientID: client},
	}, nil
}

// decideMaySend checks a text that is sent late.
func decideMaySend(s State, in runtime.Input) (runtime.Decision, error) {
	if sid := s.Message.Text("sid"); sid != "" {
		return runtime.Decision{Reply: Known{SID: sid}}, nil
	}
	if s.Message.Text("sending") == sendingCancelled {
		return runtime.Decision{}, fault.New(fault.Conflict, "This text was cancelled.")
	}
	return runtime.Decision{Reply: Known{}}, maySend(s, in)
}

// maySend returns the reason why no text may be sent now, or nil.
func maySend(s State, in runtime.Input) error {
	if s.Conversation.Text("state") == "closed" {
		return fault.New(fault.Conflict, "This conversation is closed.")
	}
	if err := allowed(s); err != nil {
		return err
	}
	return quiet(s, in.Now)
}

// badBody returns the reason why a text can't be sent.
func badBody(body string) error {
	switch {
	case body == "":
		return fault.Field("body", "Please enter a message or attach a file")
	case utf8.RuneCountInString(body) > MaxBody:
		return fault.Field("body", "A text has at most %d characters.", MaxBody)
	default:
		return nil
	}
}

func charges(c row.Charge) []row.Charge {
	if c.Amount == 0 {
		return nil
	}
	return []row.Charge{c}
}

// decideSent handles the result of sending a text.
func decideSent(s State, c Sent) (runtime.Decision, error) {
	d := runtime.Decision{Reply: reply(s)}
	if s.Message.ID == "" {
		return d, fault.New(fault.NotFound, "This message does not exist.")
	}
	set := row.Fields{}
	cause := "message.accepted"
	switch {
	case c.Refused != "":
		if s.Message.Text("error_text") != "" {
			return d, nil
		}
		n := total(s)
		receipts := map[string]string{}
		for i := range min(n, maxRecipients) {
			receipts["recipient"+strings.Repeat("+", i)] = "failed"
		}
		set["error_text"], set["receipts"], set["delivery"] = c.Refused, row.JSONValue(receipts), summarise(receipts, n)
		cause = "message.failed"
	case s.Message.Text("sid") == "":
		set["sid"] = c.SID
		if c.Index != nil && c.Begun.SID == "" { // the webhook of a first text brings its index
			want := row.Fields{}
			d.Writes = accepted(s, int64(*c.Index), set, want)
			d.Writes = append(d.Writes, write(s, want, "conversation.updated")...)
		}
	}
	if c.Begun.SID != "" {
		var err error
		if d.Writes, err = decideBegun(s, c.Begun); err != nil {
			return d, err
		}
	}
	if len(set) > 0 {
		maps.Copy(set, onItsWay(s.Message))
		d.Writes = append(d.Writes, row.Write{
			Object: "twilio_message", ID: s.Message.ID, Op: entry.Updated, Expect: s.Message.Version, Set: set, Cause: cause,
		})
	}
	return d, nil
}

// user parses the author of a text: our users sign with their id.
func user(author string) id.ID {
	found, _ := id.Parse(author)
	return found
}
