package row

import "encoding/json"

// GroupRequest counts records by the values of up to two fields.
type GroupRequest struct {
	// ReadRequest selects the records; its order and page don't count.
	ReadRequest
	By []string
	// Sums are fields of numbers that are added up.
	Sums []string
	// Most bounds the groups.
	Most int
}

// Group is how many records have the same values, and what their numbers come to.
type Group struct {
	// Keys are the values of the fields that records are grouped by, as clients are shown
	// them; nil for a field whose values are taken together.
	Keys  []json.RawMessage
	Count int64
	// Sums are numbers, null if no record has one.
	Sums []json.RawMessage
}
