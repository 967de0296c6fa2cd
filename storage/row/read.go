package row

import (
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// ReadRequest selects records of an object for a principal with limited rights: a list, a record
// page or a snapshot.
type ReadRequest struct {
	Object string
	Where  []Condition
	// Any joins Where by OR instead of AND.
	Any bool
	// Filter is the client's filter, in addition to Where; nil for none.
	Filter Filter
	// Search must match in addition to Where; nil for none.
	Search *Search
	// Visible is the row rule: a record is visible if it is in any of the relations. Without
	// relations nothing is.
	Visible []Relation
	Order   []Order
	Limit   int // 0 means 100; at most 1000
	Offset  int
	// After is the position after which the page begins, nil for the first page; it excludes
	// Offset, Search and AsOf.
	After *Place
	// Total asks for the number of all matching records.
	Total bool
	// Fields are the fields to read besides those of the route; nil means all, an empty list
	// none.
	Fields []string
	// Stored selects records in storage shape, for callers that change them.
	Stored bool
	// Seen also returns the complete records, for callers that change them at that version.
	Seen bool
	// Removed selects removed records instead of existing ones.
	Removed bool
	// AsOf selects records as of a moment; nil means now. It excludes Search and Removed.
	AsOf *AsOf
	// Browse reports that the filter comes from a client: such reads use a few connections of
	// their own.
	Browse bool
}

// Place is a record's position in an order. Records added or removed before it do not shift the
// records after it.
type Place struct {
	// Keys are the values by which the record is sorted, as texts; nil for what has none.
	Keys []*string
	ID   id.ID
}

// AsOf is a moment in the past. The row rule applies to the current records. Fields without
// history are not read.
type AsOf struct {
	At time.Time
	// Records are those that are asked for, nil for all of the object.
	Records []id.ID
	// Removed is the row rule of records that were removed since.
	Removed []Relation
}

// Relation is one way in which a reader may be related to a record. A private record has only the
// relations member and candidate (entry.Route).
type Relation struct {
	// Kind is all, owner (the route's owner is one of IDs), team (a team of the owner is one of
	// IDs), member or candidate (one of IDs is among them). shared covers records their owner
	// shares with everyone, team_shared those shared with a team among IDs.
	Kind string
	IDs  []id.ID
	// About are the objects of which the record may be about one; nil for any.
	About []string
}

// Page is the answer to a ReadRequest.
type Page struct {
	Items []Item
	// Cut says that the page ended before its limit because it was full (in bytes);
	// more records follow.
	Cut bool
	// Total is the number of all matching records, where it was asked for.
	Total int64
	// Estimated says that counting took too long and Total is the planner's guess.
	Estimated bool
	// Took is the time the database worked, without the wait for a connection; it is also set
	// with an error.
	Took time.Duration
}

// Item is a record in wire shape: lookups with names, derived fields, no internal fields. If the
// stored shape was requested, Stored has the values and Fields only those derived from them.
type Item struct {
	ID      id.ID
	Version int64
	Fields  entry.Fields
	Stored  Fields
	Route   entry.Route
	Seen    *Seen // where it was asked for
}

// Seen is a record as it was read whole.
type Seen struct {
	Record Record
	// Table is the version of its table by which it was read.
	Table any
}
