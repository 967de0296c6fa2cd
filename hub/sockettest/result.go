package sockettest

import (
	"encoding/json"
	"maps"
	"slices"

	"switchboard/hub/wire"
)

// Result is a client's copy of the result of a live query.
type Result struct {
	Number, Total int64
	Rows          []wire.QueryRow
}

// Apply applies an event, as the contract with clients specifies
// (docs/realtime.md). It ignores events that are older than the result. It
// returns false if the event follows another result.
func (h *Result) Apply(e wire.RowsEvent) (follows bool, err error) {
	switch {
	case e.Number <= h.Number:
		return true, nil
	case e.After != h.Number:
		return false, nil
	}
	h.Number, h.Total = e.Number, e.Total
	old := map[string]json.RawMessage{}
	h.Rows = slices.DeleteFunc(h.Rows, func(r wire.QueryRow) bool {
		old[r.Key] = r.Row
		return slices.Contains(e.Removed, r.Key) || slices.ContainsFunc(e.Moved, func(m wire.RowMoved) bool { return m.Key == r.Key })
	})
	inserts := slices.Clone(e.Added)
	for _, m := range e.Moved {
		inserts = append(inserts, wire.RowAdded{Key: m.Key, At: m.At, Row: old[m.Key]})
	}
	slices.SortFunc(inserts, func(a, b wire.RowAdded) int { return a.At - b.At })
	for _, p := range inserts {
		h.Rows = slices.Insert(h.Rows, p.At, wire.QueryRow{Key: p.Key, Row: p.Row})
	}
	for _, c := range e.Changed {
		for i := range h.Rows {
			if h.Rows[i].Key == c.Key {
				if h.Rows[i].Row, err = merge(h.Rows[i].Row, c.Row); err != nil {
					return true, err
				}
			}
		}
	}
	return true, nil
}

// merge overlays the keys of one row on another.
func merge(under, over json.RawMessage) (json.RawMessage, error) {
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
