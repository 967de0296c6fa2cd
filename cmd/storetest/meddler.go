package storetest

import (
	"context"

	"switchboard/storage/pg"
	"switchboard/storage/row"
)

// Meddler is a store that injects writes right before a commit, so that a
// test can provoke a race.
type Meddler struct {
	*pg.Store
	// Before holds the functions to run before the next commits, nil for
	// none.
	Before []func()
}

func (m *Meddler) meddle() {
	if len(m.Before) == 0 {
		return
	}
	meddle := m.Before[0]
	if m.Before = m.Before[1:]; meddle != nil {
		meddle()
	}
}

// Commit implements runtime.Committer.
func (m *Meddler) Commit(ctx context.Context, change row.Change) ([]row.Record, error) {
	m.meddle()
	return m.Store.Commit(ctx, change)
}

// CommitItems is Commit for the record service.
func (m *Meddler) CommitItems(ctx context.Context, change row.Change) ([]row.Item, error) {
	m.meddle()
	return m.Store.CommitItems(ctx, change)
}

// CommitMany is Commit for changes in bulk.
func (m *Meddler) CommitMany(ctx context.Context, change row.Change) error {
	m.meddle()
	return m.Store.CommitMany(ctx, change)
}
