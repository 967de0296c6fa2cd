package pg_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/retention"
	"switchboard/storage/row"
)

// crowdOf makes contacts as nobody's change: whatever writes the table is counted.
func (f *fixture) crowdOf(n int) {
	f.Helper()
	_, err := f.conn.Exec(f.Context(), fmt.Sprintf(`INSERT INTO "org_%s".contact (id, organization_id, version, created_date, modified_date, name)
		SELECT gen_random_uuid(), '%s', 1, now(), now(), 'Somebody' FROM generate_series(1, %d)`, f.org.Compact(), f.org, n))
	if err != nil {
		f.Fatal(err)
	}
}

// total is what a list says of all contacts, which must be as many as there are.
func (f *fixture) total(want int) {
	f.Helper()
	page := f.read(row.ReadRequest{Object: "contact", Visible: everything, Limit: 1, Total: true, Browse: true})
	if there := f.count(`"org_` + f.org.Compact() + `".contact WHERE deleted_date IS NULL`); page.Total != int64(want) || there != want || page.Estimated {
		f.Errorf("a total of %d (estimated: %t), %d are there, want %d", page.Total, page.Estimated, there, want)
	}
}

func TestTotalsOfWholeTablesAreKept(t *testing.T) {
	f := newFixture(t)
	one, two := f.create("contact", row.Fields{"name": "One"}), f.create("contact", row.Fields{"name": "Two"})
	f.crowdOf(2_998)
	f.total(3_000)
	if n := f.count("core.record_count WHERE n = 3000"); n != 1 {
		t.Fatalf("the number of contacts is not kept: %d", n)
	}
	f.commit(f.change(row.Write{Object: "contact", ID: one.ID, Op: entry.Removed}))
	f.total(2_999)
	f.update(two, row.Fields{"company": "Vassar"})
	f.total(2_999)
	f.commit(f.change(row.Write{Object: "contact", ID: one.ID, Op: row.Restored}))
	f.total(3_000)
	f.removed("contact", one.ID, 40*24*time.Hour)
	f.total(2_999)
	f.purge(time.Hour, 1000) // what was removed is counted no more
	f.total(2_999)
	if _, err := f.conn.Exec(t.Context(), `DELETE FROM "org_`+f.org.Compact()+`".contact WHERE id = $1`, string(two.ID)); err != nil { // as an erasure does
		t.Fatal(err)
	}
	f.total(2_998)
	// Nothing is kept of a change that is undone.
	if _, err := f.conn.Exec(t.Context(), "BEGIN"); err != nil {
		t.Fatal(err)
	}
	f.crowdOf(5)
	if _, err := f.conn.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	f.total(2_998)
	// Read often it is folded in, read seldom the retention does it.
	for range 250 {
		f.crowdOf(1)
	}
	f.total(3_248)
	if n := f.count("core.record_count_moved WHERE relation LIKE '%.contact'"); n != 0 {
		t.Errorf("%d changes of the number are not folded in", n)
	}
	for range 1_100 {
		f.crowdOf(1)
	}
	if _, err := f.Trim(t.Context(), retention.Periods{}); err != nil {
		t.Fatal(err)
	}
	if n := f.count("core.record_count_moved WHERE relation LIKE '%.contact'"); n != 0 {
		t.Errorf("the retention left %d changes", n)
	}
	f.total(4_348)
}

// Whoever writes, reads, folds and begins to count at once: the number is what is there.
func TestKeptTotalsAreExactUnderLoad(t *testing.T) {
	f := newFixture(t)
	f.crowdOf(2_000)
	var all sync.WaitGroup
	const writers, each = 4, 60
	errs := make([]error, 2*writers)
	for w := range writers {
		all.Go(func() {
			for i := range each {
				made, err := f.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{
					{Object: "contact", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": "New"}}, {Object: "contact", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": "New"}},
				}})
				if err == nil && i%3 == 0 {
					_, err = f.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{{Object: "contact", ID: made[0].ID, Op: entry.Removed}}})
				}
				if err != nil {
					errs[w] = err
					return
				}
			}
		})
		all.Go(func() {
			for range each {
				if errs[writers+w] = f.readOnce(t.Context()); errs[writers+w] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	f.total(2_000 + writers*each*2 - writers*each/3)
	if n := f.count("core.record_count"); n != 1 {
		t.Errorf("%d numbers are kept", n)
	}
}

func (f *fixture) readOnce(ctx context.Context) error {
	_, err := f.Read(ctx, f.org, row.ReadRequest{Object: "contact", Visible: everything, Limit: 1, Total: true, Browse: true})
	return err
}
