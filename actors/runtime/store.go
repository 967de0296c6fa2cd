package runtime

import (
	"context"

	"switchboard/storage/fault"
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

// Own reads the record of an actor's own identity, the zero Record where there is none yet.
func Own(ctx context.Context, store Store, who Identity, object string) (row.Record, error) {
	record, err := store.Get(ctx, who.Organization, object, who.ID)
	if fault.Is(err, fault.NotFound) {
		return row.Record{}, nil
	}
	return record, err
}
