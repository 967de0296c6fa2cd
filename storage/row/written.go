package row

import (
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// WrittenRequest asks what one request made of an object's records, as the history knows.
type WrittenRequest struct {
	Object  string
	Request string
	// Since is when the request began: what is older is not looked through.
	Since time.Time
	// After is the last record of the previous page, "" for the first page.
	After id.ID
	Limit int
}

// Written is what one request made of a record.
type Written struct {
	ID id.ID
	// Op is the first thing that the request did to it: entry.Created, Updated or Removed. Version is
	// the record's version that this made.
	Op      entry.Op
	Version int64
	// Fields are those that the request changed and nobody else has changed since.
	Fields []string
	// Since reports that somebody else has changed the record since.
	Since bool
}
