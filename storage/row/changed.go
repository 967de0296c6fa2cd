package row

import "switchboard/storage/id"

// ChangedBy is what one request changed of a record.
type ChangedBy struct {
	ID id.ID
	// Version is the record's version that the change made.
	Version int64
	// Fields are those that it changed and no later change touched.
	Fields []string
}
