package live

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/maphash"
	"strconv"

	"switchboard/hub/wire"
	"switchboard/storage/id"
	"switchboard/storage/query"
)

// Held is what a client holds of an answer.
type Held struct {
	keys  []string
	sums  map[string]uint64 // what each row holds; 0 where that isn't known
	whole bool
	total int64
	rough bool // the total is estimated
}

var _ query.Held = (*Held)(nil)

// Whole implements query.Held.
func (h *Held) Whole() bool { return h.whole }

// Has implements query.Held.
func (h *Held) Has(record id.ID) bool {
	_, has := h.sums[string(record)]
	return has
}

// Rows gives an answer's rows with their keys.
func Rows(a *query.Answer) []wire.QueryRow {
	rows, alike := make([]wire.QueryRow, len(a.Rows)), map[string]int{}
	for i, row := range a.Rows {
		rows[i].Row = row
		if len(a.Keys) == len(a.Rows) {
			rows[i].Key = string(a.Keys[i])
		} else {
			rows[i].Key = content(row)
		}
		alike[rows[i].Key]++
		if n := alike[rows[i].Key]; n > 1 {
			rows[i].Key += "." + strconv.Itoa(n)
		}
	}
	return rows
}

var seed = maphash.MakeSeed()

// content is the key of a row that has no other: rows that are alike have it alike on this
// node, and nobody compares them with those of another.
func content(row json.RawMessage) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, maphash.Bytes(seed, row)))
}

// Hold is what a client holds once it has taken an answer.
func Hold(a *query.Answer, rows []wire.QueryRow) *Held {
	h := &Held{
		keys: make([]string, len(rows)), sums: make(map[string]uint64, len(rows)), total: a.Total, rough: a.Estimated,
		whole: !a.Next && a.Offset == 0,
	}
	for i, r := range rows {
		h.keys[i] = r.Key
		h.sums[r.Key] = maphash.Bytes(seed, r.Row) | 1
	}
	return h
}

// Touched notes that keys of a record's row were set.
func (h *Held) Touched(record id.ID) { h.sums[string(record)] = 0 }

// Total is how many rows all pages have; rough says that it is estimated.
func (h *Held) Total() (total int64, rough bool) { return h.total, h.rough }
