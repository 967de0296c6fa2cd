package query

import "switchboard/storage/id"

// Definition is a query that its author follows.
type Definition struct {
	ID   id.ID
	Text string
	// Page and Limit are those of a Request.
	Page, Limit int
}
