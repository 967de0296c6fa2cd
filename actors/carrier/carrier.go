package carrier

import (
	"context"
	"slices"
	"time"

	"switchboard/storage/id"
)

// Carrier is what the product needs from the phone network. Every request has its own
// timeout and is retried with jitter if that is safe. Errors are fault.Error:
// Unavailable is worth a retry, Invalid is final, and its Detail is a reason for
// users. An error is once.Undone if the provider certainly did nothing.
type Carrier interface {
	// AddParticipant dials To and adds it to the conference. The provider has no
	// idempotency key: before a retry, query Conference for the current state. If a
	// leg with this label is already in the conference, the error is fault.Conflict.
	AddParticipant(ctx context.Context, p AddParticipant) (Leg, error)
	// RemoveParticipant removes a leg from a conference. A leg that is gone is no
	// error.
	RemoveParticipant(ctx context.Context, conference string, callSID string) error
	// ChangeParticipant changes what a leg in a conference hears, and whether others
	// hear it. It returns fault.NotFound if the leg is not there.
	ChangeParticipant(ctx context.Context, conference, callSID string, change ParticipantChange) error
	// AccessToken lets a user's browser register as client:<identity> and place
	// calls. It is created here, without a request to the provider.
	AccessToken(identity string) (AccessToken, error)
	// EndCall hangs up one leg by its sid. A leg that is over is no error.
	EndCall(ctx context.Context, callSID string) error
	// SayAndEnd removes a leg from its conference, speaks a sentence to it and hangs
	// it up. A leg that can't hear yet is hung up immediately, and one that is over
	// is no error. A repeat restarts the sentence.
	SayAndEnd(ctx context.Context, callSID, sentence string) error
	// Call returns the provider's current view of a leg.
	Call(ctx context.Context, callSID string) (Leg, error)
	// Conference returns the legs in the conference with this friendly name. A
	// missing conference has none.
	Conference(ctx context.Context, name string) ([]Leg, error)
	Recorder
	Attachments
	// SendMessage adds an outgoing message to a conversation.
	SendMessage(ctx context.Context, m SendMessage) (Message, error)
	// FindMessage finds a message by its author and the client id in its attributes.
	// It reads from the newest message back to Since, however many there are.
	FindMessage(ctx context.Context, f FindMessage) (m Message, found bool, err error)
	// Conversation returns a conversation with its participants, for events that
	// arrive before the conversation's own webhook. It returns fault.NotFound if the
	// provider has none with that sid.
	Conversation(ctx context.Context, serviceSID, conversationSID string) (Conversation, error)
	// BeginConversation creates a conversation with an outside number. A repeat under
	// the same name returns the first one, and if the two numbers already have a
	// conversation under any name, it returns that one. It returns fault.Conflict if
	// that one has been closed.
	BeginConversation(ctx context.Context, b BeginConversation) (Conversation, error)
	// CloseConversation closes a conversation permanently. One that is closed or
	// unknown is no error.
	CloseConversation(ctx context.Context, serviceSID, conversationSID string) error
}

// BeginConversation describes a conversation with a number that may not have written
// yet.
type BeginConversation struct {
	ServiceSID string `json:"service_sid,omitempty"`
	// Name is our unique name in the service.
	Name         string `json:"name"`
	FriendlyName string `json:"friendly_name"`
	Address      string `json:"address"`       // the other party, E.164
	ProxyAddress string `json:"proxy_address"` // our number
}

// AddParticipant describes a leg to dial into a conference. Each call of ours is a
// conference whose friendly name is the call's id.
type AddParticipant struct {
	Organization id.ID
	Call         id.ID  // friendly name of the conference, and part of each callback URL
	To           string // E.164, or client:<user id>
	From         string // E.164, one of our numbers
	Label        string // unique in the conference: "customer" or "user:<id>"
	// EndOnExit ends the conference when this leg leaves.
	EndOnExit bool
	// TimeoutSeconds is the maximum ringing time.
	TimeoutSeconds int
}

// ParticipantChange holds the changes of a leg. nil means unchanged.
type ParticipantChange struct {
	// Hold plays music to the leg and mutes it. Muted mutes it.
	Hold, Muted *bool
}

// AccessToken is a browser's credential for the provider.
type AccessToken struct {
	Token    string
	Identity string
	// TTL is its lifetime.
	TTL time.Duration
	// Here reports that it is for the product's own server, at /signal, because the
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

// FinalStatuses returns the statuses of legs that have ended.
func FinalStatuses() []LegStatus {
	return []LegStatus{LegCompleted, LegBusy, LegFailed, LegNoAnswer, LegCanceled}
}

// Over reports whether a leg with this status has ended.
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
	// ClientID is stored in the message's attributes, to recognize the message when
	// it arrives by webhook.
	ClientID string
	// MediaSID is the message's attachment (Attachments), or "".
	MediaSID string
}

// FindMessage identifies a message to find.
type FindMessage struct {
	ServiceSID      string
	ConversationSID string
	Author          string // user id
	ClientID        string
	// Since is the earliest time at which it can have been sent, by our clock. The
	// provider's clock may differ by minutes.
	Since time.Time
}

// Message is a message at the provider.
type Message struct {
	SID   string
	Index int
}

// Conversation is a conversation at the provider. Only participants with a number
// count; the first one gives Address and ProxyAddress.
type Conversation struct {
	SID          string
	ServiceSID   string
	FriendlyName string
	State        string
	Address      string // the contact's number, E.164
	ProxyAddress string // our number
	// ParticipantSID is the sid of the participant with Address.
	ParticipantSID string
}
