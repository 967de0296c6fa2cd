package sql

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Tables say how the objects of a registry lie in the database.
type Tables = row.Layout

// Statement is a query in SQL.
type Statement struct {
	// Body is the SELECT without what orders and bounds it, Order that.
	Body, Order string
	Params      []*bind.Value
	Columns     []*schema.Field // of Body, in their order
	Outputs     []Output
	// Limit and Offset are nil where the query says nothing.
	Limit, Offset *bind.Value
	// Sources are how many tables are read, records behind lookups left out; Whole is the object whose every record is
	// answered, "" for a query that looks closer.
	Sources int
	Whole   string
	// Views are the objects that are read, each once for each way of reading it.
	Views []*check.View
	// Narrows are the values of indexed fields that every answered record has, of a query
	// that is Singly.
	Narrows []Narrow
	// Gathers says that rows are looked at that are not answered: they are grouped, made
	// distinct or searched by parts of texts.
	Gathers bool
	// Zoned says that the reader's zone counts.
	Zoned bool

	apart apart
}

// Output is a key of the answer, and the columns that it is made of.
type Output struct {
	Key, Nest string
	Columns   []int
	Of        *schema.Field
	// Derived is a field that is computed of the columns, whose fields From are.
	Derived *schema.Field
	View    *check.View
	Right   string
	// Present is the column that holds the nested record's id, -1 for none.
	Present int
}

// writer writes one statement.
type writer struct {
	strings.Builder

	tables  Tables
	root    *check.Source // that is the table t of a statement around this one, nil for none
	first   int           // how many parameters that has before these
	params  []*bind.Value
	known   map[*bind.Value]int
	alike   map[string]int // of queries whose groups are found by their text, else nil
	sources int
	views   []*check.View
	zoned   bool
	rules   map[string]string // of an object's field, once written
	at      []int             // the column of each output of the SELECT that is being written
	err     error
}

// Write writes a query.
func Write(q *check.Query, tables Tables) (*Statement, error) {
	w := &writer{tables: tables, known: map[*bind.Value]int{}}
	if groups(q) {
		w.alike = map[string]int{}
	}
	w.Grow(1<<9 + 80*len(q.Outputs))
	out := &Statement{Limit: q.Limit, Offset: q.Offset}
	w.outputs(q, out)
	out.Body = w.String()
	w.Reset()
	w.order(q)
	out.Order = w.String()
	out.Params, out.Sources, out.Views, out.Zoned = w.params, w.sources, w.views, w.zoned
	if q.From.View != nil && len(q.Joins) == 0 && q.Where == nil && !q.Grouped && !q.Distinct && w.rule(q.From, "") == tables.All() {
		out.Whole = q.From.View.Object.APIName
	}
	out.Narrows = w.narrows(q)
	out.Gathers = w.alike != nil || q.Distinct || slices.ContainsFunc(w.params, func(v *bind.Value) bool { return v.How == bind.Pattern })
	return out, w.err
}

