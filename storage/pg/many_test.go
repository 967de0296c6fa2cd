package pg_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Changes of many at the same moment, which travel together, are each whole or not at all:
// who was told that his is written finds it, with its entry and its history, once and in the
// order of its record.
func TestManyChangeAtTheSameMoment(t *testing.T) {
	f := newFixture(t)
	const people, times = 12, 12
	seen := func(record id.ID) (*row.Seen, error) {
		page, err := f.Read(t.Context(), f.org, row.ReadRequest{
			Object: "contact", Visible: everything, Where: []row.Condition{{Field: "id", Operator: "IN", Value: []id.ID{record}}}, Fields: []string{}, Stored: true, Seen: true,
		})
		if err != nil || len(page.Items) != 1 {
			return nil, fmt.Errorf("%d records, %w", len(page.Items), err)
		}
		return page.Items[0].Seen, nil
	}
	written := map[id.ID]*atomic.Int64{}
	shared := f.create("contact", row.Fields{"name": "Everybody's"}).ID
	own := make([]id.ID, people)
	for i := range own {
		own[i] = f.create("contact", row.Fields{"name": fmt.Sprint("Of ", i)}).ID
		written[own[i]] = &atomic.Int64{}
	}
	written[shared] = &atomic.Int64{}
	f.entries()
	var at sync.WaitGroup
	for i := range people {
		at.Go(func() {
			for n := range times {
				for _, record := range []id.ID{own[i], shared} {
					as, err := seen(record)
					if err != nil {
						t.Error(err)
						return
					}
					_, err = f.Commit(t.Context(), f.over(as, row.Fields{"company": fmt.Sprint(i, " ", n)}))
					switch {
					case err == nil:
						written[record].Add(1)
					case record != shared || !fault.Is(err, fault.VersionConflict):
						t.Errorf("a change of %s: %v", record, err)
					}
				}
			}
		})
	}
	at.Wait()
	told := map[id.ID][]int64{}
	for _, e := range f.entries() {
		if e.Op == entry.Updated {
			told[e.ID] = append(told[e.ID], e.Version)
		}
	}
	for record, n := range written {
		if record != shared && n.Load() != times {
			t.Errorf("%s was changed %d times", record, n.Load())
		}
		want := make([]int64, n.Load())
		for i := range want {
			want[i] = int64(i) + 2
		}
		if got := f.get("contact", record).Version; got != n.Load()+1 {
			t.Errorf("%s is at version %d after %d changes", record, got, n.Load())
		}
		if fmt.Sprint(told[record]) != fmt.Sprint(want) {
			t.Errorf("of %s the versions %v are told, not %v", record, told[record], want)
		}
		if got := f.texts(`SELECT h.version::text FROM core.record_change h WHERE h.record_id = $1 AND h.op = 'updated' ORDER BY h.version`, string(record)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("of %s the versions %v are kept, not %v", record, got, want)
		}
	}
	if written[shared].Load() < times {
		t.Errorf("the one of all was changed %d times", written[shared].Load())
	}
}
