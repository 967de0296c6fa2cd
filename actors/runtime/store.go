package runtime

import (
	"context"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what owners of records need from the database (storage/pg): they read rows
// of their organization, and commit what they decide.
type Store interface {
	Committer
	// Get reads one record, or returns fault.NotFound.
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	// Read reads a page of records as a principal may see them.
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
}

// Own reads the record of an actor's own identity, or returns the zero Record.
func Own(ctx context.Context, store Store, who Identity, object string) (row.Record, error) {
	record, err := store.Get(ctx, who.Organization, object, who.ID)
	if fault.Is(err, fault.NotFound) {
		return row.Record{}, nil
	}
	return record, err
}
