package relay_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// timeout is how long a test waits for what must come; no test asserts a time.
const timeout = time.Minute

// collector is a follower that keeps all it is told and notes every hole.
type collector struct {
	mu      sync.Mutex
	seen    map[id.ID][]entry.Entry
	holes   []string
	changed chan struct{}
}

func newCollector() *collector {
	return &collector{seen: map[id.ID][]entry.Entry{}, changed: make(chan struct{})}
}

func (c *collector) Append(organization id.ID, entries []entry.Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range entries {
		if had := c.seen[organization]; len(had) > 0 && had[len(had)-1].Seq+1 != e.Seq {
			c.holes = append(c.holes, fmt.Sprintf("%d after %d", e.Seq, had[len(had)-1].Seq))
		}
		if e.Organization != organization {
			c.holes = append(c.holes, fmt.Sprintf("%d is of another organization", e.Seq))
		}
		c.seen[organization] = append(c.seen[organization], e)
	}
	close(c.changed)
	c.changed = make(chan struct{})
}

// await returns what one organization's follower was told once it is n entries.
func (c *collector) await(t testing.TB, organization id.ID, n int) []entry.Entry {
	t.Helper()
	deadline := time.After(timeout)
	for {
		c.mu.Lock()
		seen, changed, holes := c.seen[organization], c.changed, c.holes
		c.mu.Unlock()
		if len(holes) > 0 {
			t.Fatalf("holes: %v", holes)
		}
		if len(seen) >= n {
			return seen
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("%d of %d entries came", len(seen), n)
		}
	}
}

// relays is a database whose relays a test starts.
type relays struct {
	testing.TB
	store *pg.Store
	pool  *pgxpool.Pool
	org   id.ID
	also  []eventlog.Follower // told by every relay that is run
	ends  map[*relay.Relay]func()
}

func newRelays(t testing.TB) *relays {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	r := relaysOn(t, dsn)
	r.store = store
	return r
}

// relaysOn is a database whose stores the test opens itself.
func relaysOn(t testing.TB, dsn string) *relays {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &relays{TB: t, pool: pool, org: storetest.Organization, ends: map[*relay.Relay]func(){}}
}

// run starts a relay that ends with the test.
func (r *relays) run(cfg relay.Config) (*relay.Relay, *collector) {
	r.Helper()
	told := newCollector()
	return r.follow(cfg, append([]eventlog.Follower{told}, r.also...)...), told
}

// follow is run with followers of the test's own.
func (r *relays) follow(cfg relay.Config, followers ...eventlog.Follower) *relay.Relay {
	r.Helper()
	cfg.Logger = slog.New(slog.DiscardHandler)
	relay := pg.NewRelay(r.store, cfg)
	for _, f := range followers {
		relay.Follow(f)
	}
	done := make(chan error, 1)
	ctx, stop := context.WithCancel(context.Background())
	go func() { done <- relay.Run(ctx) }()
	end := sync.OnceFunc(func() {
		stop()
		if err := <-done; err != nil {
			r.Errorf("run: %v", err)
		}
	})
	r.Cleanup(end)
	r.ends[relay] = end
	waittest.Until(r, "the relay reaches the database", func() bool { return relay.Healthy() == nil })
	return relay
}

// leading is run, until the relay leads.
func (r *relays) leading(cfg relay.Config) (*relay.Relay, *collector) {
	r.Helper()
	relay, told := r.run(cfg)
	waittest.Until(r, "the relay leads", relay.Leading)
	return relay, told
}

// contacts commits some, each by itself.
func (r *relays) contacts(n int) {
	r.Helper()
	for range n {
		if _, err := r.store.Commit(r.Context(), row.Change{Organization: r.org, Writes: []row.Write{
			{Object: "contact", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": "Ann"}},
		}}); err != nil {
			r.Fatal(err)
		}
	}
}

// put writes rows into the outbox by hand, each in a transaction of its own.
func (r *relays) put(organization id.ID, causes ...string) {
	r.Helper()
	for _, cause := range causes {
		r.exec(`INSERT INTO core.outbox (organization_id, entry) VALUES ($1, json_build_object('cause', $2::text, 'op', 'updated'))`, string(organization), cause)
	}
}

func (r *relays) exec(sql string, args ...any) {
	r.Helper()
	if _, err := r.pool.Exec(r.Context(), sql, args...); err != nil {
		r.Fatal(err)
	}
}

// cut ends every relay's session, as an administrator may.
func (r *relays) cut() (n int) {
	r.Helper()
	err := r.pool.QueryRow(r.Context(), `SELECT count(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE application_name = 'switchboard relay' AND datname = current_database()) AS cut`).Scan(&n)
	if err != nil {
		r.Fatal(err)
	}
	return n
}

func causes(entries []entry.Entry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.Cause
	}
	return out
}
