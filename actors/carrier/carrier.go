package carrier

import (
	"context"
	"slices"
	"time"

	"switchboard/storage/id"
)

// Carrier is what the product asks of the phone network. Every call has a
// timeout of its own and repeats itself with jitter where repeating is safe;
// errors are fault.Error (Unavailable: worth another try; Invalid: the provider
// refused for good, Detail says why in words for people). An error is once.Undone where
// it is certain that the provider did nothing.
type Carrier interface {
	// AddParticipant dials To and joins it to the conference. The provider has no
	// idempotency key: before a repeat ask Conference for the present state. Where a leg
	// with this label is in the conference it is fault.Conflict: somebody dialled it.
	AddParticipant(ctx context.Context, p AddParticipant) (Leg, error)
	// RemoveParticipant takes a leg out of a conference. One that is gone already is no error.
	RemoveParticipant(ctx context.Context, conference string, callSID string) error
	// ChangeParticipant changes what a leg in a conference hears, and who hears it.
	// fault.NotFound where it is not there.
	ChangeParticipant(ctx context.Context, conference, callSID string, change ParticipantChange) error
	// AccessToken lets the browser of somebody register as client:<identity>, and place
	// calls. It is made here, without asking the provider.
	AccessToken(identity string) (AccessToken, error)
	// EndCall hangs up one leg by its sid. One that is over already is no error.
	EndCall(ctx context.Context, callSID string) error
	// SayAndEnd takes one leg out of its conference, speaks a sentence to it and hangs it
	// up. One that can't hear it yet is hung up at once, one that is over already is no
	// error. A repeat begins the sentence anew.
	SayAndEnd(ctx context.Context, callSID, sentence string) error
	// Call tells the provider's present view of a leg.
	Call(ctx context.Context, callSID string) (Leg, error)
	// Conference tells who is in the conference with this friendly name now; one
	// that does not exist has no legs.
	Conference(ctx context.Context, name string) ([]Leg, error)
	Recorder
	// SendMessage adds an outgoing message to a conversation.
	SendMessage(ctx context.Context, m SendMessage) (Message, error)
	// FindMessage looks for a message by its author and the client id in its attributes,
	// from the newest back to those of Since, however many that are; found is false where
	// there is none.
	FindMessage(ctx context.Context, f FindMessage) (m Message, found bool, err error)
	// Conversation tells who takes part in a conversation: what its own webhook
	// said, for those who saw a message's webhook first. fault.NotFound where the
	// provider has none of that sid.
	Conversation(ctx context.Context, serviceSID, conversationSID string) (Conversation, error)
	// BeginConversation makes a conversation with a number outside. A repeat under the same
	// name finds the first, and where the two numbers have a conversation already, under
	// whatever name, that one is the answer. fault.Conflict where it was closed meanwhile.
	BeginConversation(ctx context.Context, b BeginConversation) (Conversation, error)
	// CloseConversation closes a conversation for good. One that is closed or unknown is no
	// error.
	CloseConversation(ctx context.Context, serviceSID, conversationSID string) error
}

// BeginConversation is a conversation with a number that may not have written yet.
type BeginConversation struct {
	ServiceSID string `json:"service_sid,omitempty"`
	// Name is ours, and nobody else's, in the service.
	Name         string `json:"name"`
	FriendlyName string `json:"friendly_name"`
	Address      string `json:"address"`       // whom it is with, E.164
	ProxyAddress string `json:"proxy_address"` // our number
}

// AddParticipant is one leg to be dialled into a conference. Each call of ours
// is a conference whose friendly name is the call's id.
type AddParticipant struct {
	Organization id.ID
	Call         id.ID  // friendly name of the conference, and part of each callback URL
	To           string // E.164, or client:<user id>
	From         string // E.164: our number
	Label        string // unique in the conference: "customer" or "user:<id>"
	// EndOnExit ends the conference when this leg leaves.
	EndOnExit bool
	// TimeoutSeconds is how long it rings.
	TimeoutSeconds int
}

// ParticipantChange says what is to change of a leg; nil is to stay.
type ParticipantChange struct {
	// Hold plays music to it; nobody hears it then. Muted has nobody hear it.
	Hold, Muted *bool
}

// AccessToken is what a browser shows the provider.
type AccessToken struct {
	Token    string
	Identity string
	// TTL is how long it is good for.
	TTL time.Duration
	// Here says that it is shown to the product's own server, at /signal, where the
	// provider is simulated.
	Here bool
}

// LegStatus is the provider's status of one leg.
type LegStatus string

// The provider's eight statuses.
const (
	LegQueued     LegStatus = "queued"
	LegRinging    LegStatus = "ringing"
	LegInProgress LegStatus = "in-progress"
	LegCompleted  LegStatus = "completed"
	LegBusy       LegStatus = "busy"
	LegFailed     LegStatus = "failed"
	LegNoAnswer   LegStatus = "no-answer"
	LegCanceled   LegStatus = "canceled"
)

// FinalStatuses are those of legs that have ended.
func FinalStatuses() []LegStatus {
	return []LegStatus{LegCompleted, LegBusy, LegFailed, LegNoAnswer, LegCanceled}
}

// Over tells whether a leg with this status has ended.
func (s LegStatus) Over() bool { return slices.Contains(FinalStatuses(), s) }

// Leg is one party's connection.
type Leg struct {
	SID    string
	Label  string
	Status LegStatus
}

// SendMessage is one outgoing text in a conversation.
type SendMessage struct {
	ServiceSID      string
	ConversationSID string
	Author          string // user id
	Body            string
	// ClientID goes into the message's attributes, so that the copy that comes
	// back by webhook is known.
	ClientID string
}

// FindMessage says which message is looked for.
type FindMessage struct {
	ServiceSID      string
	ConversationSID string
	Author          string // user id
	ClientID        string
	// Since is when it can have been sent at the earliest, by our clock. The provider's
	// may differ from it by minutes.
	Since time.Time
}

// Message is a message as the provider has it.
type Message struct {
	SID   string
	Index int
}

// Conversation is a conversation as the provider has it. Of its participants
// those count that have a number; the first gives Address and ProxyAddress.
type Conversation struct {
	SID          string
	ServiceSID   string
	FriendlyName string
	State        string
	Address      string // the contact's number, E.164
	ProxyAddress string // our number
	// ParticipantSID is the participant's with Address.
	ParticipantSID string
}
