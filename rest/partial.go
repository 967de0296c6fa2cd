package rest

import (
	"net/http"

	"switchboard/actors/records"
	"switchboard/rest/problem"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
)

// rowOutcome is one row of an answer 207: its place in the request, and of one that was
// refused why, in words and as a whole problem.
type rowOutcome struct {
	Index   int               `json:"index"`
	Status  int               `json:"status"`
	Detail  string            `json:"detail,omitempty"`
	Record  entry.Fields      `json:"record,omitempty"`
	Problem *problem.Document `json:"problem,omitempty"`
}

// partial reports whether each row of an array is to be written by itself, ?partial=true.
func partial(r *http.Request) (bool, error) {
	if err := only(r.URL.Query(), "A change of records", []string{"partial"}); err != nil {
		return false, err
	}
	return yesOrNo(r.URL.Query(), "partial", false)
}

// writePartial answers 207 with what became of each row: status done, and its record
// where there are any, or the problem.
func writePartial(w http.ResponseWriter, r *http.Request, done int, rows []entry.Fields, refusals *records.PartialError) error {
	out := make([]rowOutcome, len(refusals.Outcomes))
	for i, err := range refusals.Outcomes {
		switch {
		case err != nil:
			e := fault.From(err)
			refusal := problemOf(w, r, statuses[e.Code], e, "")
			out[i] = rowOutcome{Index: i, Status: refusal.Status, Detail: refusal.Detail, Problem: &refusal}
		case i < len(rows):
			out[i] = rowOutcome{Index: i, Status: done, Record: rows[i]}
		default:
			out[i] = rowOutcome{Index: i, Status: done}
		}
	}
	return writeJSON(w, http.StatusMultiStatus, out)
}
