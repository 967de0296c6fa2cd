package row

import (
	"encoding/json"
	"fmt"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Fields are the values of a record by field name, in storage shape: string,
// bool, int64, float64, time.Time, id.ID (a lookup), []id.ID (a list of
// lookups), []string, json.RawMessage (composites) or nil. What is asked of the owner of a
// live record may be a ListChange, too.
type Fields map[string]any

// Record is a stored record.
type Record struct {
	Object  string
	ID      id.ID
	Version int64
	Fields  Fields // every stored field, system fields included
}

// Text returns a text field, "" if it is absent or null.
func (r Record) Text(field string) string {
	switch v := r.Fields[field].(type) {
	case string:
		return v
	case id.ID:
		return string(v)
	default:
		return ""
	}
}

// Lookup returns a lookup's id, "" if it is absent or null.
func (r Record) Lookup(field string) id.ID {
	v, _ := r.Fields[field].(id.ID)
	return v
}

// Lookups returns a list of lookups.
func (r Record) Lookups(field string) []id.ID {
	v, _ := r.Fields[field].([]id.ID)
	return v
}

// Int returns a whole number, 0 if it is absent or null.
func (r Record) Int(field string) int64 {
	v, _ := r.Fields[field].(int64)
	return v
}

// Bool returns a truth value and whether it is set.
func (r Record) Bool(field string) (value, set bool) {
	v, ok := r.Fields[field].(bool)
	return v, ok
}

// Time returns a time, the zero time if it is absent or null.
func (r Record) Time(field string) time.Time {
	v, _ := r.Fields[field].(time.Time)
	return v
}

// JSON decodes a composite into target; an absent or null one leaves it as it is.
func (r Record) JSON(field string, target any) error {
	raw, ok := r.Fields[field].(json.RawMessage)
	if !ok || len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, target); err != nil {
		return fmt.Errorf("%s.%s of %s: %w", r.Object, field, r.ID, err)
	}
	return nil
}

// JSONValue encodes a composite for Fields. It panics on a value that JSON can't
// hold, which is a programming error.
func JSONValue(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("row: %T is not JSON: %v", value, err))
	}
	return raw
}

// Restored is the write that brings a removed record back. Readers are told of it as of a
// new one (entry.Created).
const Restored entry.Op = "restored"

// Write is one record to be created, updated, removed or restored.
type Write struct {
	Object string
	ID     id.ID
	Op     entry.Op // Created, Updated, Removed or Restored
	// Expect is the version the row must have, 0 where any will do. A row at
	// another version fails the whole change with fault.VersionConflict.
	Expect int64
	// Set holds the fields to set, in storage shape. On create the committer fills
	// the system fields; on update it bumps version, modified_date, modified_by.
	Set Fields
	// Quiet keeps a change that only touches bookkeeping (a call's heartbeat)
	// out of the log.
	Quiet bool
	// Seen is the record at the version Expect where the writer has read it: it need not be
	// read again if that is how it still stands.
	Seen *Seen
	// Cause is the entry's cause, for example message.received.
	Cause string
}

// Effect is something to be done outside after the commit (dial, send, play): stored in the
// change's transaction, executed by the effects worker, its result returned to the actor as a
// command.
type Effect struct {
	ID id.ID
	// Kind names the carrier's operation, for example call.add_participant.
	Kind string
	// Actor and Subject name the actor that gets the result.
	Actor   string
	Subject id.ID
	Payload json.RawMessage
	// NotBefore delays it.
	NotBefore time.Time
}

// Inbound marks a provider's event as processed and stores the answer it got, in
// the change's transaction. Provider, ProviderID and Kind are unique together: a
// second commit of the same event fails with fault.Conflict.
type Inbound struct {
	Provider   string
	ProviderID string
	Kind       string
	Answer     []byte // what a repeat of the event is answered with
	AnswerType string // its media type
}

// ErrRepeated is the refusal of a change whose command was executed already (Change.Once).
var ErrRepeated = fault.New(fault.Conflict, "This command has already been executed.")

// Change is everything one command writes, in one transaction.
type Change struct {
	Organization id.ID
	By           id.ID // user, or "" for the system
	Command      string
	// Once names what is done once under Command, which By gave: a second change that
	// names the same is ErrRepeated, however late it comes. "" for what may be done again.
	Once    string
	Writes  []Write
	Effects []Effect
	Inbound *Inbound
	// Join makes a member of the organization, nil for none. An account of that
	// address, or a membership, that exists already fails the whole change with
	// fault.Conflict.
	Join    *Join
	Charges []Charge
	// Withdraw takes effects back that were stored before.
	Withdraw []Withdrawal
}

// Withdrawal takes an effect back, in the change's transaction. Where the effect is at
// work, is done, or may have been done by an earlier try, the whole change is
// fault.Conflict with Refusal.
type Withdrawal struct {
	Effect  id.ID
	Refusal string
}

// Charge adds to a sum that an organization keeps (what its calls and texts cost in a
// month), in the change's transaction: what is not committed is not charged, and
// nothing twice.
type Charge struct {
	Account string // names the sum, for example outbound:2026-11
	Amount  int64  // may be negative
	// Most and Refusal bound the sum: where Amount would take it past Most the whole
	// change is fault.Forbidden with Refusal. Without a Refusal nothing is bounded.
	Most    int64
	Refusal string
}

// Query selects records of an object for trusted readers (actors, jobs); it
// knows no rights.
type Query struct {
	Object string
	// Fields are those that are wanted beside id and version; none means all.
	Fields []string
	Where  []Condition // joined by AND
	Order  []Order
	Limit  int // 0 means 1000
	Offset int
}

// Condition compares one stored field, as the product's own code asks for it: it names
// what is there, whoever may see it. What people ask is a Filter. Operator is =, !=, >, <,
// >=, <=, IN, NOT IN, CONTAINS (a list holds Value), SAME (what is the same to people) or
// IS NULL, IS NOT NULL.
type Condition struct {
	Field    string
	SubField string // a key of a composite, for example phone.phone_number
	Operator string
	Value    any
}

// Order sorts by a field.
type Order struct {
	Field      string
	Descending bool
}
