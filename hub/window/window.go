package window

import (
	"slices"
	"sync/atomic"
	"time"

	"switchboard/storage/entry"
)

// Window holds an organization's most recent entries for recovery, in seq order
// without holes. Its bytes count against the budget of the whole hub: an
// organization that writes much gives up its own oldest entries first. It has no
// lock of its own.
type Window struct {
	budget *atomic.Int64
	first  int // index of the oldest entry kept
	kept   []*entry.Entry
	bytes  int64
}

// New makes an empty window; budget are the bytes that are still free over all windows.
func New(budget *atomic.Int64) Window { return Window{budget: budget} }

// entryOverhead stands for the fixed part of an entry in memory.
const entryOverhead = 400

// SizeOf is about how many bytes an entry takes in memory.
func SizeOf(e *entry.Entry) int64 {
	n := int64(entryOverhead + len(e.Cause) + len(e.Command) + 40*(len(e.IDs)+len(e.Route.Before.Members)+len(e.Route.After.Members)))
	for _, fields := range []entry.Fields{e.Before, e.After, e.Record} {
		for name, value := range fields {
			n += int64(len(name) + len(value) + 48)
		}
	}
	return n
}

// Add appends the next entry, and drops those from before oldest and those that no longer fit.
func (w *Window) Add(e *entry.Entry, oldest time.Time) {
	size := SizeOf(e)
	w.kept = append(w.kept, e)
	w.bytes += size
	free := w.budget.Add(-size)
	// An organization holds at most as much as it leaves: a bulk writer must not
	// take from the others what they recover from.
	for w.first < len(w.kept) && (free < w.bytes || w.kept[w.first].At.Before(oldest)) {
		free = w.dropOldest()
	}
	if w.first > 1024 && w.first > len(w.kept)/2 {
		n := copy(w.kept, w.kept[w.first:])
		clear(w.kept[n:])
		w.kept, w.first = w.kept[:n], 0
	}
}

func (w *Window) dropOldest() int64 {
	size := SizeOf(w.kept[w.first])
	w.kept[w.first] = nil
	w.first++
	w.bytes -= size
	return w.budget.Add(size)
}

// Since gives the entries after a place, and whether none is missing between. The
// list is the caller's: the window may drop and move entries meanwhile.
func (w *Window) Since(after, applied int64) ([]*entry.Entry, bool) {
	missing := applied - after
	if missing <= 0 {
		return nil, true
	}
	if missing > int64(len(w.kept)-w.first) {
		return nil, false
	}
	return slices.Clone(w.kept[len(w.kept)-int(missing):]), true
}

// Expire drops what is older than a time: a quiet organization gives its share of
// the budget back.
func (w *Window) Expire(oldest time.Time) {
	for w.first < len(w.kept) && w.kept[w.first].At.Before(oldest) {
		w.dropOldest()
	}
}

// Release gives the whole budget back.
func (w *Window) Release() {
	w.budget.Add(w.bytes)
	w.kept, w.first, w.bytes = nil, 0, 0
}
