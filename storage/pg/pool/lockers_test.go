package pool_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/waittest"
)

// Writers of one locked row occupy a few connections only. Writers of other rows continue, and
// the waiting ones succeed once the row is free.
func TestLockWaitersLeaveConnectionsToOthers(t *testing.T) {
	r := writing(t)
	if err := r.add(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	tx, err := r.block.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "SELECT FROM number WHERE n = 1 FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	const change = "UPDATE number SET times = times + 1 WHERE n = 1"
	writers := []func(ctx context.Context) error{
		func(ctx context.Context) error { _, err := r.Changes.Exec(ctx, change); return err },
		func(ctx context.Context) error {
			return r.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error { _, err := tx.Exec(ctx, change); return err })
		},
		func(ctx context.Context) error {
			return r.Together(ctx, func(ctx context.Context) error { _, err := r.Transaction(ctx).Conn.Exec(ctx, change); return err })
		},
	}
	const waiters = 24
	var waiting sync.WaitGroup
	for i := range waiters {
		waiting.Go(func() {
			if err := writers[i%len(writers)](t.Context()); err != nil {
				t.Errorf("a waiter failed: %v", err)
			}
		})
	}
	waittest.UntilIs(t, "the waiters to hold no more connections than they may", r.LockWaiters(), func() (n int) {
		if err := tx.QueryRow(t.Context(), `SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND (database = (SELECT oid FROM pg_database WHERE datname = current_database())
			OR transactionid IN (SELECT transactionid FROM pg_locks WHERE pid = pg_backend_pid()))`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second) // half of the maximum lock wait
	defer cancel()
	var others sync.WaitGroup
	for i := range 24 {
		others.Go(func() {
			for j := range 5 {
				if err := r.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error { _, err := tx.Exec(ctx, add, 1000+10*i+j); return err }); err != nil {
					t.Errorf("a writer of another row failed: %v", err)
				}
			}
		})
	}
	others.Wait()
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting.Wait()
	var times int
	if err := r.QueryRow(t.Context(), "SELECT times FROM number WHERE n = 1").Scan(&times); err != nil || times != 1+waiters {
		t.Errorf("the row was changed %d times, %v", times-1, err)
	}
}
