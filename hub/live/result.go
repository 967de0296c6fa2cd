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

// Result is a client's copy of a result.
type Result struct {
	keys      []string
	sums      map[string]uint64 // hash of each row; 0 if it is unknown
	whole     bool
	total     int64
	estimated bool // the total is estimated
}

var _ query.Held = (*Result)(nil)

// Whole implements query.Held.
func (h *Result) Whole() bool { return h.whole }

// Has implements query.Held.
func (h *Result) Has(record id.ID) bool {
	_, has := h.sums[string(record)]
	return has
}

// Rows returns an answer's rows with their keys.
func Rows(a *query.Answer) []wire.QueryRow {
	rows, equal := make([]wire.QueryRow, len(a.Rows)), map[string]int{}
	for i, row := range a.Rows {
		rows[i].Row = row
		if len(a.Keys) == len(a.Rows) {
			rows[i].Key = string(a.Keys[i])
		} else {
			rows[i].Key = content(row)
		}
		equal[rows[i].Key]++
		if n := equal[rows[i].Key]; n > 1 {
			rows[i].Key += "." + strconv.Itoa(n)
		}
	}
	return rows
}

var seed = maphash.MakeSeed()

// content returns the key of a row without a record: equal rows get equal
// keys on this node, and keys are never compared across nodes.
func content(row json.RawMessage) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, maphash.Bytes(seed, row)))
}

// NewResult returns the result of a client that has received an answer.
func NewResult(a *query.Answer, rows []wire.QueryRow) *Result {
	h := &Result{
		keys: make([]string, len(rows)), sums: make(map[string]uint64, len(rows)), total: a.Total, estimated: a.Estimated,
		whole: !a.Next && a.Offset == 0,
	}
	for i, r := range rows {
		h.keys[i] = r.Key
		h.sums[r.Key] = maphash.Bytes(seed, r.Row) | 1
	}
	return h
}

// Touched records that keys of a record's row were set.
func (h *Result) Touched(record id.ID) { h.sums[string(record)] = 0 }

// Total returns the number of rows of all pages; estimated reports whether it
// is an estimate.
func (h *Result) Total() (total int64, estimated bool) { return h.total, h.estimated }
