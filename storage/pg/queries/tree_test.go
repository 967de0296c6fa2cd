package queries_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/query"
	"switchboard/storage/report"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// reported prepares a report by an object's field.
func reported(t testing.TB, store *pg.Store, p *access.Principal, text, field string) query.PreparedTree {
	t.Helper()
	plan, err := report.Make(report.Source{Text: text}, report.Settings{ChartType: "Pie", Field: field}, p)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := store.PrepareTree(t.Context(), p.Organization, query.TreeRequest{Tree: plan.Tree, Reader: p, Clock: noon, Most: report.Rows})
	if err != nil {
		t.Fatal(plan.Refuse(err))
	}
	return prepared
}

// relayed moves what is in the outbox into the log, and ends.
func relayed(t *testing.T, store *pg.Store, dsn string) {
	t.Helper()
	moving := pg.NewRelay(store, relay.Config{Logger: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { _ = moving.Run(ctx) })
	defer func() { cancel(); ended.Wait() }()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	waittest.Until(t, "the outbox to be empty", func() bool {
		var left int
		return conn.QueryRow(t.Context(), "SELECT count(*) FROM core.outbox").Scan(&left) == nil && left == 0
	})
}

// What changes the rows of a report is noticed while it is in the outbox and when it is in
// the log; what only moves from one to the other is no change, and neither is what happens
// to other objects.
func TestAMarkMovesWithWhatItStandsFor(t *testing.T) {
	t.Parallel()
	store, dsn := storetest.WithDSN(t)
	org := storetest.Organization
	p := principal(t, store, org, true)
	ann := put(t, store, org, "user", row.Fields{"name": "Ann"})
	contact := put(t, store, org, "contact", row.Fields{"name": "One", "owner": ann})
	r := reported(t, store, p, "SELECT * FROM contact", "owner")
	rows, err := r.Run(t.Context())
	if err != nil || len(rows.Cells) != 1 || rows.Mark.Pending != 2 {
		t.Fatal(rows, err)
	}
	mark := rows.Mark
	expect := func(what string, want bool) {
		t.Helper()
		now, changed, err := r.Since(t.Context(), mark)
		if err != nil || changed != want {
			t.Errorf("%s: changed is %t (%v), from %+v to %+v", what, changed, err, mark, now)
		}
		mark = now
	}
	change := func(object string, of id.ID) {
		t.Helper()
		_, err := store.Commit(t.Context(), row.Change{Organization: org, Writes: []row.Write{{Object: object, ID: of, Op: entry.Updated, Set: row.Fields{"name": string(id.New())}}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	expect("nothing", false)
	relayed(t, store, dsn)
	expect("moved into the log", false)
	expect("nothing again", false)
	note := put(t, store, org, "note", row.Fields{"name": "A note"})
	expect("a note in the outbox", false)
	relayed(t, store, dsn)
	change("note", note)
	expect("a note in the log, another in the outbox", false)
	change("contact", contact)
	expect("a contact in the outbox", true)
	relayed(t, store, dsn)
	expect("which moved into the log", false)
	change("user", ann)
	relayed(t, store, dsn)
	expect("the name of an owner in the log", true)
	expect("which is known now", false)
	change("note", note)
	change("contact", contact)
	relayed(t, store, dsn)
	expect("both in the log", true)
	if _, changed, err := r.Since(t.Context(), query.Mark{Seq: mark.Seq + 5}); err != nil || !changed {
		t.Errorf("a log that is shorter than it was: %t %v", changed, err)
	}
}

// The key tells apart whatever could give other rows.
func TestTheKeyOfAReport(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	boss := principal(t, store, org, true)
	reads := map[string]access.ObjectPermission{"contact": {Read: true}, "user": {Read: true}}
	own := principal(t, store, org, false, access.PermissionSet{Objects: reads, Scopes: map[string]access.Scope{"contact": access.ScopeOwn}})
	all := principal(t, store, org, false, access.PermissionSet{Objects: reads})
	seen := map[string]string{}
	for _, c := range []struct {
		p           *access.Principal
		text, field string
	}{
		{boss, "SELECT * FROM contact", "owner"},
		{boss, "SELECT * FROM contact", "name"},
		{boss, "SELECT * FROM contact WHERE name = 'a'", "name"},
		{boss, "SELECT * FROM contact WHERE name = 'b'", "name"},
		{boss, "SELECT * FROM contact WHERE created_date = TODAY", "name"},
		{boss, "SELECT * FROM contact WHERE created_date = YESTERDAY", "name"},
		{own, "SELECT * FROM contact", "owner"},
	} {
		what := fmt.Sprintf("%s by %s of a superuser (%t)", c.text, c.field, c.p.Superuser)
		key := reported(t, store, c.p, c.text, c.field).Key()
		if seen[key] != "" {
			t.Errorf("%s and %s have one key", seen[key], what)
		}
		seen[key] = what
		if key != reported(t, store, c.p, c.text, c.field).Key() {
			t.Errorf("%s has two keys", what)
		}
	}
	if reported(t, store, all, "SELECT name FROM contact", "name").Key() != reported(t, store, boss, "SELECT name FROM contact", "name").Key() {
		t.Error("who sees the same has another key")
	}
}

// A report is priced like any query, and ended when it takes longer than it may.
func TestReportsStandBehindTheWalls(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	p := principal(t, store, org, true)
	const some = 60
	for i := range some {
		put(t, store, org, "contact", row.Fields{"name": fmt.Sprint(i)})
	}
	const bomb = "SELECT * FROM contact JOIN contact b ON contact.id != b.id JOIN contact c ON c.id != b.id JOIN contact d ON d.id != c.id"
	r := reported(t, store, p, bomb, "contact.name")
	store.QueryLimits.Cost = 1
	if _, err := r.Run(t.Context()); !fault.Is(err, fault.Invalid) {
		t.Errorf("a dear report: %v", err)
	}
	store.QueryLimits.Cost, store.QueryLimits.Report = 1e12, 50*time.Millisecond
	if _, err := r.Run(t.Context()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a report of %d rows: %v", some*some*some*some, err)
	}
}

// What a report asks for the database takes: of every field of every object.
func TestTheDatabaseTakesReportsOfEveryField(t *testing.T) {
	t.Parallel()
	store, org := storetest.New(t)
	p := principal(t, store, org, true)
	clock, _ := noon()
	made := 0
	for _, o := range p.Registry().Objects() {
		if o.Internal {
			continue
		}
		for _, f := range o.Fields {
			paths := []string{f.Name}
			for _, member := range f.Type.Members {
				paths = append(paths, f.Name+"."+member)
			}
			for _, path := range paths {
				for _, s := range []report.Settings{
					{ChartType: "Pie", Field: path},
					{X: path, Y: path, SummarizeBy: path, Aggregate: report.Cumulative, GroupByDateTime: "Week"},
					{X: path, Y: "version", Aggregate: report.Average, Sort: "x", GroupByDateTime: "Minute"},
					{ChartType: "Scatter", X: path, Y: "version", Aggregate: report.Value},
				} {
					plan, err := report.Make(report.Source{Object: o.APIName}, s, p)
					if fault.Is(err, fault.Invalid) {
						continue
					}
					if err != nil {
						t.Fatalf("%s.%s: %v", o.APIName, path, err)
					}
					prepared, err := store.PrepareTree(t.Context(), org, query.TreeRequest{Tree: plan.Tree, Reader: p, Clock: noon, Most: report.Rows})
					if err != nil {
						t.Errorf("%s.%s %+v: %v", o.APIName, path, s, plan.Refuse(err))
						continue
					}
					rows, err := prepared.Run(t.Context())
					if err != nil {
						t.Errorf("%s.%s %+v: %v", o.APIName, path, s, err)
						continue
					}
					plan.Figures(rows.Cells, rows.More, clock)
					made++
				}
			}
		}
	}
	if made < 1_000 {
		t.Errorf("only %d reports were made", made)
	}
}
