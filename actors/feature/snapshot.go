package feature

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Reader reads rows as clients are shown them (storage/pg).
type Reader interface {
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// Look reads something for a principal: a value that encodes as a JSON object. record is
// "" where it is not about one.
type Look func(ctx context.Context, r Reader, p *access.Principal, record id.ID) (any, error)

// Snapshot reads the state of the topics that an object names.
type Snapshot struct {
	Object string
	// Read reads a thread, or of what goes on that which concerns the principal; All
	// reads all that goes on, and is nil for a thread.
	Read, All Look
}

// Badge reads what a person has not read, in the topic me: the counts above zero by the
// ids of threads.
type Badge struct {
	Key  string
	Read func(ctx context.Context, r Reader, p *access.Principal) (map[id.ID]int64, error)
}
