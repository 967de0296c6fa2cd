package window

import (
	"slices"
	"sync/atomic"
	"time"

	"switchboard/storage/entry"
)

// Window holds an organization's most recent entries for recovery, in seq
// order without gaps. Its bytes count against the budget of the whole hub: a
// busy organization gives up its own oldest entries first. It has no lock of
// its own.
type Window struct {
	budget  *atomic.Int64
	first   int // index of the oldest entry in entries
	entries []*entry.Entry
	bytes   int64
}

// New returns an empty window; budget holds the free bytes of all windows.
func New(budget *atomic.Int64) Window { return Window{budget: budget} }

// entryOverhead is the fixed part of an entry's size in memory.
const entryOverhead = 400

// SizeOf estimates the bytes that an entry occupies in memory.
func SizeOf(e *entry.Entry) int64 {
	n := int64(entryOverhead + len(e.Cause) + len(e.Command) + 40*(len(e.IDs)+len(e.Route.Before.Members)+len(e.Route.After.Members)))
	for _, fields := range []entry.Fields{e.Before, e.After, e.Record} {
		for name, value := range fields {
			n += int64(len(name) + len(value) + 48)
		}
	}
	return n
}

// Add appends the next entry, and drops entries older than oldest and those
// that no longer fit.
func (w *Window) Add(e *entry.Entry, oldest time.Time) {
	size := SizeOf(e)
	w.entries = append(w.entries, e)
	w.bytes += size
	free := w.budget.Add(-size)
	// An organization holds at most as much as it leaves free: a bulk writer
	// must not take the others' recovery windows.
	for w.first < len(w.entries) && (free < w.bytes || w.entries[w.first].At.Before(oldest)) {
		free = w.dropOldest()
	}
	if w.first > 1024 && w.first > len(w.entries)/2 {
		n := copy(w.entries, w.entries[w.first:])
		clear(w.entries[n:])
		w.entries, w.first = w.entries[:n], 0
	}
}

func (w *Window) dropOldest() int64 {
	size := SizeOf(w.entries[w.first])
	w.entries[w.first] = nil
	w.first++
	w.bytes -= size
	return w.budget.Add(size)
}

// Since returns the entries after a position, and whether none is missing in
// between. The caller owns the slice: the window may drop and move entries
// later.
func (w *Window) Since(after, applied int64) ([]*entry.Entry, bool) {
	missing := applied - after
	if missing <= 0 {
		return nil, true
	}
	if missing > int64(len(w.entries)-w.first) {
		return nil, false
	}
	return slices.Clone(w.entries[len(w.entries)-int(missing):]), true
}

// Expire drops entries older than oldest: a quiet organization returns its
// share of the budget.
func (w *Window) Expire(oldest time.Time) {
	for w.first < len(w.entries) && w.entries[w.first].At.Before(oldest) {
		w.dropOldest()
	}
}

// Release returns the whole budget.
func (w *Window) Release() {
	w.budget.Add(w.bytes)
	w.entries, w.first, w.bytes = nil, 0, 0
}
