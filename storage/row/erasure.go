package row

import "switchboard/storage/id"

// Erasure is one record of which everything is to be erased, by a job.
type Erasure struct {
	Organization id.ID
	Job          id.ID
	Object       string
	Record       id.ID
}

// Referring is a record that refers to one that is erased.
type Referring struct {
	ID id.ID
	// Removed says that it was removed and could be brought back.
	Removed bool
	// Open says that somebody looks after it now (schema.Object.Open).
	Open bool
	// Others says that the field names other records as well.
	Others bool
	// Stays says that the record is one of those that stay (schema.Erased.Stays).
	Stays bool
}

// ErasedCount is how many records of an object an erasure has erased, or emptied in part.
type ErasedCount struct {
	Object string
	Whole  bool
	Count  int64
}
