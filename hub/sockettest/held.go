package sockettest

import (
	"encoding/json"
	"maps"
	"slices"

	"switchboard/hub/wire"
)

// Result is a client's copy of the result of a live query.
type Held struct {
	Number, Total int64
	Rows          []wire.QueryRow
}

// Apply applies an event, as the contract with clients specifies
// (docs/realtime.md). It ignores events that are older than the result. It
// returns false if the event follows another result.
func (h *Held) Take(e wire.RowsEvent) (follows bool, err error) {
	switch {
	case e.Number <= h.Number:
		return true, nil
	case e.After != h.Number:
		return false, nil
	}
	h.Number, h.Total = e.Number, e.Total
	stood := map[string]json.RawMessage{}
	h.Rows = slices.DeleteFunc(h.Rows, func(r wire.QueryRow) bool {
		stood[r.Key] = r.Row
		return slices.Contains(e.Removed, r.Key) || slices.ContainsFunc(e.Moved, func(m wire.RowMoved) bool { return m.Key == r.Key })
	})
	puts := slices.Clone(e.Added)
	for _, m := range e.Moved {
		puts = append(puts, wire.RowAdded{Key: m.Key, At: m.At, Row: stood[m.Key]})
	}
	slices.SortFunc(puts, func(a, b wire.RowAdded) int { return a.At - b.At })
	for _, p := range puts {
		h.Rows = slices.Insert(h.Rows, p.At, wire.QueryRow{Key: p.Key, Row: p.Row})
	}
	for _, c := range e.Changed {
		for i := range h.Rows {
			if h.Rows[i].Key == c.Key {
				if h.Rows[i].Row, err = laid(h.Rows[i].Row, c.Row); err != nil {
					return true, err
				}
			}
		}
	}
	return true, nil
}

// merge overlays the keys of one row on another.
func laid(under, over json.RawMessage) (json.RawMessage, error) {
	out, changed := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal(under, &out); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(over, &changed); err != nil {
		return nil, err
	}
	maps.Copy(out, changed)
	return json.Marshal(out)
}
