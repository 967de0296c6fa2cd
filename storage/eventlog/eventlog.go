package eventlog

import (
	"context"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Log reads the entries of an organization.
type Log interface {
	// Read returns at most limit entries with seq > after, in order. ok is false if retention has
	// already removed entries after that offset.
	Read(ctx context.Context, organization id.ID, after int64, limit int) (entries []entry.Entry, ok bool, err error)
	// Head returns the newest seq, 0 for an empty log.
	Head(ctx context.Context, organization id.ID) (int64, error)
}

// Follower receives appended entries: consecutive, in seq order, of one organization per call. It
// must not block: the relay waits for it.
type Follower interface {
	Append(organization id.ID, entries []entry.Entry)
}

// Selective is a Follower that does not need the entries of organizations it holds no state for.
// It receives all entries of an organization it serves.
//
// A follower that starts to serve an organization must report so before it reads the
// organization's state: it may or may not receive entries that were committed before.
type Selective interface {
	Follower
	// Serves reports whether the follower needs the organization's entries. It must not block.
	Serves(organization id.ID) bool
}
