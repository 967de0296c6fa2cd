package calls

import (
	"strconv"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// The kinds of a journal's events. Each is about one of our people, By, or where there is
// none about the other side, or the call.
const (
	EventRinging   = "ringing"   // the call began; an outbound one is By's
	EventOffered   = "offered"   // it rings for Users
	EventWithdrawn = "withdrawn" // it rings for Users no more: they can't be reached
	EventDeclined  = "declined"
	EventAccepted  = "accepted" // By takes it and is being connected
	EventReturned  = "returned" // By could not be connected: it rings on
	EventAssigned  = "assigned" // it is By's, which no other event says
	EventJoined    = "joined"   // By, or the other side, is on the line
	EventLeft      = "left"
	EventConnected = "connected" // both sides are there
	EventHeld      = "held"      // the other side waits
	EventResumed   = "resumed"
	EventMuted     = "muted"
	EventUnmuted   = "unmuted"
	EventKeys      = "dtmf"            // By pressed keys
	EventWarning   = "warning"         // By's phone finds the line bad
	EventCleared   = "warning_cleared" // and no longer
	EventSample    = "sample"          // how good By's line was, and when he spoke
	EventEnded     = "ended"

	EventNoticed = "recording_noticed" // both sides heard that the call is recorded
	EventTaping  = "recording_started" // By records it since
	EventPaused  = "recording_paused"
	EventTapes   = "recording_resumed"
	EventTaped   = "recording_stopped"
	EventUntaped = "recording_failed" // it could not be begun
)

// transferEvent is the kind of the event that a transfer came to a state. By is its author
// where it begins or he takes it back, else the target.
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
		EventNoticed, EventTaping, EventPaused, EventTapes, EventTaped, EventUntaped,
	}
}

// Event is an entry of a call's journal: once written it stands.
type Event struct {
	Seq  int64 // dense, from 1
	At   time.Time
	Kind string
	By   id.ID
	// Recorded is when it was written: later than At where it was told late.
	Recorded time.Time
	Detail
}

// Detail is what an event of some kind says beside. It names nobody at the other side, and
// no key that was pressed: that may be a secret.
type Detail struct {
	Outbound bool    `json:"outbound,omitempty"`
	Status   string  `json:"status,omitempty"` // with which the call ended
	Leg      string  `json:"leg,omitempty"`    // the provider's sid of who joined or left
	Users    []id.ID `json:"users,omitempty"`
	To       id.ID   `json:"to,omitempty"` // the target of a transfer
	Warm     bool    `json:"warm,omitempty"`
	Failed   bool    `json:"failed,omitempty"` // of a hold that could not be brought about
	Keys     int     `json:"keys,omitempty"`   // how many were pressed
	Warning  string  `json:"warning,omitempty"`
	Line
}

// eventObject is served to nobody by itself: who may read a call reads its journal
// (Service.Journal).
func eventObject() *schema.Object {
	return &schema.Object{
		APIName: "call_event", Kept: "What happened on a call stands.", Title: "Call Event", Internal: true, Order: "at", Route: schema.RouteRule{Owner: "by"},
		Fields: []*schema.Field{
			// With it goes what was kept of a contact who is erased.
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", Indexed: true, ReadOnly: true, Erased: &schema.Erased{Whole: true}},
			{Name: "call", Title: "Call", Type: schema.Lookup, Target: "call", Required: true, Indexed: true, ReadOnly: true},
			{Name: "seq", Title: "Number", Type: schema.Integer, Required: true, Unique: true, UniquePer: []string{"call"}, ReadOnly: true},
			{Name: "at", Title: "At", Type: schema.DateTime, Required: true, ReadOnly: true},
			{Name: "kind", Title: "Kind", Type: schema.Enum, Options: eventKinds(), Required: true, ReadOnly: true},
			{Name: "by", Title: "By", Type: schema.Lookup, Target: "user", ReadOnly: true},
			{Name: "provider_id", Title: "Provider Id", Type: schema.Text, Unique: true, ReadOnly: true, HelpText: "The callback that told of it"},
			{Name: "payload", Title: "Payload", Type: schema.JSON, ReadOnly: true},
		},
	}
}

// eventID is the same for the same place of a call's journal: nothing is written there twice.
func eventID(call id.ID, seq int64) id.ID {
	return id.Derived("call_event:" + string(call) + ":" + strconv.FormatInt(seq, 10))
}

// write is how an event is stored. The callback that told of several stands with the first.
func (e Event) write(call, contact id.ID, callback string) row.Write {
	return row.Write{Object: "call_event", ID: eventID(call, e.Seq), Op: entry.Created, Cause: "call." + e.Kind, Set: row.Fields{
		"call": call, "contact": contact, "seq": e.Seq, "at": e.At, "kind": e.Kind, "by": e.By, "provider_id": callback, "payload": row.JSONValue(e.Detail),
	}}
}

// eventOf is the event that a row holds.
func eventOf(r row.Record) (Event, error) {
	e := Event{Seq: r.Int("seq"), At: r.Time("at"), Kind: r.Text("kind"), By: r.Lookup("by"), Recorded: r.Time("created_date")}
	return e, r.JSON("payload", &e.Detail)
}
