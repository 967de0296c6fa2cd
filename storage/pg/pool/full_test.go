package pool_test

import (
	"log/slog"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/pool"
)

// While the disk is full every write is refused with fault.Full and reads succeed. Writes succeed
// again on the same connections once there is space.
func TestAFullDiskAllowsReadsOnly(t *testing.T) {
	var full atomic.Bool
	p, err := pool.Open(t.Context(), pool.Config{DSN: pgtest.OpenEmpty(t), Logger: slog.New(slog.DiscardHandler), IsFull: full.Load})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if _, err := p.Exec(t.Context(), "CREATE TABLE number (n int PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	n := 0
	ways := map[string]func() error{
		"by itself":   func() error { n++; _, err := p.Exec(t.Context(), add, n); return err },
		"with others": func() error { n++; _, err := p.Changes.Exec(t.Context(), add, n); return err },
		"in transaction": func() error {
			n++
			return pgx.BeginFunc(t.Context(), p, func(tx pgx.Tx) error { _, err := tx.Exec(t.Context(), add, n); return err })
		},
	}
	for range 2 {
		for way, write := range ways {
			if err := write(); err != nil {
				t.Errorf("%s: %v", way, err)
			}
		}
		full.Store(true)
		for way, write := range ways {
			err := p.Failure(write())
			if !fault.Is(err, fault.Full) || fault.From(err).RetryAfter == 0 {
				t.Errorf("%s with the disk full: %v", way, err)
			}
		}
		for name, from := range map[string]pool.Source{"the pool": p, "lists": p.Lists} {
			var there int
			if err := from.QueryRow(t.Context(), "SELECT count(*) FROM number").Scan(&there); err != nil || there == 0 {
				t.Errorf("%s reads %d, %v", name, there, err)
			}
		}
		full.Store(false)
	}
}
