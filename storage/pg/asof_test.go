package pg_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/retention"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// everyone are the row rules of who sees every record, also those that were removed.
var everyone = []row.Relation{{Kind: schema.ToAll}}

// asOf reads the records of an object as they stood, by their ids.
func (f *fixture) asOf(request row.ReadRequest, at time.Time) (map[id.ID]row.Item, row.Page) {
	f.Helper()
	request.AsOf, request.Visible, request.Total = &row.AsOf{At: at, Removed: everyone}, everyone, true
	page, err := f.Read(f.Context(), f.org, request)
	if err != nil {
		f.Fatal(err)
	}
	found := map[id.ID]row.Item{}
	for _, item := range page.Items {
		found[item.ID] = item
	}
	return found, page
}

// A list as of a moment is the list that was there then: of every object, whatever changed,
// was removed and came back since, by every way of writing.
func TestAListIsToldAsItWas(t *testing.T) {
	f := newFixture(t)
	f.superuser("keeper") // one is always left
	turns, seed := versions(t)
	random := rand.New(rand.NewPCG(seed, 6))
	for _, o := range features.Registry().Objects() {
		if o.Internal || o.Untracked {
			continue
		}
		t.Run(o.APIName, func(t *testing.T) {
			f := &fixture{T: t, Store: f.Store, org: f.org, conn: f.conn}
			some := func(turn int) row.Fields {
				return someOf(random, o, turn, func(field *schema.Field) bool { return !field.Unique })
			}
			type moment struct {
				at    time.Time
				stood map[id.ID]row.Item
			}
			var moments []moment
			var ids, gone []id.ID
			for turn := range turns {
				set := some(turn)
				var err error
				switch way := random.IntN(8); {
				case len(ids) == 0 || way < 2:
					ids = append(ids, f.create(o.APIName, set).ID)
				case way == 2:
					one := ids[0]
					ids, gone = ids[1:], append(gone, one)
					f.commit(f.change(row.Write{Object: o.APIName, ID: one, Op: entry.Removed}))
				case way == 3 && len(gone) > 0:
					one := gone[0]
					ids, gone = append(ids, one), gone[1:]
					_, err = f.Commit(t.Context(), f.change(row.Write{Object: o.APIName, ID: one, Op: row.Restored, Set: set}))
				case way == 4 && len(set) > 0 && !grantsMembership(o, set):
					_, err = f.CommitBulk(t.Context(), commit.Bulk{Organization: f.org, Object: o.APIName, IDs: ids, Set: set})
				default:
					_, err = f.Commit(t.Context(), f.change(row.Write{Object: o.APIName, ID: ids[random.IntN(len(ids))], Op: entry.Updated, Set: set}))
				}
				if err != nil {
					t.Fatal(err)
				}
				m := moment{time.Now(), map[id.ID]row.Item{}}
				page, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: o.APIName, Visible: everyone})
				if err != nil {
					t.Fatal(err)
				}
				for _, item := range page.Items {
					m.stood[item.ID] = item
				}
				moments = append(moments, m)
				time.Sleep(2 * time.Millisecond) // times are kept in milliseconds
			}
			for i, m := range moments {
				found, page := f.asOf(row.ReadRequest{Object: o.APIName}, m.at)
				if len(found) != len(m.stood) || page.Total != int64(len(m.stood)) {
					t.Fatalf("moment %d: %d records, %d counted, there were %d", i, len(found), page.Total, len(m.stood))
				}
				for one, then := range m.stood {
					for _, field := range o.Fields {
						if (o.Recalled(field) || field.Name == "modified_by") && !bytes.Equal(found[one].Fields[field.Name], then.Fields[field.Name]) {
							t.Errorf("moment %d: %s was %s, and is told as %s", i, field.Name, then.Fields[field.Name], found[one].Fields[field.Name])
						}
					}
				}
			}
		})
	}
}

