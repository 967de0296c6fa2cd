package feature

import (
	"context"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Notice declares which changes of an object's records users are notified of.
type Notice struct {
	// Object is the object of the entries, "" for every object.
	Object string
	// Read returns what users are notified of by an entry. It writes nothing: it may be called again for the same
	// entry.
	Read func(ctx context.Context, r NoticeReader, e *entry.Entry) ([]Happening, error)
}

// NoticeReader reads what a Notice needs in addition to the entry.
type NoticeReader interface {
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// Happening is an event that users are notified of.
type Happening struct {
	// Kind is one of the kinds of notifications, by which users choose their channels.
	Kind string
	// Object and Record are what it is about, and what a notification opens.
	Object string
	Record id.ID
	// Subject is the record's name, for those who may read it; "" where clients read it themselves,
	// as they can of objects of which they may read every record.
	Subject string
	// To are the users who are notified; nil for the active subscribers of Record with the setting
	// Kind. Nobody is notified of what they caused themselves, or of an entry that they may not read.
	To []id.ID
	// Broad is true where To is everybody rather than users who are named: a record that a user muted
	// then stays silent.
	Broad bool
	// Text quotes the field Quotes of the entry's record, for those who may read it; "" for nothing.
	Text   string
	Quotes string
}
