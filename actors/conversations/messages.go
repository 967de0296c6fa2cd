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
	// EffectSend hands a stored message to the provider.
	EffectSend = "message.send"
	// EffectReceipt brings a receipt again that was faster than its message.
	EffectReceipt = "message.receipt"
)

// The bounds of a text.
const (
	// MaxBody is the longest text, in characters (the provider's limit).
	MaxBody = 1600
	// maxName is the longest name of a conversation, in characters (the provider's limit).
	maxName = 256
	// readBatch is how many messages one commit marks read.
	readBatch = 200
)

// Person is a contact or a user as a message shows him.
type Person struct {
	ID   id.ID
	Name string
}

// Event is a webhook of the conversation, with who is meant by its numbers.
// Reply: Ref.
type Event struct {
	Event carrier.ConversationEvent
	Phone id.ID
	// Contact is whose the other side's number is, User who wrote a text of ours;
	// each has no id where that is nobody.
	Contact Person
	User    Person
	Inbound row.Inbound
	// Charge is what a text of ours costs that was sent by the provider's own SDK.
	Charge row.Charge
	// Unpaired says that the two numbers have another conversation here, which the provider
	// has given up.
	Unpaired bool
}

// Begin makes a conversation with a number that may not have written yet. Reply: Ref.
type Begin struct {
	runtime.Given
	Number       string // theirs, E.164
	Phone        id.ID  // ours
	Contact      Person
	FriendlyName string
}

// Outgoing tells whether the event is a text of ours.
func (c Event) Outgoing() bool {
	return c.Event.Kind == "onMessageAdded" && (c.User.ID != "" || c.Event.FromAPI && !strings.HasPrefix(c.Event.Author, "+"))
}

// codeOptedOut is the provider's code for a text to somebody who told it to stop.
const codeOptedOut = 21610

// consentNumber is whose consent the event may say something about, "" for nobody's:
// a text of somebody outside that is a keyword, or the provider's word that he told it
// to stop.
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

// Receipt is a delivery receipt that came before its message. Reply: Ref.
type Receipt struct {
	Event carrier.ConversationEvent `json:"event"`
	Tries int                       `json:"tries"`
}

// Send stores a text and has it sent. Reply: Sending.
type Send struct {
	runtime.Given
	ByName   string
	Body     string
	ClientID string
	Charge   row.Charge
}

// Sent is the result of sending. Reply: Ref.
type Sent struct {
	Message id.ID
	SID     string
	// Index is the text's position at the provider, nil where it is not known.
	Index *int `json:",omitempty"`
	// Refused says why the text was not sent, "" where it was.
	Refused string
	// Begun is the conversation where the provider had to begin it for the text, else zero.
	Begun carrier.Conversation
}

// Waiting says that a try to send a text failed and will be repeated. Reply: Ref.
type Waiting struct {
	Message id.ID
	// Why is a sentence for people, "" where none is known.
	Why string
}

// Cancel takes a text back that has not been sent. Reply: Ref.
type Cancel struct {
	runtime.Given
	Message id.ID
	// Refund is what the text was charged, with a minus.
	Refund row.Charge
}

// MaySend asks whether a stored text may still be sent, or without one whether any may.
// Reply: Known.
type MaySend struct{ Message id.ID }

// Known is what is known of a text's sending: its sid where the provider has told of it.
type Known struct{ SID string }

// MarkRead marks everything read up to Number, or all where Number is 0, in
// batches. Reply: Read.
type MarkRead struct {
	By     id.ID
	Number int64
}

// MarkMessage marks one message read. Reply: Ref.
type MarkMessage struct {
	runtime.Given
	Message id.ID
	Expect  int64 // the version of the message, 0 for any
}

// Condition implements runtime.Conditional.
func (c MarkMessage) Condition() int64 { return c.Expect }

// Patch changes the name shown and who is assigned. Reply: Ref.
type Patch struct{ runtime.Patch }

// Ref names the conversation.
type Ref struct {
	ID id.ID `json:"id"`
}

// Sending names the stored text that is on its way.
type Sending struct {
	ID       id.ID  `json:"id"`
	Number   int64  `json:"number"`
	ClientID string `json:"client_id"`
}

// Read tells whether messages are left to be marked.
type Read struct{ More bool }

// SendPayload is the payload of EffectSend.
type SendPayload struct {
	Message id.ID               `json:"message"`
	Text    carrier.SendMessage `json:"text"`
}
