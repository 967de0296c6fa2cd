package pg_test

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

// One record and the people whom it names are read in one round trip, whether they are known
// or not; what else it names takes another one. Its fields and its route are those that a
// list of several gives.
func TestARecordIsReadWithItsPeople(t *testing.T) {
	f := newFixture(t)
	red := f.create("team", row.Fields{"name": "Red"}).ID
	ada, bob := f.user("Ada", red), f.user("Bob")
	blue := f.create("team", row.Fields{"name": "Blue", "members": []id.ID{ada}}).ID
	note := f.create("note", row.Fields{"name": "Hello", "owner": bob}).ID
	plain := f.create("contact", row.Fields{"name": "Plain", "owner": ada, "created_by": bob}).ID
	noted := f.create("contact", row.Fields{"name": "Noted", "owner": ada, "related_note": note}).ID
	nobodys := f.create("contact", row.Fields{"name": "Nobody's"}).ID

	count := &pgtest.Trips{}
	now := time.Now()
	store, err := pg.Open(t.Context(), pg.Config{
		DSN: f.conn.Config().ConnString(), Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: count, Now: func() time.Time { return now },
	})
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
	for _, known := range []bool{true, false} {
		for i, c := range []struct {
			record id.ID
			trips  int32
		}{{nobodys, 1}, {noted, 2}, {plain, 1}} {
			if !known {
				now = now.Add(time.Minute)
			}
			count.N.Store(0)
			one := read(c.record)
			if len(one) != 1 || !reflect.DeepEqual(one[0], all[i]) {
				t.Errorf("alone it is\n%+v\nand among others\n%+v", one, all[i])
			}
			if got := count.N.Load(); got != c.trips {
				t.Errorf("%s takes %d round trips, not %d, while people are known: %v", all[i].Fields["name"], got, c.trips, known)
			}
		}
	}
	count.N.Store(0)
	if read(plain, nobodys); count.N.Load() != 1 {
		t.Errorf("two records whose people are known take %d round trips", count.N.Load())
	}
	if owner := (struct{ Name string }{}); json.Unmarshal(all[2].Fields["owner"], &owner) != nil || owner.Name != "Ada" {
		t.Errorf("the owner is %s", all[2].Fields["owner"])
	}
	if teams := all[2].Route.Teams; len(teams) != 2 || !reflect.DeepEqual(map[id.ID]bool{teams[0]: true, teams[1]: true}, map[id.ID]bool{red: true, blue: true}) {
		t.Errorf("the owner's teams are %v", teams)
	}
	count.N.Store(0)
	if gone := read(id.New()); len(gone) != 0 || count.N.Load() != 1 {
		t.Errorf("of nothing there is %v", gone)
	}
}
