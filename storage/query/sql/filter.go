package sql

import (
	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
)

// Filter is a condition in SQL, over the table of its object under the alias t.
type Filter struct {
	// Joins go behind the table; each finds one record by its id, or none.
	Joins  string
	Where  string
	Params []*bind.Value
}

// WriteFilter writes a condition into a statement that has n parameters already.
func WriteFilter(f *check.Filter, tables Tables, n int) (Filter, error) {
	w := &writer{tables: tables, known: map[*bind.Value]int{}, root: f.From, first: n}
	w.hops(f.From)
	var out Filter
	out.Joins = w.String()
	w.Reset()
	w.value(f.Where)
	out.Where, out.Params = w.String(), w.params
	return out, w.err
}
