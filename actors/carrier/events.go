package carrier

import (
	"net/http"
	"net/url"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Webhooks verifies, reads and answers the provider's webhooks. rest/webhooks
// hands over what it got; the implementation knows the provider's form.
type Webhooks interface {
	// Verify checks the request's signature over the configured public URL, path
	// and query; a missing secret or signature is fault.Forbidden.
	Verify(pathAndQuery string, header http.Header, form url.Values) error
	// Each parser returns fault.Malformed for a form that lacks what it must have.
	InboundCall(form url.Values) (InboundCall, error)
	LegEvent(query, form url.Values) (LegEvent, error)
	ConferenceEvent(query, form url.Values) (ConferenceEvent, error)
	RecordingEvent(query, form url.Values) (RecordingEvent, error)
	// Announcement reads which call asks what is to be announced in it.
	Announcement(query url.Values) (Announcement, error)
	ConversationEvent(form url.Values) (ConversationEvent, error)
	// JoinBrowser is the answer to a call that a user's browser placed: it puts the browser
	// into the call's conference.
	JoinBrowser(organization, call, user id.ID) Answer
	// JoinConference is the answer to an inbound call that puts the caller into
	// the call's conference, waiting for staff; Reject refuses it; Say speaks a
	// sentence and hangs up.
	JoinConference(organization, call id.ID) Answer
	Reject() Answer
	Say(sentence string) Answer
	// Speak is the answer to an Announcement: it speaks a sentence, with "" nothing.
	Speak(sentence string) Answer
}

// Answer is a webhook's answer.
type Answer struct {
	Body []byte
	Type string
}

// Key names an event, so that its repeat is known: the provider's id and the kind of
// event.
type Key struct {
	ProviderID string
	Kind       string
}

// Provider is the name under which events are stored.
const Provider = "twilio"

// Mark is what is stored with what an event caused, so that its repeat is known and gets
// the same answer.
func (k Key) Mark(answer Answer) row.Inbound {
	return row.Inbound{
		Provider: Provider, ProviderID: k.ProviderID, Kind: k.Kind,
		Answer: answer.Body, AnswerType: answer.Type,
	}
}

// InboundCall is a call that arrived at one of our numbers, or that a browser placed.
type InboundCall struct {
	Key           Key
	SID           string
	From, To      string // E.164; From is "" for anonymous
	CallerName    string
	ForwardedFrom string
	// Browser is the user whose browser placed the call, as his access token says; "" for
	// one that arrived. Then To is what he calls, as he typed it, and Contact whom.
	Browser id.ID
	Contact id.ID
	// Client is the identity of a voice client that placed the call and is no user's browser,
	// "" for none.
	Client string
}

// ID is the call's id: derived, so that a repeat finds the same call.
func (c InboundCall) ID() id.ID { return id.Derived(c.SID) }

// LegEvent is a status callback of one leg.
type LegEvent struct {
	Key   Key
	Call  id.ID // ours, from the callback's URL; for an inbound call derived from the sid
	SID   string
	Label string // "customer" or "user:<id>"
	// Organization is the one in the callback's URL (signed with it), or "" where
	// the callback belongs to a number; then Number is the number it belongs to, or to a
	// call that a browser placed; then Browser is whose.
	Organization id.ID
	Number       string
	Browser      id.ID
	Status       LegStatus
	Sequence     int
	Duration     time.Duration
	// Price is what the provider charges for the leg, in millionths of a US dollar;
	// 0 where it does not say, which is what it mostly does.
	Price int64
	At    time.Time
}

// LegEventKind is the kind of the event that a leg has come to a status.
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

// ConversationEvent is a webhook of a conversation: onConversationAdded,
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
	// ClientID is ours, from the message's attributes ("" for one not sent by us).
	ClientID string
	Media    []Media
	// FromAPI tells that the change was made by a REST call, not by a person's phone.
	FromAPI bool

	// Receipt: sent, delivered, read, failed, undelivered.
	Receipt    string
	ReceiptSID string
	ErrorCode  int
	At         time.Time
}

// ID is the conversation's id, derived from the provider's.
func (e ConversationEvent) ID() id.ID { return id.Derived(e.ConversationSID) }

// Media is an attachment of a message.
type Media struct {
	SID         string `json:"sid"`
	ContentType string `json:"content_type"`
	Filename    string `json:"filename"`
}
