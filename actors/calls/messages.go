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

// userKind is the kind of the actor that receives the on_call effects.
const userKind = "user"

// Party is a contact as a call stores it.
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
	// Join is stored as the answer if there is anyone to ring, else Nobody.
	Join   row.Inbound
	Nobody carrier.Answer
}

// Dial starts an outbound call. Reply: Ref.
type Dial struct {
	runtime.CommandMeta
	To      string // E.164
	From    string // E.164, one of our numbers
	Phone   id.ID
	Contact Party
	// Charge is the price of a minute. The first minute is charged immediately.
	Charge row.Charge
	// Leg is the caller's leg if the browser placed the call, else "". Mark is then
	// stored as the answer to the provider.
	Leg  string
	Mark row.Inbound
}

// Accept accepts a ringing call. Reply: Ref.
type Accept struct {
	runtime.CommandMeta
	// Supervisor allows accepting a call that does not ring for the user.
	Supervisor bool
}

// Decline stops the ringing for one user. Reply: Ref.
type Decline struct {
	runtime.CommandMeta
}

// Notice marks a missed call as seen. Reply: Ref.
type Notice struct {
	runtime.CommandMeta
}

// Hangup ends the call. Reply: Ref.
type Hangup struct {
	runtime.CommandMeta
	Supervisor bool
}

// Patch changes the fields that users may edit. Reply: Ref.
type Patch struct{ runtime.Patch }

// Offer reports that users became available or unavailable: User and those in More,
// which an earlier release ignores. Reply: Ref.
type Offer struct {
	User      id.ID
	Available bool
	More      []id.ID
}

// RingOut reports that the call has rung for the maximum time. Reply: Ref.
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
	// Refused is the reason why it could not be dialed, or "" if it was.
	Refused string
}

// Observed is the provider's answer to a query about some of the call's legs. Reply:
// Ref.
type Observed struct {
	Legs []carrier.Leg
	At   time.Time
}

// Ref is a call and its state.
type Ref struct {
	ID     id.ID  `json:"id"`
	SID    string `json:"sid,omitempty"`
	Status string `json:"status"`
	User   id.ID  `json:"user,omitempty"`
}

// EndPayload is the payload of EffectEnd.
type EndPayload struct {
	// Call names the conference whose legs end. Legs are further legs to end, by sid.
	Call id.ID    `json:"call"`
	Legs []string `json:"legs,omitempty"`
	// Sentence is spoken to Legs before they end, or "".
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

// labelUser returns the user of a staff leg's label, or "" for another leg.
func labelUser(label string) id.ID {
	const prefix = "user:"
	if len(label) <= len(prefix) || label[:len(prefix)] != prefix {
		return ""
	}
	user, _ := id.Parse(label[len(prefix):])
	return user
}
