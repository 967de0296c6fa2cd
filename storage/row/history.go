package row

import (
	"encoding/json"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/origin"
)

// HistoryRequest asks for what became of a record, the newest change first.
type HistoryRequest struct {
	Object string
	Record id.ID
	// Before is the version before which it begins, 0 for the newest.
	Before int64
	Limit  int
}

// Revision is one change in a record's history.
type Revision struct {
	Version int64 // of the record since then
	At      time.Time
	Op      entry.Op // Created, Updated, Removed or Restored
	// Actor is who made it, in the wire shape of a lookup; null for the system.
	Actor json.RawMessage
	Cause string
	From  origin.Origin
	// Before and After are the tracked fields that an update changed, in wire shape, with
	// the names that records have now.
	Before, After entry.Fields
}

// History is a page of a record's history.
type History struct {
	Revisions []Revision
	// More says that there are earlier changes than those of the page.
	More bool
	Took time.Duration
}

// AuditRequest selects changes from an organization's audit log, newest first.
type AuditRequest struct {
	// Before is the number before which it begins, 0 for the newest.
	Before int64
	Limit  int
	// Objects are those whose records are asked about, nil for all.
	Objects []string
}

// Audited is one change in the audit log.
type Audited struct {
	Revision

	Number int64
	Object string
	Record id.ID
	// Name is the record's current name, nil if it has none or no longer exists.
	Name *string
}

// Audit is a page of an organization's audit.
type Audit struct {
	Told []Audited
	More bool
	Took time.Duration
}

// Happening is an audit event that changed no record.
type Happening struct {
	Organization id.ID
	Object       string
	// Record is the record the event concerns; "" creates an id that no record has.
	Record id.ID
	// Actor is the author, "" if unknown.
	Actor id.ID
	Cause string
	// Fields are those of the object that say what it was about, as they are stored.
	Fields Fields
}

// Happened is the Op of a Happening.
const Happened entry.Op = "happened"

// Past is a record's state at a version.
type Past struct {
	// Known reports whether the history reaches back to the version.
	Known bool
	// Oldest is the earliest version that it reaches back to, 0 if it has nothing.
	Oldest int64
	// Fields are those that had another value then, in wire shape.
	Fields entry.Fields
}
