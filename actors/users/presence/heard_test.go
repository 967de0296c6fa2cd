package presence

import (
	"maps"
	"slices"
	"testing"

	"switchboard/storage/id"
)

func behind(h *heard, stands map[id.ID]int64) []id.ID {
	wanted := map[id.ID]bool{}
	h.behind(stands, wanted)
	return slices.Sorted(maps.Keys(wanted))
}

// A message that names a missing one leaves a gap, which only a sheet that contains
// it closes.
func TestGapIsClosedByItsSheet(t *testing.T) {
	h := newHeard()
	for _, m := range []struct {
		rev, prev int64
		news, gap bool
	}{{2, 0, true, false}, {3, 2, true, false}, {3, 2, false, false}, {5, 4, true, true}, {4, 3, false, false}} {
		if news, gap := h.message("a", &delta{Rev: m.rev, Prev: m.prev}); news != m.news || gap != m.gap {
			t.Errorf("message %d: news %v, gap %v", m.rev, news, gap)
		}
	}
	if got := behind(&h, nil); !slices.Equal(got, []id.ID{"a"}) {
		t.Errorf("%v are to be read", got)
	}
	if h.sheet("a", 3) {
		t.Error("a sheet from before the gap is taken")
	}
	if !h.sheet("a", 4) || len(behind(&h, nil)) > 0 || h.at["a"] != 5 {
		t.Errorf("after its sheet %v are to be read, heard up to %d", behind(&h, nil), h.at["a"])
	}
}

// A sheet that is older than the message that removed a user would restore the user.
func TestOldSheetDoesNotRestoreUsers(t *testing.T) {
	h := newHeard()
	h.message("a", &delta{Rev: 2, Left: []id.ID{"x"}})
	if h.sheet("a", 1) {
		t.Error("the older sheet is taken")
	}
	if !slices.Equal(behind(&h, nil), []id.ID{"a"}) {
		t.Error("it is not read again")
	}
	if !h.sheet("a", 2) {
		t.Error("the sheet that contains it is not taken")
	}
}

// The index is read the first time, and when messages up to the previous lease's
// change did not arrive.
func TestWhenTheIndexIsRead(t *testing.T) {
	h := newHeard()
	if !h.missing(lease{Rev: 3}) {
		t.Fatal("it is not read for the first time")
	}
	stands := map[id.ID]int64{"a": 3}
	if got := behind(&h, stands); !slices.Equal(got, []id.ID{"a"}) {
		t.Errorf("%v are to be read", got)
	}
	if h.caughtUp(stands, 3); h.read {
		t.Error("it counts as read before its sheets are")
	}
	h.sheet("a", 3)
	if h.caughtUp(stands, 3); h.missing(lease{Rev: 5, Was: 3}) {
		t.Error("it is read again though nothing is missing")
	}
	if !h.incomplete() {
		t.Error("messages that may be on their way are not noticed")
	}
	if !h.missing(lease{Rev: 5, Was: 5}) {
		t.Error("it is not read though messages are lost")
	}
	h.message("a", &delta{Rev: 4, Prev: 3})
	h.message("b", &delta{Rev: 5})
	if h.missing(lease{Rev: 5, Was: 5}) {
		t.Error("it is read though the messages came")
	}
	if got := h.ended(map[id.ID]int64{"b": 5}, 5); !slices.Equal(got, []id.ID{"a"}) || h.at["a"] != 0 {
		t.Errorf("%v have ended", got)
	}
}