// What a list as it was is filtered, sorted and paged by is what was then.
func TestAListAsItWasIsFilteredAndSorted(t *testing.T) {
	f := newFixture(t)
	one, two := f.create("contact", row.Fields{"name": "Ada", "company": "Z"}), f.create("contact", row.Fields{"name": "Ben", "company": "B"})
	at := time.Now()
	time.Sleep(2 * time.Millisecond)
	f.update(one, row.Fields{"name": "Zoe", "company": "A"})
	f.create("contact", row.Fields{"name": "Late"})
	names := func(request row.ReadRequest) (out []string) {
		t.Helper()
		request.Object, request.AsOf, request.Visible = "contact", &row.AsOf{At: at}, everyone
		page, err := f.Read(t.Context(), f.org, request)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			out = append(out, strings.Trim(string(item.Fields["name"]), `"`))
		}
		return out
	}
	for want, request := range map[string]row.ReadRequest{
		"Ada Ben": {Order: []row.Order{{Field: "name"}}},
		"Ben Ada": {Order: []row.Order{{Field: "company"}}},
		"Ada":     {Where: []row.Condition{{Field: "company", Operator: "=", Value: "Z"}}},
		"":        {Where: []row.Condition{{Field: "name", Operator: "=", Value: "Zoe"}}},
		"Ben":     {Order: []row.Order{{Field: "name"}}, Limit: 1, Offset: 1},
	} {
		if got := strings.Join(names(request), " "); got != want {
			t.Errorf("%+v: %q, want %q", request, got, want)
		}
	}
	_, err := f.Read(t.Context(), f.org, row.ReadRequest{
		Object: "contact", AsOf: &row.AsOf{At: at}, Visible: everyone, Order: []row.Order{{Field: "modified_date"}},
	})
	f.refused(err, fault.Invalid)
	// One record alone, and what was removed, of which only those are told who may.
	f.commit(f.change(row.Write{Object: "contact", ID: two.ID, Op: entry.Removed}))
	if got := strings.Join(names(row.ReadRequest{}), " "); got != "Ada" {
		t.Errorf("without the removed: %q", got)
	}
	page, err := f.Read(t.Context(), f.org, row.ReadRequest{
		Object: "contact", AsOf: &row.AsOf{At: at, Records: []id.ID{two.ID}, Removed: everyone}, Visible: everyone,
	})
	if err != nil || len(page.Items) != 1 || string(page.Items[0].Fields["name"]) != `"Ben"` || page.Items[0].Version != 1 {
		t.Errorf("the removed one: %+v, %v", page.Items, err)
	}
}

// A record's times never go back, though another's change or another's clock was ahead.
func TestTimesOfARecordNeverGoBack(t *testing.T) {
	f := newFixture(t)
	one := f.create("contact", row.Fields{"name": "A"})
	ahead := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	if _, err := f.conn.Exec(t.Context(), `UPDATE "org_`+f.org.Compact()+`".contact SET modified_date = $1 WHERE id = $2`, ahead, string(one.ID)); err != nil {
		t.Fatal(err)
	}
	f.commit(f.change(row.Write{Object: "contact", ID: one.ID, Op: entry.Updated, Set: row.Fields{"name": "B"}}))
	if _, err := f.CommitBulk(t.Context(), commit.Bulk{Organization: f.org, Object: "contact", IDs: []id.ID{one.ID}, Set: row.Fields{"name": "C"}}); err != nil {
		t.Fatal(err)
	}
	h := f.history("contact", one.ID)
	if len(h) != 3 || !h[0].At.Equal(ahead) || !h[1].At.Equal(ahead) {
		t.Errorf("%+v", h)
	}
}

// From when on the history is whole is told, and moves on as it is trimmed.
func TestFromWhenOnTheHistoryIsWhole(t *testing.T) {
	f := newFixture(t)
	since := func() time.Time {
		t.Helper()
		at, err := f.Since(t.Context(), f.org)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	if at := since(); !at.IsZero() {
		t.Errorf("a new organization's since %v", at)
	}
	one := f.create("contact", row.Fields{"name": "A"})
	f.update(one, row.Fields{"name": "B"})
	old := time.Now().AddDate(-8, 0, 0).UTC().Truncate(time.Millisecond)
	if _, err := f.conn.Exec(t.Context(), "UPDATE core.record_change SET at = $1 WHERE version = 1 AND organization_id = $2", old, string(f.org)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := f.Trim(context.WithoutCancel(t.Context()), retention.Periods{}); err != nil {
			t.Fatal(err)
		}
		if at := since(); !at.Equal(old) {
			t.Errorf("since %v, want %v", at, old)
		}
	}
}
