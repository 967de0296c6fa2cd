package window

import (
	"sync/atomic"
	"testing"
	"time"

	"switchboard/storage/entry"
)

// TestTheWindowsListIsTheCallers reads a list from the window that the window
// then drops, overwrites and moves: a replay holds it without the lock.
func TestTheWindowsListIsTheCallers(t *testing.T) {
	var budget atomic.Int64
	budget.Store(6000 * entryOverhead)
	w := New(&budget)
	start := time.Now()
	add := func(from, to int64) {
		for seq := from; seq <= to; seq++ {
			w.Add(&entry.Entry{Seq: seq, At: start.Add(time.Duration(seq) * time.Second)}, time.Time{})
		}
	}
	add(1, 2500)
	held, whole := w.Since(500, 2500)
	if !whole || len(held) != 2000 {
		t.Fatalf("%d entries, whole %t", len(held), whole)
	}
	add(2501, 12_000)
	for i, e := range held {
		if e == nil || e.Seq != int64(501+i) {
			t.Fatalf("place %d holds %+v", i, e)
		}
	}
	if _, whole := w.Since(2500, 12_000); whole {
		t.Fatal("what was dropped is missing")
	}
	newest, whole := w.Since(11_990, 12_000)
	if !whole || len(newest) != 10 || newest[0].Seq != 11_991 {
		t.Fatalf("%d entries, whole %t", len(newest), whole)
	}
	w.Expire(start.Add(11_995 * time.Second))
	if left, whole := w.Since(11_994, 12_000); !whole || len(left) != 6 {
		t.Fatalf("%d entries, whole %t", len(left), whole)
	}
	if _, whole := w.Since(11_993, 12_000); whole {
		t.Fatal("what was too old is gone")
	}
	w.Release()
	if budget.Load() != 6000*entryOverhead {
		t.Fatalf("%d bytes of the budget are left", budget.Load())
	}
}

// TestABulkLeavesWindowsToOthers fills the budget from one organization:
// another one still keeps its own recent entries.
func TestABulkLeavesWindowsToOthers(t *testing.T) {
	var budget atomic.Int64
	budget.Store(1000 * entryOverhead)
	bulk, other := New(&budget), New(&budget)
	for seq := range int64(5000) {
		bulk.Add(&entry.Entry{Seq: seq + 1}, time.Time{})
	}
	for seq := range int64(200) {
		other.Add(&entry.Entry{Seq: seq + 1}, time.Time{})
	}
	if list, whole := other.Since(0, 200); !whole || len(list) != 200 {
		t.Errorf("the other holds %d of its 200 entries", len(list))
	}
	if list, whole := bulk.Since(4600, 5000); !whole || len(list) != 400 {
		t.Errorf("the bulk writer's window holds %d of its last 400 entries", len(list))
	}
	if budget.Load() < 0 {
		t.Errorf("%d bytes beyond the budget", -budget.Load())
	}
}
