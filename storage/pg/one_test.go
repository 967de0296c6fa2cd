package pg_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
)

// trips counts round trips. It is a pgx.QueryTracer and a pgx.BatchTracer.
type trips struct{ n atomic.Int32 }

func (c *trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (c *trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (*trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData)     {}
func (*trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// One record and the people whom it names are read in one round trip; what else it names
// takes another one. Its fields and its route are those that a list of several gives.
func TestARecordIsReadWithItsPeople(t *testing.T) {
	f := newFixture(t)
	red := f.create("team", row.Fields{"name": "Red"}).ID
	ada, bob := f.user("Ada", red), f.user("Bob")
	blue := f.create("team", row.Fields{"name": "Blue", "members": []id.ID{ada}}).ID
	note := f.create("note", row.Fields{"name": "Hello", "owner": bob}).ID
	plain := f.create("contact", row.Fields{"name": "Plain", "owner": ada, "created_by": bob}).ID
	noted := f.create("contact", row.Fields{"name": "Noted", "owner": ada, "related_note": note}).ID
	nobodys := f.create("contact", row.Fields{"name": "Nobody's"}).ID

	count := &trips{}
	store, err := pg.Open(t.Context(), pg.Config{DSN: f.conn.Config().ConnString(), Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: count})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	read := func(ids ...id.ID) []row.Item {
		page, err := store.Read(t.Context(), f.org, row.ReadRequest{
			Object: "contact", Visible: everything, Where: []row.Condition{{Field: "id", Operator: "IN", Value: ids}}, Order: []row.Order{{Field: "name"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return page.Items
	}
	all := read(plain, noted, nobodys)
	if len(all) != 3 {
		t.Fatalf("%d records", len(all))
	}
	for i, c := range []struct {
		record id.ID
		trips  int32
	}{{nobodys, 1}, {noted, 2}, {plain, 1}} {
		count.n.Store(0)
		one := read(c.record)
		if len(one) != 1 || !reflect.DeepEqual(one[0], all[i]) {
			t.Errorf("alone it is\n%+v\nand among others\n%+v", one, all[i])
		}
		if got := count.n.Load(); got != c.trips {
			t.Errorf("%s takes %d round trips, not %d", all[i].Fields["name"], got, c.trips)
		}
	}
	if owner := (struct{ Name string }{}); json.Unmarshal(all[2].Fields["owner"], &owner) != nil || owner.Name != "Ada" {
		t.Errorf("the owner is %s", all[2].Fields["owner"])
	}
	if teams := all[2].Route.Teams; len(teams) != 2 || !reflect.DeepEqual(map[id.ID]bool{teams[0]: true, teams[1]: true}, map[id.ID]bool{red: true, blue: true}) {
		t.Errorf("the owner's teams are %v", teams)
	}
	count.n.Store(0)
	if gone := read(id.New()); len(gone) != 0 || count.n.Load() != 1 {
		t.Errorf("of nothing there is %v", gone)
	}
}