// groups tells whether one of the SELECTs groups its rows.
func groups(q *check.Query) bool {
	if q.Grouped || q.From.Sub != nil && groups(q.From.Sub) {
		return true
	}
	for _, j := range q.Joins {
		if j.To.Sub != nil && groups(j.To.Sub) {
			return true
		}
	}
	return q.Nested(groups)
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// changed says that the tables are not those that the query was checked for.
func changed() error {
	return fault.New(fault.Unavailable, "This object has just been changed. Please try again.").After(time.Second)
}

// param writes a parameter.
func (w *writer) param(v *bind.Value) {
	n := w.known[v]
	if n == 0 {
		if w.alike != nil {
			n = w.alike[v.Identity()]
		}
		if n == 0 {
			w.params = append(w.params, v)
			n = w.first + len(w.params)
		}
		w.known[v] = n
		if w.alike != nil {
			w.alike[v.Identity()] = n
		}
	}
	w.zoned = w.zoned || v.How == bind.From || v.How == bind.To || v.How == bind.Zone || v.How == bind.Shift
	w.WriteByte('$')
	w.number(n)
	w.WriteString("::")
	w.WriteString(v.SQL)
}

func (w *writer) number(n int) {
	var room [8]byte
	w.Write(strconv.AppendInt(room[:0], int64(n), 10))
}

// outputs writes the outermost SELECT and says what its columns are.
func (w *writer) outputs(q *check.Query, out *Statement) {
	if q.Distinct {
		w.WriteString("SELECT d.* FROM (")
	}
	w.head(q)
	add := func(e *check.Expr) int {
		n := len(out.Columns)
		if n > 0 {
			w.WriteString(", ")
		}
		w.value(e)
		w.WriteString(" AS c")
		w.number(n + 1)
		out.Columns = append(out.Columns, e.Of)
		return n
	}
	var present map[*check.Expr]int
	places := make([]int, 0, len(q.Outputs))
	out.Columns, out.Outputs, w.at = make([]*schema.Field, 0, len(q.Outputs)), make([]Output, 0, len(q.Outputs)), make([]int, 0, len(q.Outputs))
	for _, o := range q.Outputs {
		shown := Output{Key: o.Key, Nest: o.Nest, Present: -1, Derived: o.Derived, View: o.View}
		if o.Present != nil {
			at, written := present[o.Present]
			if !written {
				at = add(o.Present)
				if present == nil {
					present = map[*check.Expr]int{}
				}
				present[o.Present] = at
			}
			shown.Present = at
		}
		if o.Derived != nil {
			shown.Right = o.Derived.Name
			for _, from := range o.From {
				shown.Columns = append(shown.Columns, add(from))
			}
		} else {
			shown.Of, shown.View, shown.Right = o.Value.Of, o.Value.View, o.Value.Right
			places = append(places, add(o.Value)) // one list for all of them
			shown.Columns = places[len(places)-1:]
		}
		w.at = append(w.at, shown.Columns[0])
		out.Outputs = append(out.Outputs, shown)
	}
	out.apart = w.tail(q)
	if q.Distinct {
		w.WriteString(") d")
	}
}

func (w *writer) head(q *check.Query) {
	w.WriteString("SELECT ")
	if q.Distinct {
		w.WriteString("DISTINCT ")
	}
}

// tail writes a SELECT from FROM to HAVING.
func (w *writer) tail(q *check.Query) (at apart) {
	at.from = w.Len()
	w.WriteString(" FROM ")
	w.from(q.From)
	for _, j := range q.Joins {
		w.WriteString([...]string{ast.Inner: " JOIN ", ast.Left: " LEFT JOIN ", ast.Right: " RIGHT JOIN "}[j.Kind])
		w.from(j.To)
		w.WriteString(" ON ")
		w.value(j.On)
	}
	if singly(q) {
		at.where, at.source = w.Len(), q.From.N
	}
	if q.Where != nil {
		w.WriteString(" WHERE ")
		w.value(q.Where)
	}
	for i, g := range q.Group {
		w.WriteString([...]string{" GROUP BY ", ", "}[min(i, 1)])
		w.value(g)
	}
	if q.Having != nil {
		w.WriteString(" HAVING ")
		w.value(q.Having)
	}
	return at
}

// inner writes a whole sub-select; its columns are c1, c2 and so on.
func (w *writer) inner(q *check.Query) {
	if q.Distinct {
		w.WriteString("SELECT d.* FROM (")
	}
	w.head(q)
	for i, o := range q.Outputs {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(o.Value)
		w.WriteString(" AS c")
		w.number(i + 1)
	}
	w.tail(q)
	if q.Distinct {
		w.WriteString(") d")
	}
	if q.Limit != nil || q.Offset != nil {
		before := w.at
		w.at = nil
		w.order(q)
		w.at = before
	}
	if q.Limit != nil {
		w.WriteString(" LIMIT ")
		w.param(q.Limit)
	}
	if q.Offset != nil {
		w.WriteString(" OFFSET ")
		w.param(q.Offset)
	}
}
