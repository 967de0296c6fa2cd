package calls

import (
	"strconv"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// The kinds of journal events. By is the user an event is about. Without By, the
// event is about the other party or the call.
const (
	EventRinging   = "ringing"   // the call started; By dialed it if it is outbound
	EventOffered   = "offered"   // it rings for Users
	EventWithdrawn = "withdrawn" // it stopped ringing for Users, who became unavailable
	EventDeclined  = "declined"
	EventAccepted  = "accepted" // By accepted and is being connected
	EventReturned  = "returned" // By could not be connected; the call rings again
	EventAssigned  = "assigned" // By became the owner, and no other event says so
	EventJoined    = "joined"   // By or the other party is on the line
	EventLeft      = "left"
	EventConnected = "connected" // both parties are on the line
	EventHeld      = "held"      // the other party is on hold
	EventResumed   = "resumed"
	EventMuted     = "muted"
	EventUnmuted   = "unmuted"
	EventKeys      = "dtmf"            // By pressed keys
	EventWarning   = "warning"         // By's phone reports a bad connection
	EventCleared   = "warning_cleared" // the warning no longer applies
	EventSample    = "sample"          // By's connection quality and speech
	EventEnded     = "ended"

	EventRecordingNoticed = "recording_noticed" // both parties heard the recording notice
	EventRecordingStarted = "recording_started" // By's recording started
	EventRecordingPaused  = "recording_paused"
	EventRecordingResumed = "recording_resumed"
	EventRecordingStopped = "recording_stopped"
	EventRecordingFailed  = "recording_failed" // it could not be started
)

// transferEvent returns the kind of the event for a new transfer state. By is the
// author if the transfer starts or is canceled, else the target.
func transferEvent(state string) string {
	if state == TransferPending {
		return "transfer_started"
	}
	return "transfer_" + state
}

func eventKinds() []string {
	return []string{
		EventRinging, EventOffered, EventWithdrawn, EventDeclined, EventAccepted, EventReturned, EventAssigned, EventJoined, EventLeft,
		EventConnected, EventHeld, EventResumed, EventMuted, EventUnmuted, EventKeys, EventWarning, EventCleared, EventSample,
		transferEvent(TransferPending), transferEvent(TransferAccepted), transferEvent(TransferTalking), transferEvent(TransferCompleted),
		transferEvent(TransferDeclined), transferEvent(TransferReturned), transferEvent(TransferCanceled), EventEnded,
		EventRecordingNoticed, EventRecordingStarted, EventRecordingPaused, EventRecordingResumed, EventRecordingStopped, EventRecordingFailed,
	}
}

// Event is an entry of a call's journal. Entries never change.
type Event struct {
	Seq  int64 // dense, from 1
	At   time.Time
	Kind string
	By   id.ID
	// Recorded is when it was written: later than At for a late callback.
	Recorded time.Time
	Detail
}

// Detail holds the fields that only some kinds of events have. It names neither the
// other party nor the pressed keys, which may be secret.
type Detail struct {
	Outbound bool    `json:"outbound,omitempty"`
	Status   string  `json:"status,omitempty"` // final status of the call
	Leg      string  `json:"leg,omitempty"`    // the provider's sid of the leg that joined or left
	Users    []id.ID `json:"users,omitempty"`
	To       id.ID   `json:"to,omitempty"` // target of a transfer
	Warm     bool    `json:"warm,omitempty"`
	Failed   bool    `json:"failed,omitempty"` // of a hold or resume that failed
	Keys     int     `json:"keys,omitempty"`   // number of keys pressed
	Warning  string  `json:"warning,omitempty"`
	Line
}

// eventObject is not served by itself: Service.Journal serves the journal to users
// who can read the call.
func eventObject() *schema.Object {
	return &schema.Object{
		APIName: "call_event", Kept: "The journal of a call is permanent.", Title: "Call Event", Internal: true, Order: "at", Route: schema.RouteRule{Owner: "by"},
		Fields: []*schema.Field{
			// Erasing a contact erases these events too.
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", Indexed: true, ReadOnly: true, Erased: &schema.Erased{Whole: true}},
			{Name: "call", Title: "Call", Type: schema.Lookup, Target: "call", Required: true, Indexed: true, ReadOnly: true},
			{Name: "seq", Title: "Number", Type: schema.Integer, Required: true, Unique: true, UniquePer: []string{"call"}, ReadOnly: true},
			{Name: "at", Title: "At", Type: schema.DateTime, Required: true, ReadOnly: true},
			{Name: "kind", Title: "Kind", Type: schema.Enum, Options: eventKinds(), Required: true, ReadOnly: true},
			{Name: "by", Title: "By", Type: schema.Lookup, Target: "user", ReadOnly: true},
			{Name: "provider_id", Title: "Provider Id", Type: schema.Text, Unique: true, ReadOnly: true, HelpText: "The callback that reported it"},
			{Name: "payload", Title: "Payload", Type: schema.JSON, ReadOnly: true},
		},
	}
}

// eventID derives the id from the position in the journal, so that no position is
// written twice.
func eventID(call id.ID, seq int64) id.ID {
	return id.Derived("call_event:" + string(call) + ":" + strconv.FormatInt(seq, 10))
}

// write returns the write that stores the event. If a callback caused several events,
// only the first one names it.
func (e Event) write(call, contact id.ID, callback string) row.Write {
	return row.Write{Object: "call_event", ID: eventID(call, e.Seq), Op: entry.Created, Cause: "call." + e.Kind, Set: row.Fields{
		"call": call, "contact": contact, "seq": e.Seq, "at": e.At, "kind": e.Kind, "by": e.By, "provider_id": callback, "payload": row.JSONValue(e.Detail),
	}}
}

// eventOf reads an event from a row.
func eventOf(r row.Record) (Event, error) {
	e := Event{Seq: r.Int("seq"), At: r.Time("at"), Kind: r.Text("kind"), By: r.Lookup("by"), Recorded: r.Time("created_date")}
	return e, r.JSON("payload", &e.Detail)
}
