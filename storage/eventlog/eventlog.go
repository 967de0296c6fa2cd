package eventlog

import (
	"context"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Log reads the entries of an organization.
type Log interface {
	// Read returns at most limit entries with seq > after, in order. ok is false
	// when entries after that place have already left the retention.
	Read(ctx context.Context, organization id.ID, after int64, limit int) (entries []entry.Entry, ok bool, err error)
	// Head returns the newest seq, 0 for an empty log.
	Head(ctx context.Context, organization id.ID) (int64, error)
}

// Follower is told of appended entries: consecutive, in seq order, for one
// organization per call. It must not block: the relay waits for it.
type Follower interface {
	Append(organization id.ID, entries []entry.Entry)
}

// Selective is a Follower that can do without the entries of an organization of which
// it keeps nothing. While it serves one it is told as any Follower is.
//
// Whoever begins to serve an organization must say so before it reads the
// organization's state: entries that were committed before are told to it or not.
type Selective interface {
	Follower
	// Serves tells whether it wants the organization's entries. It must not block.
	Serves(organization id.ID) bool
}
