package storetest

import (
	"context"
	"log/slog"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/pgtest"
)

// Organization is the organization of every test's database.
const Organization id.ID = "0198c0de-0000-7000-8000-000000000001"

// New returns a store over a database of its own and the id of its
// organization. The package's TestMain must be pgtest.Main or end by
// pgtest.Wrap, which stop the server.
func New(t testing.TB) (*pg.Store, id.ID) {
	t.Helper()
	store, _ := WithDSN(t)
	return store, Organization
}

// WithDSN is New for a test that opens further stores or connections to the
// same database. The test closes them before it ends.
func WithDSN(t testing.TB) (*pg.Store, string) {
	t.Helper()
	pgtest.SetTemplate("storetest", build)
	dsn := pgtest.Open(t)
	store, err := pg.Open(t.Context(), config(dsn))
	if err != nil {
		t.Fatalf("storetest: %v", err)
	}
	t.Cleanup(store.Close)
	return store, dsn
}

func config(dsn string) pg.Config {
	return pg.Config{DSN: dsn, Registry: features.Registry(), MaxConns: 8, Logger: slog.New(slog.DiscardHandler)}
}

func build(ctx context.Context, dsn string) error {
	store, err := pg.Open(ctx, config(dsn))
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Migrate(ctx); err != nil {
		return err
	}
	return store.CreateOrganization(ctx, organizations.Organization{ID: Organization, Name: "Test"})
}
