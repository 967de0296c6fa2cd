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

// Revision is one change of a record, as its history keeps it.
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

// History is a page of what became of a record.
type History struct {
	Revisions []Revision
	// More says that there are earlier changes than those of the page.
	More bool
	Took time.Duration
}

// Past is how a record stood at a version.
type Past struct {
	// Known says whether the history reaches back to the version.
	Known bool
	// Oldest is the earliest version that it reaches back to, 0 where it has nothing.
	Oldest int64
	// Fields are those that had another value then, in wire shape.
	Fields entry.Fields
}
