package queries_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/pool"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

// counted is a store whose round trips are counted, with one connection for lists.
func counted(t *testing.T, dsn string) (*pg.Store, *pgtest.Trips) {
	t.Helper()
	count, now := &pgtest.Trips{}, time.Now() // whoever is known stays so
	store, err := pg.Open(t.Context(), pg.Config{
		DSN: dsn, MaxConns: 3, Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: count, Now: func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store, count
}

func TestRoundTripsOfAQuery(t *testing.T) {
	t.Parallel()
	rich, dsn := storetest.WithDSN(t)
	org := storetest.Organization
	ann := put(t, rich, org, "user", row.Fields{"name": "Ann"})
	var contacts []id.ID
	for i := range 7 {
		contacts = append(contacts, put(t, rich, org, "contact", row.Fields{"name": fmt.Sprintf("C%d", i), "company": fmt.Sprintf("Company %d", i%2), "owner": ann}))
	}
	put(t, rich, org, "call", row.Fields{"name": "Call", "contact": contacts[0]})
	store, count := counted(t, dsn)
	boss := principal(t, store, org, true)
	for _, c := range []struct {
		text               string
		rows, total, trips int
	}{
		{"SELECT name FROM contact ORDER BY name LIMIT 3", 3, 7, 1},
		{"SELECT name FROM contact ORDER BY name LIMIT 3 OFFSET 6", 1, 7, 1},
		{"SELECT name, owner FROM contact ORDER BY name LIMIT 3", 3, 7, 1},
		{"SELECT name, contact FROM call", 1, 1, 2}, // the contact's name
		{"SELECT name FROM contact WHERE company = 'Company 1' ORDER BY name LIMIT 3", 3, 3, 1},
		{"SELECT name FROM contact WHERE company = 'Company 0' ORDER BY name LIMIT 3", 3, 4, 2}, // the total
		{"SELECT name, owner FROM contact WHERE company = 'Company 0' ORDER BY name LIMIT 3", 3, 4, 2},
		{"SELECT name FROM contact WHERE company = 'Company 0' ORDER BY name LIMIT 3 OFFSET 9", 0, 4, 2},
		{"SELECT call.name FROM call JOIN contact ON call.contact = contact.id", 1, 1, 2}, // the planner is asked first
		{"SELECT COUNT(*) AS n FROM contact", 1, 1, 1},
	} {
		var answer query.Answer
		for turn, want := range []int{0, c.trips, c.trips} { // of the first one nothing is known yet
			count.N.Store(0)
			prepared, err := store.PrepareQuery(t.Context(), org, query.Request{Text: c.text, Reader: boss, Clock: noon})
			if err == nil {
				answer, err = prepared.Run(t.Context())
			}
			if err != nil || len(answer.Rows) != c.rows || answer.Total != int64(c.total) {
				t.Fatalf("%s: %d rows of %d, %v", c.text, len(answer.Rows), answer.Total, err)
			}
			if n := int(count.N.Load()); turn > 0 && n != want {
				t.Errorf("%s: %d round trips, not %d", c.text, n, want)
			}
		}
	}
	r := reported(t, store, boss, "SELECT * FROM contact", "company")
	for turn := range 2 {
		count.N.Store(0)
		rows, err := r.Run(t.Context())
		if err != nil || len(rows.Cells) != 2 {
			t.Fatal(rows, err)
		}
		if n := count.N.Load(); turn > 0 && n != 1 {
			t.Errorf("a report: %d round trips", n)
		}
	}
}

// A text is read by the database under the role before it is ever sent together with the
// begin of its transaction: what the role may not look up is not found, however often it
// is asked. And whatever a statement comes to, its connection is ours again.
func TestATextIsReadUnderTheRole(t *testing.T) {
	t.Parallel()
	_, dsn := storetest.WithDSN(t)
	org := storetest.Organization
	store, _ := counted(t, dsn)
	us, err := store.Bare(t.Context(), org, "SELECT current_user::text", 1, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"SELECT 'core.account'::regclass::text", // resolved as it is read, and harmless to run
		"SELECT email FROM core.account",
		"SELECT (1 / (SELECT count(*) FROM pg_class WHERE false))::text",
	} {
		for range 3 {
			if rows, err := store.Bare(t.Context(), org, text, 1, false); !pool.Is(err, privileges, "22012") { // a division by zero
				t.Errorf("%s: %v %v", text, rows, err)
			}
			if now, err := store.Bare(t.Context(), org, "SELECT current_user::text", 1, true); err != nil || printed(now) != printed(us) {
				t.Errorf("after %s we are %v, not %v (%v)", text, now, us, err)
			}
		}
	}
	for range 3 {
		if now, err := store.Bare(t.Context(), org, "SELECT current_user::text AS role", 1, false); err != nil || printed(now) == printed(us) {
			t.Errorf("a query runs as %v (%v)", now, err)
		}
	}
}
