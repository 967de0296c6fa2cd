package row

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// What an import does with the rows of a table.
const (
	ImportCreate = "create"
	ImportUpdate = "update"
	ImportDelete = "delete"
)

// What became of a row.
const (
	RowCreated   = "created"
	RowUpdated   = "updated"
	RowUnchanged = "unchanged"
	RowDeleted   = "deleted"
)

// ImportRow is one row of a table.
type ImportRow struct {
	// Key names the row: the same key makes the same record, and no second one.
	Key string
	// Record is the one that the row changes or deletes, Version the version that it must have, 0 for
	// any.
	Record  id.ID
	Version int64
	Input   map[string]json.RawMessage
}

// ImportedRow is what became of a row, or would.
type ImportedRow struct {
	Record id.ID
	Action string
	// Before and After are the fields that a row changes, as clients are shown them.
	Before, After entry.Fields
	// Err is why the row was refused.
	Err error
}

// Match is the record that a value names, or why it names none.
type Match struct {
	ID  id.ID
	Err error
}
