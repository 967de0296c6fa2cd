package conversations

import (
	"strings"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Kind is the kind of the conversation actor.
const Kind = "conversation"

// The kinds of a conversation's effects.
const (
	// EffectSend passes a stored message to the provider.
	EffectSend = "message.send"
	// EffectReceipt retries a receipt that arrived before its message.
	EffectReceipt = "message.receipt"
	// EffectFetch stores the attachments of a message that came in.
	EffectFetch = "message.fetch"
)

// Bounds on texts.
const (
	// MaxBody is the longest text, in characters (the provider's limit).
	MaxBody = 1600
	// maxName is the longest name of a conversation, in characters (the provider's limit).
	maxName = 256
	// readBatch bounds the messages that one commit marks as read.
	readBatch = 200
)

// Person is a contact or a user as a message shows them.
type Person struct {
	ID   id.ID
	Name string
}

// Event is a webhook of the conversation, with the contact and the user resolved.
// Reply: Ref.
type Event struct {
	Event carrier.ConversationEvent
	Phone id.ID
	// Contact has the other party's number. User wrote a text of ours. Each may be
	// empty.
	Contact Person
	User    Person
	Inbound row.Inbound
	// Charge is the price of a text of ours that was sent with the provider's SDK.
	Charge row.Charge
	// Unpaired reports that the two numbers have another conversation here, which the
	// provider has abandoned.
	Unpaired bool
}

// Begin creates a conversation with a number that may not have written yet. Reply:
// Ref.
type Begin struct {
	runtime.CommandMeta
	Number       string // theirs, E.164
	Phone        id.ID  // ours
	Contact      Person
	FriendlyName string
}

// Outgoing reports whether the event is a text of ours.
func (c Event) Outgoing() bool {
	return c.Event.Kind == "onMessageAdded" && (c.User.ID != "" || c.Event.FromAPI && !strings.HasPrefix(c.Event.Author, "+"))
}

// codeOptedOut is the provider's code for a text to a person who told it to stop.
const codeOptedOut = 21610

// consentNumber returns the number whose consent the event may change, or "". The
// event is an incoming text with a keyword, or a provider error that the person told
// it to stop.
func (c Event) consentNumber(have row.Record) string {
	e := c.Event
	switch {
	case e.Kind == "onMessageAdded" && !c.Outgoing() && keyword(e.Body) != "":
		if strings.HasPrefix(e.Author, "+") {
			return e.Author
		}
		return e.Address
	case e.Kind == "onDeliveryUpdated" && e.ErrorCode == codeOptedOut:
		if phones, _ := have.Fields["contact_phones"].([]string); len(phones) == 1 {
			return phones[0]
		}
		return e.Address
	default:
		return ""
	}
}

// Receipt is a delivery receipt that arrived before its message. Reply: Ref.
type Receipt struct {
	Event carrier.ConversationEvent `json:"event"`
	Tries int                       `json:"tries"`
}

// Send stores a text and schedules its sending. Reply: Sending.
type Send struct {
	runtime.CommandMeta
	ByName   string
	Body     string
	ClientID string
	Charge   row.Charge
	// Media are the files, each of which is a message of its own: the body goes with the first.
	Media []Media `json:",omitempty"`
}

// Sent is the result of sending. Reply: Ref.
type Sent struct {
	Message id.ID
	SID     string
	// Index is the text's position at the provider, or nil if unknown.
	Index *int `json:",omitempty"`
	// Refused is the reason why the text was not sent, or "" if it was.
	Refused string
	// Begun is the conversation that the provider created for the text, or zero.
	Begun carrier.Conversation
	// Stored is the sid of its file at the provider, or "".
	Stored string `json:",omitempty"`
}

// Waiting reports that an attempt to send a text failed and will be retried. Reply:
// Ref.
type Waiting struct {
	Message id.ID
	// Why is a sentence for users, or "".
	Why string
}

// Cancel withdraws a text that has not been sent. Reply: Ref.
type Cancel struct {
	runtime.CommandMeta
	Message id.ID
	// Refund is the text's charge, negative.
	Refund row.Charge
}

// MaySend asks whether a stored text may still be sent, or without a message, whether
// any text may. Reply: Known.
type MaySend struct{ Message id.ID }

// Known holds a text's sid if the provider has reported it.
type Known struct{ SID string }

// MarkRead marks messages as read up to Number, or all if Number is 0, in batches.
// Reply: Read.
type MarkRead struct {
	By     id.ID
	Number int64
}

// MarkMessage marks one message as read. Reply: Ref.
type MarkMessage struct {
	runtime.CommandMeta
	Message id.ID
	Expect  int64 // the version of the message, 0 for any
}

// Condition implements runtime.Conditional.
func (c MarkMessage) Condition() int64 { return c.Expect }

// Patch changes the displayed name and the assigned user. Reply: Ref.
type Patch struct{ runtime.Patch }

// Ref names the conversation.
type Ref struct {
	ID id.ID `json:"id"`
}

// Sending is a stored text that is being sent.
type Sending struct {
	ID       id.ID  `json:"id"`
	Number   int64  `json:"number"`
	ClientID string `json:"client_id"`
}

// Read reports whether unread messages remain.
type Read struct{ More bool }

// SendPayload is the payload of EffectSend.
type SendPayload struct {
	Message id.ID               `json:"message"`
	Text    carrier.SendMessage `json:"text"`
	// Media is the file that goes with it, or nil.
	Media *Media `json:"media,omitempty"`
}
