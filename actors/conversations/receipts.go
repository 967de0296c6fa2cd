package conversations

import (
	"encoding/json"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxReceiptTries bounds the attempts to match a receipt to its message: after 2 s,
// doubled each time, four minutes in total.
const maxReceiptTries = 7

// maxRecipients bounds the receipts stored with a message.
const maxRecipients = 100

// rank orders the steps of a delivery. Failed and undelivered are final.
func rank(status string) int {
	switch status {
	case "sent":
		return 1
	case "delivered":
		return 2
	case "read":
		return 3
	case "undelivered", "failed":
		return 4
	default:
		return 0
	}
}

// later reports whether a receipt advances a recipient's status. A status never goes
// back and never leaves a terminal state, but a delivered text may still be read.
func later(have, next string) bool {
	switch {
	case rank(next) == 0 || have == next || rank(have) == 4:
		return false
	case rank(next) == 4:
		return rank(have) < 2
	default:
		return rank(next) > rank(have)
	}
}

// decideReceipt handles a receipt. It postpones one whose message is not known yet.
func decideReceipt(s State, e carrier.ConversationEvent, tries int, in runtime.Input) runtime.Decision {
	d := runtime.Decision{Reply: reply(s)}
	if s.Message.ID == "" {
		if tries < maxReceiptTries {
			d.Effects = []row.Effect{{
				ID: in.NewID(), Kind: EffectReceipt, Actor: Kind, Subject: s.Who.ID,
				Payload:   row.JSONValue(Receipt{Event: e, Tries: tries + 1}),
				NotBefore: in.Now.Add(2 * time.Second << tries),
			}}
		}
		return d
	}
	if s.Message.Text("direction") != "outgoing" {
		return d
	}
	receipts := receiptsOf(s.Message)
	key := either(e.ReceiptSID, e.ParticipantSID, "recipient")
	if !later(receipts[key], e.Receipt) || receipts[key] == "" && len(receipts) >= maxRecipients {
		return d
	}
	receipts[key] = e.Receipt
	set := row.Fields{
		"receipts": row.JSONValue(receipts), "delivery": summarise(receipts, total(s)),
	}
	if rank(e.Receipt) == 4 {
		set["error_text"] = failure(e.ErrorCode)
		if e.ErrorCode != 0 {
			set["error_code"] = int64(e.ErrorCode)
		}
	}
	d.Writes = []row.Write{{
		Object: "twilio_message", ID: s.Message.ID, Op: entry.Updated, Expect: s.Message.Version,
		Set: set, Cause: "message." + e.Receipt,
	}}
	d.Writes = append(d.Writes, stoppedAtProvider(s, e, key, in)...)
	return d
}

// stoppedAtProvider stores the provider's report that the person told it to stop.
func stoppedAtProvider(s State, receipt carrier.ConversationEvent, key string, in runtime.Input) []row.Write {
	number := Event{Event: receipt}.consentNumber(s.Conversation)
	if number == "" || replay(consentEvents(s.Consents), number, s.Sender) == stopped {
		return nil
	}
	e := consentEvent{number: number, sender: s.Sender, kind: ConsentOptOut, source: "provider_21610", at: in.Now, conversation: s.Who.ID}
	var contact id.ID
	if len(s.Contacts) > 0 {
		contact = s.Contacts[0].ID
	}
	writes := []row.Write{consentWrite(id.Derived("consent:"+string(s.Message.ID)+":"+key), e, contact, "", "Text refused by the provider with code 21610")}
	return append(writes, spread(s.Contacts, append(consentEvents(s.Consents), e))...)
}

func receiptsOf(message row.Record) map[string]string {
	receipts := map[string]string{}
	if message.JSON("receipts", &receipts) != nil || receipts == nil {
		return map[string]string{}
	}
	return receipts
}

// total returns the number of recipients counted when the message was stored.
func total(s State) int {
	var delivery struct {
		Total int `json:"total"`
	}
	if s.Message.JSON("delivery", &delivery) != nil || delivery.Total < 1 {
		return recipients(s, s.Conversation.Fields)
	}
	return delivery.Total
}

// recipients counts the recipients of a text.
func recipients(s State, conversation row.Fields) int {
	n := 0
	for _, p := range s.Participants {
		if p.Text("identity") == "" {
			n++
		}
	}
	phones, _ := conversation["contact_phones"].([]string)
	return max(1, n, len(phones))
}

// summarise returns a message's delivery summary (docs/messages.md). A delivered text
// counts as sent, a read one as delivered.
func summarise(receipts map[string]string, total int) json.RawMessage {
	total = max(total, len(receipts), 1)
	var sent, delivered, read, failed, undelivered int
	for _, status := range receipts {
		switch status {
		case "read":
			read++
			fallthrough
		case "delivered":
			delivered++
			fallthrough
		case "sent":
			sent++
		case "failed":
			failed++
		case "undelivered":
			undelivered++
		}
	}
	word := func(n int) string {
		switch {
		case n == 0:
			return "none"
		case n >= total:
			return "all"
		default:
			return "some"
		}
	}
	return row.JSONValue(map[string]any{
		"total": total, "sent": word(sent), "delivered": word(delivered), "read": word(read),
		"failed": word(failed), "undelivered": word(undelivered),
	})
}

// failure returns the explanation of the provider's code for users.
func failure(code int) string {
	switch code {
	case 21610, 30038:
		return "The recipient has opted out of messages from this number."
	case 30003:
		return "The recipient's phone is switched off or can't be reached."
	case 30005:
		return "This number does not exist."
	case 30006:
		return "This number can't receive texts; it may be a landline."
	case 30007:
		return "The carrier took the text for spam and blocked it."
	default:
		return "The text could not be delivered."
	}
}
