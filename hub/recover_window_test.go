package hub

import (
	"sync/atomic"
	"testing"
	"time"

	"switchboard/storage/entry"
)

// TestTheWindowsListIsTheCallers reads a list from the window that the window then
// drops, overwrites and moves: a replay holds it without the lock.
func TestTheWindowsListIsTheCallers(t *testing.T) {
	var budget atomic.Int64
	budget.Store(3000 * entryOverhead)
	w := window{budget: &budget}
	start := time.Now()
	add := func(from, to int64) {
		for seq := from; seq <= to; seq++ {
			w.add(&entry.Entry{Seq: seq, At: start.Add(time.Duration(seq) * time.Second)}, time.Time{})
		}
	}
	add(1, 2500)
	held, whole := w.since(500, 2500)
	if !whole || len(held) != 2000 {
		t.Fatalf("%d entries, whole %t", len(held), whole)
	}
	add(2501, 12_000)
	for i, e := range held {
		if e == nil || e.Seq != int64(501+i) {
			t.Fatalf("place %d holds %+v", i, e)
		}
	}
	if _, whole := w.since(2500, 12_000); whole {
		t.Fatal("what was dropped is missing")
	}
	newest, whole := w.since(11_990, 12_000)
	if !whole || len(newest) != 10 || newest[0].Seq != 11_991 {
		t.Fatalf("%d entries, whole %t", len(newest), whole)
	}
	w.expire(start.Add(11_995 * time.Second))
	if left, whole := w.since(11_994, 12_000); !whole || len(left) != 6 {
		t.Fatalf("%d entries, whole %t", len(left), whole)
	}
	if _, whole := w.since(11_993, 12_000); whole {
		t.Fatal("what was too old is gone")
	}
	w.release()
	if budget.Load() != 3000*entryOverhead {
		t.Fatalf("%d bytes of the budget are left", budget.Load())
	}
}
