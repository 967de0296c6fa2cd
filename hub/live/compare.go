package live

import (
	"slices"

	"switchboard/hub/wire"
	"switchboard/storage/query"
)

// Compare returns the changes that turn h into the answer; changed is false
// if there are none.
func (h *Result) Compare(a *query.Answer) (now *Result, e wire.RowsEvent, changed bool) {
	rows := Rows(a)
	now = NewResult(a, rows)
	for _, key := range h.keys {
		if _, stays := now.sums[key]; !stays {
			e.Removed = append(e.Removed, key)
		}
	}
	unmoved := h.unmoved(now.keys)
	for i, r := range rows {
		sum, had := h.sums[r.Key]
		switch {
		case !had:
			e.Added = append(e.Added, wire.RowAdded{Key: r.Key, At: i, Row: r.Row})
			continue
		case !unmoved[r.Key]:
			e.Moved = append(e.Moved, wire.RowMoved{Key: r.Key, At: i})
		}
		if sum != now.sums[r.Key] {
			e.Changed = append(e.Changed, r)
		}
	}
	e.Total, e.Estimated = now.total, now.estimated
	changed = len(e.Removed)+len(e.Added)+len(e.Moved)+len(e.Changed) > 0 || now.total != h.total || now.estimated != h.estimated
	return now, e, changed
}

// unmoved returns as many rows as possible that are in both results in the
// same order; the others have moved. It computes the longest increasing
// subsequence of their indexes.
func (h *Result) unmoved(keys []string) map[string]bool {
	index := make(map[string]int, len(h.keys))
	for i, key := range h.keys {
		index[key] = i
	}
	type link struct {
		at, before int // an index in h, and the previous link of the sequence
		key        string
	}
	var links []link
	var ends []int // for each length of a sequence, its link with the lowest index
	for _, key := range keys {
		at, had := index[key]
		if !had {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, at, func(l, at int) int { return links[l].at - at })
		one := link{at: at, before: -1, key: key}
		if n > 0 {
			one.before = ends[n-1]
		}
		links = append(links, one)
		if n == len(ends) {
			ends = append(ends, len(links)-1)
		} else {
			ends[n] = len(links) - 1
		}
	}
	out := map[string]bool{}
	if len(ends) > 0 {
		for l := ends[len(ends)-1]; l >= 0; l = links[l].before {
			out[links[l].key] = true
		}
	}
	return out
}
