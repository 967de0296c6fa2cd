package pg_test

import (
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/commit"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// redefine changes a ticket's definition, as actors/schemas does.
func (f *fixture) redefine(change func(*schema.Own)) []entry.Entry {
	f.Helper()
	f.entries()
	_, err := f.Redefine(f.Context(), f.org, "", "ticket", "object.changed", func(have *schema.Definitions) (*schema.Own, error) {
		next := *have.Of("ticket").Own
		change(&next)
		return &next, nil
	})
	if err != nil {
		f.Fatal(err)
	}
	return f.entries()
}

// Nothing is written to a history that is switched off, by whatever way a record changes and
// on every node; what is known of a record begins where it was switched on again.
func TestAHistoryIsSwitchedOffAndOn(t *testing.T) {
	f := newFixture(t)
	if err := f.AddObject(t.Context(), f.org, "", ticket()); err != nil {
		t.Fatal(err)
	}
	other := f.node()
	one := f.create("ticket", row.Fields{"name": "T", "code": "1", "state": "New"}).ID
	code := func(by *pg.Store, value string) {
		t.Helper()
		if _, err := by.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{
			{Object: "ticket", ID: one, Op: entry.Updated, Set: row.Fields{"code": value}},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	code(other, "2")
	told := f.redefine(func(own *schema.Own) { own.Untracked = true })
	other.Objects().Append(f.org, told)
	code(f.Store, "3")
	code(other, "4")
	if _, err := f.CommitBulk(t.Context(), commit.Bulk{Organization: f.org, Object: "ticket", IDs: []id.ID{one}, Set: row.Fields{"state": "Done"}}); err != nil {
		t.Fatal(err)
	}
	made := f.create("ticket", row.Fields{"name": "U", "code": "U", "state": "New"}).ID
	for _, op := range []entry.Op{entry.Removed, row.Restored} {
		if _, err := f.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{{Object: "ticket", ID: made, Op: op}}}); err != nil {
			t.Fatal(err)
		}
	}
	if kept := f.history("ticket", one); len(kept) != 2 || len(f.history("ticket", made)) != 0 {
		t.Errorf("switched off it keeps %+v", kept)
	}

	since := time.Now()
	f.redefine(func(own *schema.Own) { own.Untracked, own.TrackedSince = false, since })
	if past := f.past("ticket", one, 5); past.Known || past.Oldest != 0 {
		t.Errorf("before the first change it is known %+v", past)
	}
	code(f.Store, "5")
	if kept := f.history("ticket", one); len(kept) != 3 || string(kept[0].Before["code"]) != `"4"` {
		t.Errorf("switched on again it keeps %+v", kept)
	}
	if past := f.past("ticket", one, 5); !past.Known || string(past.Fields["code"]) != `"4"` {
		t.Errorf("as it stood since then it is %+v", past)
	}
	for version := int64(1); version < 5; version++ {
		if past := f.past("ticket", one, version); past.Known || past.Oldest != 5 {
			t.Errorf("version %d is said to be known: %+v", version, past)
		}
	}
}
