package queries_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/tables"
)

// batches notes what is sent together. It is a pgx.QueryTracer and a pgx.BatchTracer.
type batches struct {
	mu   sync.Mutex
	sent []string
}

func (b *batches) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

func (b *batches) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	var texts []string
	for _, q := range data.Batch.QueuedQueries {
		texts = append(texts, q.SQL)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, strings.Join(texts, "; "))
	return ctx
}

func (*batches) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData)     {}
func (*batches) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*batches) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// planned reports whether a plan of its own was made for what was sent last, and forgets it.
func (b *batches) planned() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	is := slices.ContainsFunc(b.sent, func(text string) bool { return strings.Contains(text, "force_custom_plan") })
	b.sent = nil
	return is
}

// uneven is an organization in which Big has 700 contacts, and each of 30 others has 20.
func uneven(t *testing.T) (*pg.Store, id.ID, *batches, *pgx.Conn) {
	t.Helper()
	_, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	org := storetest.Organization
	table := tables.Quote(tables.SchemaOf(org)) + ".contact"
	for _, statement := range []string{
		fmt.Sprintf(`INSERT INTO %s (id, organization_id, version, created_date, modified_date, name, company, do_not_call, preferred_language)
			SELECT gen_random_uuid(), '%s', 1, now(), now(), 'C' || i, CASE WHEN i <= 700 THEN 'Big' ELSE 'Small ' || i %% 30 END, i %% 4 < 2, 'x' || i %% 3
			FROM generate_series(1, 1300) i`, table, org),
		"ANALYZE " + table,
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	sent := &batches{}
	store, err := pg.Open(t.Context(), pg.Config{DSN: dsn, MaxConns: 3, Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: sent})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, org, sent, conn
}

// Where an index finds few records a plan is kept; where many have the value, or it is not
// known how many, one is made for it.
func TestAPlanIsKeptWhereFewAreFound(t *testing.T) {
	t.Parallel()
	store, org, sent, _ := uneven(t)
	boss := principal(t, store, org, true)
	ask := func(where string, rows int, planned bool) {
		t.Helper()
		got, err := run(t, store, boss, "SELECT name, company FROM contact WHERE "+where+" ORDER BY name LIMIT 900")
		if err != nil || len(got) != rows {
			t.Errorf("%s: %d rows, %v, want %d", where, len(got), err, rows)
		}
		if is := sent.planned(); is != planned {
			t.Errorf("%s: a plan was made: %t, want %t", where, is, planned)
		}
	}
	ask("company = 'Small 7'", 20, true) // nothing is known yet
	for range 10 {
		ask("company = 'Small 8'", 20, false)
	}
	ask("company = 'Big'", 700, true)
	ask("company = 'Nobody'", 0, false)
	ask("do_not_call = true AND company = 'Small 9'", 10, true) // the text is new
	ask("do_not_call = true AND company = 'Small 11'", 10, false)
	for range 2 {
		ask("company = 'Small 7' AND id IN (SELECT id FROM contact WHERE company = 'Small 7')", 20, true) // its cost is asked
		ask("company = 'Small 7' OR name = 'C1'", 21, true)
		ask("preferred_language = 'x1'", 434, true) // no index
		ask("do_not_call = true", 650, true)
	}
}

// What is read by a kept plan is read under the role, which is given back with the end of it.
func TestTheRoleHoldsForKeptPlans(t *testing.T) {
	t.Parallel()
	store, org, sent, conn := uneven(t)
	boss := principal(t, store, org, true)
	const text = "SELECT name FROM contact WHERE company = 'Small 7'"
	for range 2 {
		if _, err := run(t, store, boss, text); err != nil {
			t.Fatal(err)
		}
	}
	sent.planned()
	if _, err := conn.Exec(t.Context(), "REVOKE SELECT (company) ON "+tables.Quote(tables.SchemaOf(org))+`.contact FROM "switchboard_reads_`+org.Compact()+`"`); err != nil {
		t.Fatal(err)
	}
	if rows, err := run(t, store, boss, text); !fault.Is(err, fault.Unavailable) || sent.planned() {
		t.Errorf("%d rows were read past the role: %v", len(rows), err)
	}
	// What may be read is granted again, and connections are nobody's but ours.
	if _, err := run(t, store, boss, text); err != nil {
		t.Error(err)
	}
	if _, err := store.Bare(t.Context(), org, "SELECT name FROM "+tables.Quote(tables.SchemaOf(org))+".session", 1, true); err != nil {
		t.Errorf("a connection kept the role: %v", err)
	}
}
