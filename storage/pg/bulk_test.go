package pg_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

func (f *fixture) contacts(names ...string) (out []id.ID) {
	f.Helper()
	for _, name := range names {
		out = append(out, f.create("contact", row.Fields{"name": name}).ID)
	}
	f.entries()
	return out
}

func (f *fixture) get(object string, one id.ID) row.Record {
	f.Helper()
	r, err := f.Get(f.Context(), f.org, object, one)
	if err != nil {
		f.Fatal(err)
	}
	return r
}

func TestBulkRaisesVersionsUnderOneEntry(t *testing.T) {
	f := newFixture(t)
	by := f.user("Ann")
	ids := f.contacts("A", "B", "C", "gone")
	f.commit(f.change(row.Write{Object: "contact", ID: ids[3], Op: entry.Removed}))
	f.entries()
	told := 0
	f.OnCommit(func(pool.Committed) { told++ })
	change := commit.Bulk{
		Organization: f.org, By: by, Cause: "contact.renamed", Command: "c1", Object: "contact",
		IDs: append(slices.Clone(ids), id.New()), Set: row.Fields{"name": "C"},
	}
	changed, err := f.CommitBulk(t.Context(), change)
	if err != nil || !slices.Equal(changed, ids[:2]) { // C is so already, one is gone, one never was
		t.Fatalf("changed %v, %v", changed, err)
	}
	e := f.entry()
	if e.Op != entry.Bulk || e.Object != "contact" || e.ID != "" || !slices.Equal(e.IDs, ids[:2]) || e.By != by ||
		e.Cause != "contact.renamed" || e.Command != "c1" || e.Organization != f.org || e.At.IsZero() || e.After != nil {
		t.Errorf("entry %+v", e)
	}
	for i, want := range []int64{2, 2, 1} {
		r := f.get("contact", ids[i])
		if r.Version != want || r.Fields["version"] != want || r.Text("name") != "C" {
			t.Errorf("%d: %+v", i, r)
		}
		if want == 2 && r.Fields["modified_by"] != by {
			t.Errorf("%d: modified by %v", i, r.Fields["modified_by"])
		}
	}
	if changed, err := f.CommitBulk(t.Context(), change); err != nil || len(changed) != 0 || len(f.entries()) != 0 {
		t.Errorf("again: %v, %v", changed, err)
	}
	if told != 1 {
		t.Errorf("the relay was poked %d times", told)
	}
	_, err = f.Commit(t.Context(), f.change(row.Write{Object: "contact", ID: ids[0], Op: entry.Updated, Expect: 1, Set: row.Fields{"name": "X"}}))
	f.refused(err, fault.VersionConflict)
}

func TestBulkRefusesNonsense(t *testing.T) {
	f := newFixture(t)
	ids := f.contacts("A")
	good := commit.Bulk{Organization: f.org, Object: "contact", IDs: ids, Set: row.Fields{"name": "B"}}
	for name, c := range map[string]struct {
		spoil func(*commit.Bulk)
		want  fault.Code
	}{
		"an unknown object": {func(b *commit.Bulk) { b.Object = "unicorn" }, fault.Invalid},
		"an internal one":   {func(b *commit.Bulk) { b.Object = "session" }, fault.Invalid},
		"an unknown field":  {func(b *commit.Bulk) { b.Set = row.Fields{"horn": "long"} }, fault.Invalid},
		"a misfit":          {func(b *commit.Bulk) { b.Set = row.Fields{"name": 7} }, fault.Invalid},
		"nothing to set":    {func(b *commit.Bulk) { b.Set = row.Fields{"version": int64(9)} }, fault.Invalid},
		"no id":             {func(b *commit.Bulk) { b.IDs = []id.ID{"x"} }, fault.Invalid},
		"too many":          {func(b *commit.Bulk) { b.IDs = make([]id.ID, commit.MaxBulk+1) }, fault.TooLarge},
	} {
		b := good
		c.spoil(&b)
		if _, err := f.CommitBulk(t.Context(), b); !fault.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r := f.get("contact", ids[0]); r.Version != 1 || len(f.entries()) != 0 {
		t.Errorf("a refused change left %+v", r)
	}
	good.IDs = nil
	if changed, err := f.CommitBulk(t.Context(), good); err != nil || changed != nil {
		t.Errorf("of nothing: %v, %v", changed, err)
	}
}

// Bulk changes that wait, here for rows that somebody holds, leave connections to
// others.
func TestBulkLeavesConnectionsToOthers(t *testing.T) {
	f := newFixture(t)
	ids := f.contacts("A", "B")
	letGo := f.holds(`SELECT 1 FROM org_` + strings.ReplaceAll(string(f.org), "-", "") + `.contact FOR UPDATE`)
	var wg sync.WaitGroup
	for range 20 { // the pool has 8
		wg.Go(func() {
			if _, err := f.CommitBulk(t.Context(), commit.Bulk{Organization: f.org, Object: "contact", IDs: ids, Set: row.Fields{"name": "Z"}}); err != nil {
				t.Error(err)
			}
		})
	}
	waittest.Until(t, "bulk changes wait for rows", func() bool {
		return f.waiting() >= 2
	})
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.CommitBulk(stopped, commit.Bulk{Organization: f.org, Object: "contact", IDs: ids, Set: row.Fields{"name": "Z"}})
	if err == nil {
		t.Error("somebody who gave up was served")
	}
	for range 20 {
		f.create("note", row.Fields{"name": "meanwhile"})
	}
	letGo()
	wg.Wait()
	if r := f.get("contact", ids[0]); r.Version != 2 || r.Text("name") != "Z" {
		t.Errorf("got %+v", r)
	}
}
