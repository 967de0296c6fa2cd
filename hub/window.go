package hub

import (
	"slices"
	"sync/atomic"
	"time"

	"switchboard/storage/entry"
)

// window holds an organisation's most recent entries for recovery, in seq order
// without holes. Its bytes count against the budget of the whole hub: an
// organisation that writes much gives up its own oldest entries first. It is
// guarded by its tenant's lock.
type window struct {
	budget *atomic.Int64 // bytes still free over all windows
	first  int           // index of the oldest entry kept
	kept   []*entry.Entry
	bytes  int64
}

// entryOverhead stands for the fixed part of an entry in memory.
const entryOverhead = 400

func sizeOf(e *entry.Entry) int64 {
	n := int64(entryOverhead + len(e.Cause) + len(e.Command) + 40*(len(e.IDs)+len(e.Route.Before.Members)+len(e.Route.After.Members)))
	for _, fields := range []entry.Fields{e.Before, e.After, e.Record} {
		for name, value := range fields {
			n += int64(len(name) + len(value) + 48)
		}
	}
	return n
}

func (w *window) add(e *entry.Entry, oldest time.Time) {
	size := sizeOf(e)
	w.kept = append(w.kept, e)
	w.bytes += size
	free := w.budget.Add(-size)
	// An organisation holds at most as much as it leaves: a bulk writer must not
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

func (w *window) dropOldest() int64 {
	size := sizeOf(w.kept[w.first])
	w.kept[w.first] = nil
	w.first++
	w.bytes -= size
	return w.budget.Add(size)
}

// since gives the entries after a place, and whether none is missing between. The
// list is the caller's: the window may drop and move entries meanwhile.
func (w *window) since(after, applied int64) ([]*entry.Entry, bool) {
	missing := applied - after
	if missing <= 0 {
		return nil, true
	}
	if missing > int64(len(w.kept)-w.first) {
		return nil, false
	}
	return slices.Clone(w.kept[len(w.kept)-int(missing):]), true
}

// expire drops what is older than a time: a quiet organisation gives its share of
// the budget back.
func (w *window) expire(oldest time.Time) {
	for w.first < len(w.kept) && w.kept[w.first].At.Before(oldest) {
		w.dropOldest()
	}
}

// release gives the whole budget back.
func (w *window) release() {
	w.budget.Add(w.bytes)
	w.kept, w.first, w.bytes = nil, 0, 0
}
