package calls

import (
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Kind is the kind of the call actor.
const Kind = "call"

// The kinds of a call's effects.
const (
	EffectAddParticipant = "call.add_participant"
	EffectEnd            = "call.end"
	EffectReconcile      = "call.look"
	EffectRingOut        = "call.ring_out"
	EffectOnCall         = "user.on_call"
	EffectOffCall        = "user.off_call"
)

// userKind is the kind of the actor that the on_call effects are meant for.
const userKind = "user"

// Party is a contact as a call knows him.
type Party struct {
	ID        id.ID
	Name      string
	DoNotCall bool
}

// Inbound is a call that arrived. Reply: carrier.Answer.
type Inbound struct {
	Call       carrier.InboundCall
	Phone      id.ID
	Contact    Party
	Candidates []id.ID
	// RingFor is how long it rings before it ends unanswered.
	RingFor time.Duration
	// Join is stored as the answer when somebody can be rung, Nobody when nobody can.
	Join   row.Inbound
	Nobody carrier.Answer
}

// Dial starts an outbound call. Reply: Ref.
type Dial struct {
	runtime.Given
	To      string // E.164
	From    string // E.164: our number
	Phone   id.ID
	Contact Party
	// Charge is what a minute costs; the first one is charged at once.
	Charge row.Charge
	// Leg is the caller's, who placed the call by his browser, "" for one that is dialled;
	// Mark is then stored as what the provider is answered.
	Leg  string
	Mark row.Inbound
}

// Accept takes a ringing call. Reply: Ref.
type Accept struct {
	runtime.Given
	// Supervisor lets one take a call that does not ring for him.
	Supervisor bool
}

// Decline ends the ringing for one user. Reply: Ref.
type Decline struct {
	runtime.Given
}

// Notice takes note of a call that one missed. Reply: Ref.
type Notice struct {
	runtime.Given
}

// Hangup ends the call. Reply: Ref.
type Hangup struct {
	runtime.Given
	Supervisor bool
}

// Patch changes the fields that people may edit. Reply: Ref.
type Patch struct{ runtime.Patch }

// Offer says that users can be rung for now, or no more: User and those in More, which an
// earlier release does not know. Reply: Ref.
type Offer struct {
	User      id.ID
	Available bool
	More      []id.ID
}

// RingOut says that the call has rung for as long as it may. Reply: Ref.
type RingOut struct{}

// LegChanged is a leg's status callback. Reply: Ref.
type LegChanged struct {
	Event   carrier.LegEvent
	Inbound row.Inbound
}

// ConferenceChanged is a conference's callback. Reply: Ref.
type ConferenceChanged struct {
	Event   carrier.ConferenceEvent
	Inbound row.Inbound
}

// LegAdded is the result of dialling a leg. Reply: Ref.
type LegAdded struct {
	Effect id.ID
	Label  string
	Leg    carrier.Leg
	// Refused says why it could not be dialled, "" where it was.
	Refused string
}

// Observed is what the provider said of some of the call's legs when asked. Reply: Ref.
type Observed struct {
	Legs []carrier.Leg
	At   time.Time
}

// Ref names the call and the state it is in.
type Ref struct {
	ID     id.ID  `json:"id"`
	SID    string `json:"sid,omitempty"`
	Status string `json:"status"`
	User   id.ID  `json:"user,omitempty"`
}

// EndPayload is the payload of EffectEnd.
type EndPayload struct {
	// Call names the conference whose legs end, Legs further legs to end by sid.
	Call id.ID    `json:"call"`
	Legs []string `json:"legs,omitempty"`
	// Sentence is what the further legs hear before they end, "" for nothing.
	Sentence string `json:"sentence,omitempty"`
}

// ReconcilePayload is the payload of EffectReconcile.
type ReconcilePayload struct {
	Call id.ID `json:"call"`
}

// RingOutPayload is the payload of EffectRingOut.
type RingOutPayload struct {
	Call id.ID `json:"call"`
}

// userPayload is the payload of EffectOnCall and EffectOffCall.
type userPayload struct {
	Call id.ID `json:"call"`
}

const customerLabel = "customer"

func userLabel(user id.ID) string { return "user:" + string(user) }

// labelUser gives the user of a staff leg's label, "" for another leg.
func labelUser(label string) id.ID {
	const prefix = "user:"
	if len(label) <= len(prefix) || label[:len(prefix)] != prefix {
		return ""
	}
	user, _ := id.Parse(label[len(prefix):])
	return user
}
