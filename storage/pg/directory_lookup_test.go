package pg_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/pg"
)

// statements notes what is asked of the database. It is a pgx.QueryTracer.
type statements struct {
	mu   sync.Mutex
	sent []pgx.TraceQueryStartData
}

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, data)
	return ctx
}

func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// A call or a text finds its organization by one statement, which an index answers however
// many organizations and numbers there are.
func TestANumbersOrganizationIsOneLookUp(t *testing.T) {
	f := newFixture(t)
	const e164 = "+12065550101"
	if _, err := f.claimNumber(f.org, e164); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO core.number SELECT '+1300' || lpad(n::text, 7, '0'), '` + string(f.org) + `', 'twilio_phone', gen_random_uuid() FROM generate_series(1, 20000) n`,
		`INSERT INTO core.record SELECT gen_random_uuid(), '` + string(f.org) + `' FROM generate_series(1, 20000) n`,
		"ANALYZE core.number", "ANALYZE core.record",
	} {
		if _, err := f.conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	notes := &statements{}
	store, err := pg.Open(t.Context(), pg.Config{DSN: f.conn.Config().ConnString(), Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: notes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	for what, ask := range map[string]func() error{
		"number": func() error { _, _, err := store.OrganizationByNumber(t.Context(), e164); return err },
		"record": func() error { _, _ = store.OrganizationByRecord(t.Context(), id.New()); return nil },
	} {
		notes.sent = nil
		if err := ask(); err != nil {
			t.Fatal(err)
		}
		if len(notes.sent) != 1 {
			t.Errorf("the organization of a %s takes %d statements", what, len(notes.sent))
			continue
		}
		rows, err := f.conn.Query(t.Context(), "EXPLAIN "+notes.sent[0].SQL, notes.sent[0].Args...)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if plan := strings.Join(lines, "\n"); !strings.Contains(plan, "Index") || strings.Contains(plan, "Seq Scan") {
			t.Errorf("the organization of a %s is found by\n%s", what, plan)
		}
	}
}
