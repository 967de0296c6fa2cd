package row

import "switchboard/storage/id"

// Erasure is one record that a job erases completely.
type Erasure struct {
	Organization id.ID
	Job          id.ID
	Object       string
	Record       id.ID
}

// Referring is a record that refers to an erased one.
type Referring struct {
	ID id.ID
	// To is the record that it refers to.
	To id.ID
	// Gone reports that To is erased completely; otherwise it remains without its name.
	Gone bool
	// Removed says that it was removed and could be brought back.
	Removed bool
	// Open says that somebody looks after it now (schema.Object.Open).
	Open bool
	// Others says that the field names other records as well.
	Others bool
	// Stays says that the record is one of those that stay (schema.Erased.Stays).
	Stays bool
}

// Mentioning is a record that mentions erased ones without referring to them.
type Mentioning struct {
	ID id.ID
	Of []id.ID
}

// ErasedCount is how many records of an object an erasure has erased, or emptied in part.
type ErasedCount struct {
	Object string
	Whole  bool
	Count  int64
}
