package sql

import (
	"strconv"

	"switchboard/storage/query/check"
)

// apart are the places in a query's Body where it is taken apart.
type apart struct {
	from, where int // where these begin; where is 0 for a query that is not of one object's records, one by one
	source      int // the number of that object
}

// singly tells whether a query answers records of one object, one by one: then a page of it
// is known by their ids.
func singly(q *check.Query) bool {
	return q.From.View != nil && len(q.Joins) == 0 && !q.Grouped && !q.Distinct
}

// Singly tells whether a query answers records of one object, one by one.
func (s *Statement) Singly() bool { return s.apart.where > 0 }

// Page is the statement of a page within bounds, which are LIMIT and OFFSET.
func (s *Statement) Page(bounds string) string { return s.Body + s.Order + bounds }

// DeepPage is the same page of a query that is Singly, in two steps: the ids of its records,
// then what is shown of these. To pass over records the database then reads nothing of
// them but what filters and orders, and where an index holds that, the index alone. The
// ids are an array, which leads to the records whatever else is joined to them.
func (s *Statement) DeepPage(bounds string) string {
	known := "s" + strconv.Itoa(s.apart.source) + `."id"`
	return s.Body[:s.apart.where] + " WHERE " + known + " = ANY (ARRAY(SELECT " + known + s.Body[s.apart.from:] + s.Order + bounds + "))" + s.Order
}
