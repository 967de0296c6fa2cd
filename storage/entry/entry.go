package entry

import (
	"bytes"
	"slices"
	"time"

	"switchboard/storage/id"
)

// Op says what happened to the record.
type Op string

// The operations of an entry.
const (
	Created Op = "created"
	Updated Op = "updated"
	Removed Op = "removed"
	Bulk    Op = "bulk" // IDs changed; readers take a fresh snapshot
)

// Route identifies who could see a record: the inputs of every row rule. Rules use nothing else,
// so that the hub needs no database.
type Route struct {
	// Owner is the user the record belongs to ("" for none).
	Owner id.ID `json:"owner,omitempty"`
	// Teams are the teams of the owner at that time.
	Teams []id.ID `json:"teams,omitempty"`
	// Members are the users the record names as members (a chat's).
	Members []id.ID `json:"members,omitempty"`
	// Candidates are the users a call rings for.
	Candidates []id.ID `json:"candidates,omitempty"`
	// Thread is the conversation or chat that the record is part of.
	Thread id.ID `json:"thread,omitempty"`
	// Private restricts the record to its members, whatever the reader's scope.
	Private bool `json:"private,omitempty"`
	// Shared is with whom other than its owner the record is shared (schema.SharedWith…), "" if
	// its object has no sharing.
	Shared string `json:"shared,omitempty"`
	// About is the object that the record refers to, if only readers of that object see the
	// record.
	About string `json:"about,omitempty"`
	// App is the app that the record belongs to, whose administrators see it.
	App id.ID `json:"app,omitempty"`
}

// Equal reports whether two routes name the same people and thread.
func (r Route) Equal(o Route) bool {
	return r.Owner == o.Owner && r.Thread == o.Thread && r.Private == o.Private && r.Shared == o.Shared && r.About == o.About && r.App == o.App && slices.Equal(r.Teams, o.Teams) &&
		slices.Equal(r.Members, o.Members) && slices.Equal(r.Candidates, o.Candidates)
}

// Routes are the routes before and after the change. Before is zero for Created,
// After is zero for Removed.
type Routes struct {
	Before Route `json:"before"`
	After  Route `json:"after"`
}

// Entry is one change of one record, with its position in the organization's log.
type Entry struct {
	// Seq is the position in the organization's commit order, from 1; 0 until the relay sets it.
	Seq          int64     `json:"seq,omitempty"`
	Organization id.ID     `json:"organization"`
	At           time.Time `json:"at"`
	// By is the user who caused it, "" for the system or a provider.
	By id.ID `json:"by,omitempty"`
	// Cause names the domain event, for example call.accepted.
	Cause string `json:"cause,omitempty"`
	// Command is the client's id of the command that caused the change.
	Command string  `json:"command,omitempty"`
	Object  string  `json:"object"`
	ID      id.ID   `json:"id,omitempty"`
	IDs     []id.ID `json:"ids,omitempty"` // Bulk only, at most 500
	Op      Op      `json:"op"`
	Version int64   `json:"version"`
	Before  Fields  `json:"before,omitempty"`
	// After of a new record consists of the non-null fields of Record; it is not stored, and
	// Decode restores it.
	After  Fields `json:"after,omitempty"`
	Record Fields `json:"record,omitempty"`
	Route  Routes `json:"route"`
}

// Changed reports whether the entry changed the field.
func (e *Entry) Changed(field string) bool {
	if _, ok := e.After[field]; ok {
		return true
	}
	_, ok := e.Before[field]
	return ok
}

var null = []byte("null")

// values are those fields that have one.
func (f Fields) values() Fields {
	out := make(Fields, len(f))
	for name, value := range f {
		if !bytes.Equal(value, null) {
			out[name] = value
		}
	}
	return out
}
