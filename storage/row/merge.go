package row

import (
	"time"

	"switchboard/storage/id"
)

// Merge is a merge of records into a master record, as the database remembers it.
type Merge struct {
	Organization id.ID
	ID           id.ID
	Object       string
	Master       id.ID
	Merged       []id.ID
	By           id.ID
	At           time.Time
	Undone       bool
}

// Naming is a record that refers to a merged record.
type Naming struct {
	ID id.ID
	// Clashes says that the master record has one like it: a unique field allows no second one.
	Clashes bool
}

// Moved is a reference that a merge moved to the master record.
type Moved struct {
	Object, Field string
	ID, From      id.ID
	// Removed says that the record was removed instead, since it clashed.
	Removed bool
	// HadMaster says that the list named the master record before, too.
	HadMaster bool
}

// Suspects asks for groups of records that may be duplicates of each other.
type Suspects struct {
	// ReadRequest selects the records; its order and page do not count.
	ReadRequest
	// By are the fields by any of which two records are the same.
	By []string
	// Most bounds the groups.
	Most int
}
