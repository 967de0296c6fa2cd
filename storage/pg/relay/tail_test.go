package relay_test

import (
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/redistest"
	"switchboard/storage/waittest"
)

const moveHeadSQL = `WITH h AS (
		INSERT INTO core.log_head AS h (organization_id, seq) VALUES ($1, 1)
		ON CONFLICT (organization_id) DO UPDATE SET seq = h.seq + 1 RETURNING seq
	) INSERT INTO core.event_log (organization_id, seq, at, entry) SELECT $1, seq, now(), '{"op":"updated"}' FROM h`

// Two transactions append at the same time, as a relay does whose connection was lost
// beside its successor. Whichever commits late is seen all the same.
func TestNoHeadIsMissedThatMovesLate(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	one, told := pg.NewRelay(r.store, relay.Config{Logger: slog.New(slog.DiscardHandler)}), newCollector()
	one.Follow(told)
	look, end, err := relay.Tailing(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	early, late := id.New(), id.New()
	tx, err := r.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), moveHeadSQL, string(late)); err != nil {
		t.Fatal(err)
	}
	second := make(chan error, 1)
	go func() {
		_, err := r.pool.Exec(t.Context(), moveHeadSQL, string(early))
		second <- err
	}()
	waittest.Until(t, "the second has committed or waits for the first", func() bool {
		var waits bool
		if err := r.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		return waits || len(second) > 0
	})
	if err := look(); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Fatal(err)
	}
	if err := look(); err != nil {
		t.Fatal(err)
	}
	if one.Applied(early) != 1 || one.Applied(late) != 1 {
		t.Errorf("told up to %d and %d", one.Applied(early), one.Applied(late))
	}
	told.await(t, early, 1)
	told.await(t, late, 1)
}

// choosy is a collector that serves some organizations.
type choosy struct {
	*collector

	mu     sync.Mutex
	served []id.ID
}

func (c *choosy) Serves(organization id.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Contains(c.served, organization)
}

func (c *choosy) serve(organization id.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.served = append(c.served, organization)
}

// A node that does not lead is told of the organizations that it serves, from the
// moment when it serves them on, by announcements and by the log alone.
func TestANodeIsToldOfWhatItServes(t *testing.T) {
	t.Parallel()
	for name, server := range map[string]*redistest.Server{"with Redis": redistest.Start(t), "without": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRelays(t)
			config := func() relay.Config {
				c := relay.Config{Poll: 10 * time.Millisecond, Logger: slog.New(slog.DiscardHandler)}
				if server != nil {
					c.Broker = join(t, server)
				}
				return c
			}
			_, logged := r.leading(config())
			ours, other, later := r.org, id.New(), id.New()
			node := &choosy{collector: newCollector(), served: []id.ID{ours}}
			relay := r.follow(config(), node)
			for i := 1; i <= 20; i++ {
				for _, o := range []id.ID{ours, other, later} {
					r.put(o, "before")
					logged.await(t, o, i)
				}
			}
			node.await(t, ours, 20)
			waittest.Until(t, "what it does not serve is behind it", func() bool { return relay.Applied(other) == 20 && relay.Applied(later) == 20 })
			node.serve(later)
			r.put(later, "after")
			r.put(other, "after")
			if got := node.await(t, later, 1); got[0].Seq != 21 || got[0].Cause != "after" {
				t.Errorf("told %+v", got)
			}
			waittest.Until(t, "all is behind it", func() bool { return relay.Applied(other) == 21 })
			node.collector.mu.Lock()
			defer node.collector.mu.Unlock()
			if n := len(node.seen[other]); n > 0 {
				t.Errorf("told %d entries of another's organization", n)
			}
		})
	}
}
