package runtime

import (
	"context"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what owners of records need of the database (storage/pg): they read rows of
// their organization, and what they decide is committed.
type Store interface {
	Committer
	// Get reads one record; fault.NotFound.
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	// Read reads a page of records as somebody may see them.
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
}
