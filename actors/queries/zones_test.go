package queries_test

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/queries"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type plainSettings struct{}

func (plainSettings) Settings(context.Context, id.ID) (settings.Organization, error) {
	return settings.Default(), nil
}

// desk is somebody who asks queries, over connections whose round trips are counted.
type desk struct {
	t     *testing.T
	store *pg.Store
	trips *pgtest.Trips
	asked *queries.Service
	who   *access.Principal
}

func newDesk(t *testing.T) *desk {
	_, dsn := storetest.WithDSN(t)
	d := &desk{t: t, trips: &pgtest.Trips{}}
	var err error
	if d.store, err = pg.Open(t.Context(), pg.Config{DSN: dsn, MaxConns: 4, Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: d.trips}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.store.Close)
	d.asked = queries.New(d.store, plainSettings{})
	user := id.New()
	d.commit(user, entry.Created, row.Fields{"name": "Ann", "time_zone": "Asia/Tokyo"})
	p := access.Build(features.Registry(), access.Inputs{Organization: storetest.Organization, User: user, Superuser: true})
	d.who = &p
	return d
}

func (d *desk) commit(user id.ID, op entry.Op, set row.Fields) {
	d.t.Helper()
	if _, err := d.store.Commit(d.t.Context(), row.Change{Organization: storetest.Organization, Writes: []row.Write{{Object: "user", ID: user, Op: op, Set: set}}}); err != nil {
		d.t.Fatal(err)
	}
}

// ask runs a query with a word for days and gives its round trips.
func (d *desk) ask() int {
	d.t.Helper()
	before := d.trips.N.Load()
	prepared, err := d.asked.Prepare(d.t.Context(), d.who, queries.Request{Text: "SELECT name FROM contact WHERE created_date = TODAY"})
	if err == nil {
		_, err = prepared.Run(d.t.Context())
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return int(d.trips.N.Load() - before)
}

func (d *desk) zone() string {
	d.t.Helper()
	clock, err := d.asked.Clock(d.t.Context(), d.who)
	if err != nil {
		d.t.Fatal(err)
	}
	return clock.Zone.String()
}

// A query with words for days takes no round trip more for the clock of who asks, once that
// is known.
func TestRoundTripsOfWordsForDays(t *testing.T) {
	d := newDesk(t)
	d.ask() // of the first one nothing is known yet
	trips := []int{d.ask(), d.ask()}
	if !slices.Equal(trips, []int{1, 1}) {
		t.Errorf("%v round trips", trips)
	}
	// What else he changes leaves it.
	d.asked.Append(storetest.Organization, []entry.Entry{{Object: "user", ID: d.who.User, Op: entry.Updated, After: entry.Fields{"name": []byte(`"Anna"`)}}})
	if n := d.ask(); n != 1 {
		t.Errorf("%d round trips after another change", n)
	}
}

// A zone that was changed is that of the next query: on this node by its commit, on others
// by the log.
func TestAChangedZoneIsThatOfTheNextQuery(t *testing.T) {
	d := newDesk(t)
	if got := d.zone(); got != "Asia/Tokyo" {
		t.Fatal(got)
	}
	change := func(zone string) { d.commit(d.who.User, entry.Updated, row.Fields{"time_zone": zone}) }
	change("Europe/Berlin")
	if got := d.zone(); got != "Asia/Tokyo" {
		t.Fatalf("it was read again though nobody told of a change: %s", got)
	}
	told := entry.Entry{Object: "user", ID: d.who.User, Op: entry.Updated, After: entry.Fields{"time_zone": []byte(`"Europe/Berlin"`)}}
	d.asked.Append(id.New(), []entry.Entry{told})
	if got := d.zone(); got != "Asia/Tokyo" {
		t.Errorf("another organization's entry made it forget: %s", got)
	}
	d.asked.Append(storetest.Organization, []entry.Entry{told})
	if got := d.zone(); got != "Europe/Berlin" {
		t.Errorf("after the log told: %s", got)
	}
	d.store.OnCommit(func(c pool.Committed) { d.asked.Forget(c.Organization, c.IDs) })
	change("Africa/Cairo")
	if got := d.zone(); got != "Africa/Cairo" {
		t.Errorf("after the commit: %s", got)
	}
	change("Nowhere/Atall")
	if got, none := d.zone(), settings.Default().Location().String(); got != none {
		t.Errorf("without one that is there: %s, not the organization's %s", got, none)
	}
	bulk := entry.Entry{Object: "user", IDs: []id.ID{d.who.User}, Op: entry.Bulk}
	d.asked.Append(storetest.Organization, []entry.Entry{bulk})
	if before := d.trips.N.Load(); d.zone() == "" || d.trips.N.Load() == before {
		t.Error("a change of many was not heard")
	}
}

// between changes somebody's zone while it is read.
type between struct {
	*pg.Store
	once atomic.Bool
	do   func()
}

func (b *between) Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error) {
	found, err := b.Store.Get(ctx, organization, object, record)
	if b.once.CompareAndSwap(false, true) {
		b.do()
	}
	return found, err
}

func TestAReadThatAChangeOvertookIsNotKept(t *testing.T) {
	d := newDesk(t)
	d.asked = queries.New(&between{Store: d.store, do: func() {
		if !d.asked.Serves(storetest.Organization) {
			t.Error("the log is not followed while a zone is read")
		}
		d.commit(d.who.User, entry.Updated, row.Fields{"time_zone": "Europe/Berlin"})
		d.asked.Forget(storetest.Organization, []id.ID{d.who.User})
	}}, plainSettings{})
	if d.asked.Serves(storetest.Organization) {
		t.Error("the log is followed for nothing")
	}
	d.zone()
	if got := d.zone(); got != "Europe/Berlin" {
		t.Error(got)
	}
	if !d.asked.Serves(storetest.Organization) {
		t.Error("the log of what is remembered is not followed")
	}
}
