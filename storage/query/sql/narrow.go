package sql

import (
	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
	"switchboard/storage/schema"
)

// Narrow is a field that must have one value: an index finds its records.
type Narrow struct {
	Object string
	Field  *schema.Field
	Param  int // the place of the value among the parameters
}

// narrows gives those of a query of one object's records that has been written.
func (w *writer) narrows(q *check.Query) (out []Narrow) {
	if !singly(q) || len(q.From.Hops) > 0 {
		return nil
	}
	for _, e := range q.Equal() {
		f, n := e.Field, w.known[e.Value]
		if n > 0 && e.Value.How == bind.Literal && (f.Indexed || f.Unique || f.Name == "id") {
			out = append(out, Narrow{Object: q.From.View.Object.APIName, Field: f, Param: n - 1})
		}
	}
	return out
}
