package row

import (
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// ReadRequest selects records of an object for somebody with limited rights:
// what a list, a record page and a snapshot read.
type ReadRequest struct {
	Object string
	Where  []Condition
	// Any joins Where by OR instead of AND.
	Any bool
	// Filter is what a person asks of the records, beside Where; nil for nothing.
	Filter Filter
	// Search must hold beside Where; nil for none.
	Search *Search
	// Visible is the row rule: a record is read when it stands in any of the
	// relations. Without any, nothing is.
	Visible []Relation
	Order   []Order
	Limit   int // 0 means 100; at most 1000
	Offset  int
	// After is the place behind which the page begins, nil for the first; it goes without
	// Offset, Search and AsOf.
	After *Place
	// Total asks for the number of all matching records.
	Total bool
	// Fields are those that are wanted beside what the route is made of; nil means
	// all, an empty list none.
	Fields []string
	// Stored asks for the records as they are stored, for who changes them.
	Stored bool
	// Seen asks for the records whole beside, for who changes them at that version.
	Seen bool
	// Removed asks for the records that were removed, not for those that stand.
	Removed bool
	// AsOf asks for the records as they stood at a moment; nil for how they stand. It
	// goes without Search and Removed.
	AsOf *AsOf
	// Browse says that the filter is a person's: such a read takes its turn on a few
	// connections of its own, and stays off those that everything else needs.
	Browse bool
}

// Place is where a record stands in an order: what is added or removed before it moves
// nothing behind it.
type Place struct {
	// Keys are the values by which the record is sorted, as texts; nil for what has none.
	Keys []*string
	ID   id.ID
}

// AsOf is a moment of the past, and whose records of it are read: the row rule holds for
// how they stand now. What a record's history doesn't keep is not read of it.
type AsOf struct {
	At time.Time
	// Records are those that are asked for, nil for all of the object.
	Records []id.ID
	// Removed is the row rule of records that were removed since.
	Removed []Relation
}

// Relation is one way in which a record may belong to a reader. A private record
// stands in no relation but member and candidate (entry.Route).
type Relation struct {
	// Kind is all, owner (the route's owner is one of IDs), team (a team of the
	// owner is one of IDs), member or candidate (one of IDs is among them).
	// Shared is what its owner shows everybody, team_shared what he shows his teams, of
	// which one is among IDs.
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
	// Took is how long the database worked for it, the wait for a connection left out;
	// it stands beside an error too.
	Took time.Duration
}

// Item is a record as it goes out: wire values, lookups with names, derived
// fields, no internal ones. One that was asked for as it is stored has its values in
// Stored, and in Fields those alone that are derived from them.
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
