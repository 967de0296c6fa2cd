package live

import (
	"slices"

	"switchboard/hub/wire"
	"switchboard/storage/query"
)

// Compare says how what is held becomes an answer; changed is false where it is it already.
func (h *Held) Compare(a *query.Answer) (now *Held, e wire.RowsEvent, changed bool) {
	rows := Rows(a)
	now = Hold(a, rows)
	for _, key := range h.keys {
		if _, stays := now.sums[key]; !stays {
			e.Removed = append(e.Removed, key)
		}
	}
	still := h.still(now.keys)
	for i, r := range rows {
		sum, had := h.sums[r.Key]
		switch {
		case !had:
			e.Added = append(e.Added, wire.RowAdded{Key: r.Key, At: i, Row: r.Row})
			continue
		case !still[r.Key]:
			e.Moved = append(e.Moved, wire.RowMoved{Key: r.Key, At: i})
		}
		if sum != now.sums[r.Key] {
			e.Changed = append(e.Changed, r)
		}
	}
	e.Total, e.Estimated = now.total, now.rough
	changed = len(e.Removed)+len(e.Added)+len(e.Moved)+len(e.Changed) > 0 || now.total != h.total || now.rough != h.rough
	return now, e, changed
}

// still finds as many rows as possible that stand in both in the same order: the others are
// moved. It is the longest rising sequence of their places.
func (h *Held) still(keys []string) map[string]bool {
	place := make(map[string]int, len(h.keys))
	for i, key := range h.keys {
		place[key] = i
	}
	type link struct {
		at, before int // a place among those held, and the link that stands before it
		key        string
	}
	var links []link
	var ends []int // of sequences by their length, the link with the lowest place
	for _, key := range keys {
		at, had := place[key]
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
