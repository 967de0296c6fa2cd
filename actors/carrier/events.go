package carrier

import (
	"net/http"
	"net/url"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Webhooks verifies, parses and answers the provider's webhooks. rest/webhooks passes
// them on; the implementation knows the provider's format.
type Webhooks interface {
	// Verify checks the request's signature over the configured public URL, path and
	// query. A missing secret or signature is fault.Forbidden.
	Verify(pathAndQuery string, header http.Header, form url.Values) error
	// Each parser returns fault.Malformed for a form without a required field.
	InboundCall(form url.Values) (InboundCall, error)
	LegEvent(query, form url.Values) (LegEvent, error)
	ConferenceEvent(query, form url.Values) (ConferenceEvent, error)
	RecordingEvent(query, form url.Values) (RecordingEvent, error)
	// Announcement parses the call that requests its announcement.
	Announcement(query url.Values) (Announcement, error)
	ConversationEvent(form url.Values) (ConversationEvent, error)
	// JoinBrowser returns the answer to a call that a user's browser placed. It puts
	// the browser into the call's conference.
	JoinBrowser(organization, call, user id.ID) Answer
	// JoinConference returns the answer that puts an inbound caller into the call's
	// conference, waiting for staff. Reject rejects the call. Say speaks a sentence
	// and hangs up.
	JoinConference(organization, call id.ID) Answer
	Reject() Answer
	Say(sentence string) Answer
	// Speak returns the answer to an Announcement: it speaks a sentence, or nothing
	// if it is "".
	Speak(sentence string) Answer
}

// Answer is the response to a webhook.
type Answer struct {
	Body []byte
	Type string
}

// Key identifies an event, to recognize its repeat: the provider's id and the kind of
// event.
type Key struct {
	ProviderID string
	Kind       string
}

// Provider is the provider name in stored events.
const Provider = "twilio"

// Mark returns the record stored with the event's changes, so that a repeat is
// recognized and gets the same answer.
func (k Key) Mark(answer Answer) row.Inbound {
	return row.Inbound{
		Provider: Provider, ProviderID: k.ProviderID, Kind: k.Kind,
		Answer: answer.Body, AnswerType: answer.Type,
	}
}

// InboundCall is a call to one of our numbers, or one that a browser placed.
type InboundCall struct {
	Key           Key
	SID           string
	From, To      string // E.164; From is "" if anonymous
	CallerName    string
	ForwardedFrom string
	// Browser is the user whose browser placed the call, from the access token, or ""
	// for a call to our number. To is then the dialed number as typed, and Contact
	// the contact.
	Browser id.ID
	Contact id.ID
	// Client is the identity of a voice client that is not a user's browser, or "".
	Client string
}

// ID returns the call's id. It is derived, so that a repeat finds the same call.
func (c InboundCall) ID() id.ID { return id.Derived(c.SID) }

// LegEvent is a status callback of one leg.
type LegEvent struct {
	Key   Key
	Call  id.ID // ours, from the callback's URL; derived from the sid for an inbound call
	SID   string
	Label string // "customer" or "user:<id>"
	// Organization is the one in the signed callback URL. It is "" if the callback
	// belongs to a number, which is then Number, or to a call that a browser placed,
	// whose user is then Browser.
	Organization id.ID
	Number       string
	Browser      id.ID
	Status       LegStatus
	Sequence     int
	Duration     time.Duration
	// Price is the provider's charge for the leg, in millionths of a US dollar. It is
	// 0 if unknown, which is usual.
	Price int64
	At    time.Time
}

// LegEventKind returns the event kind of a leg's status.
func LegEventKind(status LegStatus) string { return "call_status." + string(status) }

// ConferenceEvent is a callback of a call's conference.
type ConferenceEvent struct {
	Key           Key
	Organization  id.ID // from the callback's URL
	Call          id.ID
	ConferenceSID string
	Kind          string // conference-start, conference-end, participant-join, participant-leave, announcement-end, announcement-fail
	LegSID        string
	Label         string
	Reason        string
	Sequence      int
	At            time.Time
}

// ConversationEvent is a webhook about a conversation: onConversationAdded,
// onParticipantAdded, onMessageAdded, onDeliveryUpdated, onConversationStateUpdated.
type ConversationEvent struct {
	Key             Key
	Kind            string
	ConversationSID string
	ServiceSID      string
	FriendlyName    string
	State           string

	ParticipantSID string
	Identity       string
	Address        string // the contact's number, E.164
	ProxyAddress   string // our number

	MessageSID string
	Index      int
	Body       string
	Author     string
	// ClientID is ours, from the message's attributes, or "" if we did not send it.
	ClientID string
	Media    []Media
	// FromAPI reports that a REST call made the change, not a person's phone.
	FromAPI bool

	// Receipt: sent, delivered, read, failed, undelivered.
	Receipt    string
	ReceiptSID string
	ErrorCode  int
	At         time.Time
}

// ID returns the conversation's id, derived from the provider's.
func (e ConversationEvent) ID() id.ID { return id.Derived(e.ConversationSID) }

// Media is an attachment of a message.
type Media struct {
	SID         string `json:"sid"`
	ContentType string `json:"content_type"`
	Filename    string `json:"filename"`
}
