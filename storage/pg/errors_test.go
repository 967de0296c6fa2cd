package pg_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
)

// What ends a transaction from outside is no fault of ours: it may succeed when it is
// tried again.
func TestWhatEndsATransactionPasses(t *testing.T) {
	exec := func(ctx context.Context, tx pgx.Tx, statements ...string) error {
		for _, sql := range statements {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	}
	for name, do := range map[string]func(ctx context.Context, f *fixture, tx pgx.Tx) error{
		"an earlier statement failed (25P02)": func(ctx context.Context, _ *fixture, tx pgx.Tx) error {
			_ = exec(ctx, tx, "SELECT 1 / 0") // what has failed is not looked at
			return exec(ctx, tx, "SELECT 1")
		},
		"it was idle for too long (25P03)": func(ctx context.Context, f *fixture, tx pgx.Tx) error {
			if err := exec(ctx, tx, "SET LOCAL idle_in_transaction_session_timeout = '1ms'"); err != nil {
				return err
			}
			f.gone(tx)
			return exec(ctx, tx, "SELECT 1")
		},
		"it took too long (25P04)": func(ctx context.Context, _ *fixture, tx pgx.Tx) error { // PostgreSQL 17 says so
			return exec(ctx, tx, "DO $$ BEGIN RAISE 'too long' USING ERRCODE = '25P04'; END $$")
		},
		"the database became a standby (25006)": func(ctx context.Context, _ *fixture, tx pgx.Tx) error {
			return exec(ctx, tx, "SET TRANSACTION READ ONLY", "INSERT INTO core.log_head (organization_id) VALUES (gen_random_uuid())")
		},
		"it can't do that now (0A000)": func(ctx context.Context, _ *fixture, tx pgx.Tx) error {
			return exec(ctx, tx, "DO $$ BEGIN RAISE feature_not_supported; END $$")
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			err := f.RunInTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error { return do(ctx, f, tx) })
			f.refused(err, fault.Unavailable)
		})
	}
}

// gone waits until the server has ended the session of a transaction.
func (f *fixture) gone(tx pgx.Tx) {
	f.Helper()
	pid := tx.Conn().PgConn().PID()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for there := true; there; <-tick.C {
		if err := f.conn.QueryRow(f.Context(), "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)", pid).Scan(&there); err != nil {
			f.Fatal(err)
		}
	}
}

// A change of a table under a statement that was prepared before it costs its
// transaction a second try, and nobody an error.
func TestATableThatChangesUnderATransaction(t *testing.T) {
	f := newFixture(t)
	if _, err := f.conn.Exec(t.Context(), "CREATE TABLE core.changing (a integer); INSERT INTO core.changing VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	tries := 0
	for _, change := range []string{"SELECT 1", "ALTER TABLE core.changing ADD COLUMN b integer"} {
		if _, err := f.conn.Exec(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		f.ok(f.RunInTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
			tries++
			_, err := tx.Exec(ctx, "SELECT * FROM core.changing WHERE a = $1", 1)
			return err
		}))
	}
	if tries != 3 {
		t.Errorf("tried %d times: this did not test a plan that changed", tries)
	}
}
