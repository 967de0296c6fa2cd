package notifications

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Store is what notifications need of the database (storage/pg).
type Store interface {
	Log() eventlog.Log
	Registry(ctx context.Context, organization id.ID) (*schema.Registry, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	CommitMany(ctx context.Context, change row.Change) error
	Together(ctx context.Context, do func(ctx context.Context) error) error
	LogPosition(ctx context.Context, consumer string, organization id.ID) (int64, error)
	AdvanceLogPosition(ctx context.Context, consumer string, organization id.ID, from, to int64) error
	BehindInLog(ctx context.Context, consumer string) ([]id.ID, error)
}

// Principals give users with the rights that they have now.
type Principals interface {
	ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error)
}

// Presence reports which users are at none of their screens.
type Presence interface {
	Away(ctx context.Context, organization id.ID) (map[id.ID]bool, error)
}

// PublicURL is scheme and host under which the product is reached.
type PublicURL string

// event is one entry with one Happening of it.
type event struct {
	entry *entry.Entry
	kind  string
	// object and record are what it is about.
	object string
	record id.ID
	name   string
	to     []id.ID // nil for subscribers
	broad  bool
	text   string
	quotes string
}
