package texting

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"switchboard/actors/carrier/simulator/sid"
)

// Closed is the state of a conversation that accepts no more texts; active is the
// other state.
const (
	Closed = "closed"
	active = "active"
)

// Statuses of an outgoing message; at first it has none.
const (
	Sent      = "sent"
	Delivered = "delivered"
	Failed    = "failed"
)

// CodeOptedOut is the provider's code for a text to an opted-out number.
const CodeOptedOut = 21610

// keptMessages is the number of stored messages of a conversation, the latest ones.
const keptMessages = 500

// Conversation is a thread of texts between an address and one of our numbers.
type Conversation struct {
	SID string `json:"sid"`
	// Unique and Name are our names for it, if we created it.
	Unique      string    `json:"unique,omitempty"`
	Name        string    `json:"name,omitempty"`
	Participant string    `json:"participant"` // "" without an outside participant
	Address     string    `json:"address"`
	Proxy       string    `json:"proxy"`
	State       string    `json:"state"`
	Created     time.Time `json:"created"`
	Next        int       `json:"next"` // index of the next message
	Messages    []Message `json:"messages,omitempty"`
	// Identities are the participants other than the outside number.
	Identities []Identity `json:"identities,omitempty"`
}

// Title returns the conversation's friendly name: the number, unless we set another.
func (c *Conversation) Title() string {
	if c.Name != "" {
		return c.Name
	}
	return c.Address
}

// Message is one text of a conversation.
type Message struct {
	SID        string    `json:"sid"`
	Index      int       `json:"index"`
	Author     string    `json:"author"`
	Body       string    `json:"body"`
	Attributes string    `json:"attributes"`
	Created    time.Time `json:"created"`
	Receipt    string    `json:"receipt,omitempty"` // DY sid of an outgoing one
	Status     string    `json:"status,omitempty"`
	ErrorCode  int       `json:"error_code,omitempty"`
	Media      []Media   `json:"media,omitempty"`
}

// advance moves an outgoing message one step: sent, then delivered, or failed if the
// other party has opted out. It returns false after the last step.
func (m *Message) advance(optedOut bool) bool {
	switch {
	case m.Status == "" && optedOut:
		m.Status, m.ErrorCode = Failed, CodeOptedOut
	case m.Status == "":
		m.Status = Sent
	case m.Status == Sent:
		m.Status = Delivered
	default:
		return false
	}
	return true
}

// add appends a message and sets its sid and index.
func (c *Conversation) add(m Message, at time.Time) Message {
	m.SID, m.Index, m.Created = sid.New("IM"), c.Next, at
	c.Next++
	c.Messages = append(c.Messages, m)
	if n := len(c.Messages) - keptMessages; n > 0 {
		c.Messages = slices.Delete(c.Messages, 0, n)
	}
	return m
}

// Message returns a stored message, or nil.
func (c *Conversation) Message(messageSID string) *Message {
	if i := slices.IndexFunc(c.Messages, func(m Message) bool { return m.SID == messageSID }); i >= 0 {
		return &c.Messages[i]
	}
	return nil
}

// The sources in a webhook: a phone, or a request of ours.
const (
	fromPhone = "SMS"
	fromAPI   = "API"
)

// form returns the fields of every webhook of the conversation.
func (c *Conversation) form(event, source string) url.Values {
	return url.Values{"EventType": {event}, "Source": {source}, "ConversationSid": {c.SID}}
}

// bound returns the fields with the conversation's numbers.
func (c *Conversation) bound(event, source string) url.Values {
	f := c.form(event, source)
	f.Set("Attributes", "{}")
	f.Set("DateCreated", c.Created.Format(time.RFC3339))
	f.Set("MessagingBinding.Type", "sms")
	f.Set("MessagingBinding.Address", c.Address)
	f.Set("MessagingBinding.ProxyAddress", c.Proxy)
	return f
}

// opened returns the webhook of a conversation started from outside.
func (c *Conversation) opened() url.Values {
	f := c.bound("onConversationAdded", fromPhone)
	f.Set("FriendlyName", c.Title())
	f.Set("State", c.State)
	return f
}

// moved returns the webhook of a state change.
func (c *Conversation) moved(was string, at time.Time) url.Values {
	f := c.bound("onConversationStateUpdated", fromAPI)
	f.Set("StateFrom", was)
	f.Set("StateTo", c.State)
	f.Set("StateUpdated", at.Format(time.RFC3339Nano))
	f.Set("Reason", "API")
	return f
}

// joined returns the webhook of its participant.
func (c *Conversation) joined(source string) url.Values {
	f := c.bound("onParticipantAdded", source)
	f.Set("ParticipantSid", c.Participant)
	return f
}

// added returns the webhook of a new message.
func (c *Conversation) added(m Message, source string) url.Values {
	f := c.form("onMessageAdded", source)
	f.Set("MessageSid", m.SID)
	f.Set("Index", strconv.Itoa(m.Index))
	f.Set("DateCreated", m.Created.Format(time.RFC3339Nano))
	f.Set("Body", m.Body)
	f.Set("Author", m.Author)
	f.Set("Attributes", m.Attributes)
	if len(m.Media) > 0 {
		f.Set("Media", mediaForm(m.Media))
	}
	if source == fromPhone {
		f.Set("ParticipantSid", c.Participant)
	} else {
		f.Set("ClientIdentity", m.Author)
		if by := c.Identity(m.Author); by != nil {
			f.Set("ParticipantSid", by.SID)
		}
	}
	return f
}

// delivery returns the webhook of a message's receipt.
func (c *Conversation) delivery(m *Message, at time.Time) url.Values {
	f := c.form("onDeliveryUpdated", fromAPI)
	f.Set("MessageSid", m.SID)
	f.Set("DeliveryReceiptSid", m.Receipt)
	f.Set("ChannelMessageSid", "SM"+m.Receipt[2:])
	f.Set("ParticipantSid", c.Participant)
	f.Set("Status", m.Status)
	f.Set("ErrorCode", strconv.Itoa(m.ErrorCode))
	f.Set("DateCreated", m.Created.Format(time.RFC3339))
	f.Set("DateUpdated", at.Format(time.RFC3339Nano))
	return f
}
