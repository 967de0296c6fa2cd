package sockettest

import (
	"encoding/json"
	"maps"
	"slices"

	"switchboard/hub/wire"
)

// Held is what a client holds of a live query's answer.
type Held struct {
	Number, Total int64
	Rows          []wire.QueryRow
}

// Take lays over what is held what was told, as the contract with clients says
// (docs/realtime.md). What is older than it is passed over; false where the event follows on
// another answer.
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

// laid lays the keys of one row over another's.
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
