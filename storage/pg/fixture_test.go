package pg_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
)

// fixture is a store of one organization, with what tests ask of it in prose.
type fixture struct {
	*testing.T
	*pg.Store
	org  id.ID
	conn *pgx.Conn
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	store, dsn := storetest.WithDSN(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return &fixture{T: t, Store: store, org: storetest.Organization, conn: conn}
}

func (f *fixture) change(writes ...row.Write) row.Change {
	return row.Change{Organization: f.org, Writes: writes}
}

// commit writes a change that must succeed.
func (f *fixture) commit(c row.Change) []row.Record {
	f.Helper()
	records, err := f.Commit(f.Context(), c)
	if err != nil {
		f.Fatalf("commit: %v", err)
	}
	return records
}

// create makes one record.
// holds has somebody hold what a statement locks, until he lets go.
func (f *fixture) holds(statement string) (letGo func()) {
	f.Helper()
	held, err := pgx.Connect(f.Context(), f.conn.Config().ConnString())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = held.Close(context.Background()) })
	holder, err := held.Begin(f.Context())
	if err == nil {
		_, err = holder.Exec(f.Context(), statement)
	}
	if err != nil {
		f.Fatal(err)
	}
	return func() {
		f.Helper()
		if err := holder.Rollback(f.Context()); err != nil {
			f.Fatal(err)
		}
	}
}

// waiting is how many statements wait for what others hold.
func (f *fixture) waiting() (n int) {
	f.Helper()
	if err := f.conn.QueryRow(f.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n); err != nil {
		f.Fatal(err)
	}
	return n
}

func (f *fixture) create(object string, set row.Fields) row.Record {
	f.Helper()
	return f.commit(f.change(row.Write{Object: object, Op: entry.Created, Set: set}))[0]
}

func (f *fixture) user(name string, teams ...id.ID) id.ID {
	f.Helper()
	return f.create("user", row.Fields{"name": name, "email": name + "@example.test", "teams": teams}).ID
}

func (f *fixture) update(r row.Record, set row.Fields) row.Record {
	f.Helper()
	return f.commit(f.change(row.Write{Object: r.Object, ID: r.ID, Op: entry.Updated, Set: set}))[0]
}

// entries takes what the outbox holds, in order, and empties it.
func (f *fixture) entries() []entry.Entry {
	f.Helper()
	rows, err := f.conn.Query(f.Context(), `WITH taken AS (DELETE FROM core.outbox RETURNING id, entry) SELECT entry FROM taken ORDER BY id`)
	if err != nil {
		f.Fatal(err)
	}
	raws, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil {
		f.Fatal(err)
	}
	out := make([]entry.Entry, len(raws))
	for i, raw := range raws {
		if out[i], err = entry.Decode(raw); err != nil {
			f.Fatal(err)
		}
	}
	return out
}

// entry takes the only entry of the outbox.
func (f *fixture) entry() entry.Entry {
	f.Helper()
	all := f.entries()
	if len(all) != 1 {
		f.Fatalf("%d entries, want 1", len(all))
	}
	return all[0]
}

// find gives the names of the records that a query selects, in order.
func (f *fixture) find(q row.Query) []string {
	f.Helper()
	found, err := f.Find(f.Context(), f.org, q)
	if err != nil {
		f.Fatalf("find: %v", err)
	}
	out := make([]string, len(found))
	for i, r := range found {
		out[i] = r.Text("name")
	}
	return out
}

func (f *fixture) refused(err error, code fault.Code) *fault.Error {
	f.Helper()
	if !fault.Is(err, code) {
		f.Fatalf("got %v, want %s", err, code)
	}
	return fault.From(err)
}

func wire(t *testing.T, fields entry.Fields) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, raw := range fields {
		out[name] = string(raw)
	}
	return out
}
