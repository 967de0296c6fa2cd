package row

import (
	"encoding/json"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// FeedRequest asks for the newest entries of an organization's log.
type FeedRequest struct {
	// Before is the place in the log before which it begins, 0 for the newest.
	Before int64
	Limit  int
	// Objects are those whose records are asked about.
	Objects []string
	// By is the user whose changes are asked about, "" for everybody's.
	By id.ID
}

// Fed is an entry of the log with its author.
type Fed struct {
	entry.Entry

	Actor json.RawMessage // in the wire shape of modified_by
}

// Feed is a page of an organization's log, the newest entry first.
type Feed struct {
	Entries []Fed
	// Reached is the seq down to which the log was searched.
	Reached int64
	More    bool
	Took    time.Duration
}
