package query

import (
	"switchboard/storage/entry"
)

// BrowseRequest asks for a page of a list, to go through all of it.
type BrowseRequest struct {
	Filter []FilterRow
	// Any joins the filter's rows by OR.
	Any    bool
	Search string
	// Order holds field names, a minus before one that descends; none means the object's own order.
	Order []string
	// Cursor is where the page begins, Offset of a search; as the page before says.
	Cursor string
	Offset int
	Limit  int
	// Total asks for the number of all matching records.
	Total bool
}

// Browsed is a page of a list as a principal may see it.
type Browsed struct {
	Records []entry.Fields
	Cursor  string
	Offset  int
	HasNext bool
	Total   int64
}
