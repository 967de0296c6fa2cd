package jobs

import (
	"bytes"
	"encoding/json"
)

// withheldProblems tells a reader why the problems of a job are not listed.
const withheldProblems = "You don't have access to all of these records and their fields. Ask a superuser for the details."

// withholdProblems leaves of a job's problems the object and the count, for a reader who may
// not read the whole object: each problem has the id, the name and a value of a record.
func withholdProblems(shown json.RawMessage, readable func(object string) bool) json.RawMessage {
	if shown = bytes.TrimSpace(shown); len(shown) == 0 || shown[0] == 'n' {
		return shown
	}
	var told struct {
		Object   string `json:"object"`
		Count    int64  `json:"count"`
		Problems []any  `json:"problems"`
		Withheld string `json:"withheld"`
	}
	if json.Unmarshal(shown, &told) == nil && readable(told.Object) {
		return shown
	}
	told.Problems, told.Withheld = []any{}, withheldProblems
	out, err := json.Marshal(told)
	if err != nil {
		return json.RawMessage("null")
	}
	return out
}

// theFirst begins what earlier versions said of a record in a job's error.
const theFirst = " The first: "

// withoutFirst is a job's error without the record that earlier versions named in it: the
// problems list it, to those who may read it.
func withoutFirst(shown json.RawMessage, _ func(object string) bool) json.RawMessage {
	before, _, has := bytes.Cut(shown, []byte(theFirst))
	if !has {
		return shown
	}
	return append(bytes.Clone(before), '"')
}
