package row

import (
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Relation is one way in which a row can be visible: Kind is all, owner, team,
// member or candidate (storage/access); IDs are the user's id, or for team the
// ids of his teams. A private row is matched by member alone.
type Relation struct {
	Kind string
	IDs  []id.ID
}

// ReadRequest asks for wire values of the rows of an object that stand in one of
// the relations.
type ReadRequest struct {
	Object string
	// Where conditions are joined by AND, by OR where Any is set.
	Where []Condition
	Any   bool
	// Visible are the relations of the reader; none reads nothing.
	Visible []Relation
	Order   []Order
	Limit   int
	Offset  int
	// Total asks for the count of all matching rows.
	Total bool
}

// Item is one row in wire shape: lookups named, derived fields computed,
// internal fields left out.
type Item struct {
	ID      id.ID
	Version int64
	Fields  entry.Fields
	Route   entry.Route
}

// Page is a part of the matching rows.
type Page struct {
	Items []Item
	// Total counts all matching rows; Estimated says it is not exact.
	Total     int64
	Estimated bool
}
