package eventlog

import (
	"context"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Log reads the entries of an organisation.
type Log interface {
	// Read returns at most limit entries with seq > after, in order. ok is false
	// when entries after that place have already left the retention.
	Read(ctx context.Context, organization id.ID, after int64, limit int) (entries []entry.Entry, ok bool, err error)
	// Head returns the newest seq, 0 for an empty log.
	Head(ctx context.Context, organization id.ID) (int64, error)
}

// Follower is told of appended entries: consecutive, in seq order, for one
// organisation per call. It must not block: the relay waits for it.
type Follower interface {
	Append(organization id.ID, entries []entry.Entry)
}
