package row

import (
	"encoding/json"
	"fmt"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Fields are the values of a record by field name, in storage shape: string, bool, int64,
// float64, time.Time, id.ID (a lookup), []id.ID (a list of lookups), []string, json.RawMessage
// (composites) or nil. Requests to the owner of a live record may also contain a ListChange.
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

// Restored is the write that restores a removed record. Readers see it as a new one
// (entry.Created).
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
	// Seen is the record as the writer read it at version Expect: if that is still current, it is
	// not read again.
	Seen *Seen
	// Cause is the entry's cause, for example message.received.
	Cause string
}

// Effect is an external action after the commit (dial, send, play). It is stored in the change's
// transaction and executed by the effects worker, which returns the result to the actor as a
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

// ErrRepeated rejects a change whose command has already been executed (Change.Once).
var ErrRepeated = fault.New(fault.Conflict, "This command has already been executed.")

// Change is everything one command writes, in one transaction.
type Change struct {
	Organization id.ID
	By           id.ID // user, or "" for the system
	Command      string
	// Once names what may happen only once under Command by By: a second change with the same
	// name is ErrRepeated, however late. "" allows repeats.
	Once    string
	Writes  []Write
	Effects []Effect
	Inbound *Inbound
	// Join makes a member of the organization, nil for none. An account of that
	// address, or a membership, that exists already fails the whole change with
	// fault.Conflict.
	Join    *Join
	Charges []Charge
	// Withdraw cancels effects that were stored before.
	Withdraw []Withdrawal
}

// Withdrawal cancels an effect in the change's transaction. If the effect is executing, done, or
// may have been executed by an earlier attempt, the whole change fails with fault.Conflict and
// Refusal.
type Withdrawal struct {
	Effect  id.ID
	Refusal string
}

// Charge adds to a sum of an organization (the monthly cost of calls and texts) in the change's
// transaction, so that only committed changes are charged, once.
type Charge struct {
	Account string // names the sum, for example outbound:2026-11
	Amount  int64  // may be negative
	// Most and Refusal bound the sum: if Amount would exceed Most, the whole change fails with
	// fault.Forbidden and Refusal. Without a Refusal there is no bound.
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

// Condition compares one stored field for the product's own code, regardless of rights. Client
// filters are a Filter. Operator is =, !=, >, <, >=, <=, IN, NOT IN, CONTAINS (a list holds
// Value), SAME (equal as users see it), IS NULL or IS NOT NULL.
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
