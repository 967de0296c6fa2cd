package conversations

import (
	"maps"
	"strconv"
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
	if err := badBody(body, len(c.Media)); err != nil {
		return runtime.Decision{}, err
	}
	if err := maySend(s, in); err != nil {
		return runtime.Decision{}, err
	}
	conversation := s.Conversation
	parts := c.parts(body, in)
	number, want := thread.Said(conversation, preview(parts[0].body, parts[0].media != nil), in.Now)
	for i := range parts[1:] {
		want["last_number"], want["last_message"] = number+int64(i)+1, preview("", true)
	}
	marks, read := readUpTo(s, number)
	want["read_number"] = read + int64(len(parts)) - 1
	d := runtime.Decision{
		By: c.By, Writes: append(write(s, want, "message.sending"), marks...), Charges: charges(c.Charge),
		Reply: Sending{ID: parts[0].message, Number: number, ClientID: parts[0].client},
	}
	for i, part := range parts {
		set := row.Fields{
			"conversation": s.Who.ID, "number": number + int64(i), "body": runtime.Storable(part.body), "direction": "outgoing", "read": true,
			"chat_service_sid": runtime.Storable(conversation.Text("chat_service_sid")), "user": c.By, "user_name": c.ByName, "name": c.ByName,
			"phone": runtime.Storable(conversation.Lookup("phone")), "client_id": part.client,
			"delivery": summarise(nil, recipients(s, conversation.Fields)),
		}
		if part.media != nil {
			set["media"] = shownMedia(part.message, []Media{*part.media})
		}
		maps.Copy(set, inLine(s))
		d.Writes = append(d.Writes, row.Write{Object: "twilio_message", ID: part.message, Op: entry.Created, Cause: "message.sending", Set: set})
		d.Effects = append(d.Effects, row.Effect{
			ID: effectOf(part.message), Kind: EffectSend, Actor: Kind, Subject: s.Who.ID,
			Payload: row.JSONValue(SendPayload{Message: part.message, Media: part.media, Text: carrier.SendMessage{
				ServiceSID: conversation.Text("chat_service_sid"), ConversationSID: conversation.Text("sid"),
				Author: string(c.By), Body: part.body, ClientID: part.client,
			}}),
		})
	}
	return d, nil
}

// part is one message of a text: the provider takes one file a message.
type part struct {
	message id.ID
	client  string
	body    string
	media   *Media
}

// parts divides a text into its messages. The first one has the body and the client's id.
func (c Send) parts(body string, in runtime.Input) []part {
	first := in.NewID()
	out := []part{{message: first, client: either(c.ClientID, string(first)), body: body}}
	for i := range c.Media {
		if i > 0 {
			out = append(out, part{message: in.NewID(), client: out[0].client + "+" + strconv.Itoa(i)})
		}
		out[i].media = &c.Media[i]
	}
	return out
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
func badBody(body string, files int) error {
	switch {
	case body == "" && files == 0:
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
	// The webhook may have brought the message's sid before, but not this.
	if media := mediaOf(s.Message); c.Stored != "" && len(media) == 1 && media[0].SID == "" {
		media[0].SID = c.Stored
		set["media"] = shownMedia(s.Message.ID, media)
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
