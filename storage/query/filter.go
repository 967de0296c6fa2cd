package query

import (
	"strconv"
	"strings"
	"sync"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
	"switchboard/storage/query/filter"
	"switchboard/storage/query/sql"
	"switchboard/storage/row"
)

// FilterRow is one row of the filter builder.
type FilterRow = filter.Row

// FilterRequest asks for the records of an object that rows of the filter builder let pass.
type FilterRequest struct {
	Organization id.ID
	Object       string
	Rows         []FilterRow
	// Any joins the rows by OR.
	Any    bool
	Reader Reader
	// Clock is asked where the reader's time counts.
	Clock func() (Clock, error)
}

const (
	// mostValues bounds one IN of a filter.
	mostValues = 200
	// placeOfRow is the bit from which on a place is the row's among the others: no text of
	// one is so long.
	placeOfRow = 24
)

// Filter makes the condition of rows, nil for none. It goes through the checker of queries
// and is written by their writer; what is wrong with a row is fault.Invalid with its place
// among them.
func (c *Compiler) Filter(q FilterRequest) (row.Filter, error) {
	r, _ := c.rooms.Get().(*room)
	defer c.rooms.Put(r)
	r.key = r.key[:0]
	for _, part := range [...]string{string(q.Organization), q.Reader.Version(), q.Object} {
		r.key = append(append(r.key, part...), 0)
	}
	m := filter.Maker{
		Values: mostValues, Objects: true, Shape: r.key,
		Place:  func(i int, _ string) int { return i << placeOfRow },
		Refuse: func(i int, message string) error { return refused(q.Rows, i, message) },
	}
	tree, err := m.All(q.Rows, q.Any)
	r.key = m.Shape
	if tree == nil || err != nil {
		return nil, err
	}
	out := &condition{}
	if out.conditionShape, err = c.filterShape(r.key, tree, &q); err == nil {
		err = out.bind(bind.Literals{Tokens: m.Literals, Typed: true}, q.Clock)
	}
	if e, is := At(err); is {
		return nil, refused(q.Rows, e.At>>placeOfRow, strings.TrimSuffix(e.Message, "."))
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// refused is the refusal of a row.
func refused(rows []FilterRow, i int, message string) error {
	return fault.Field(rows[i].Path(), "%s", message).At(i)
}

// filterShape checks a filter, unless one of its shape was checked for such a reader.
func (c *Compiler) filterShape(key []byte, tree ast.Expr, q *FilterRequest) (*conditionShape, error) {
	c.mu.RLock()
	known := c.filters[string(key)]
	c.mu.RUnlock()
	if known != nil {
		return known, nil
	}
	if view := q.Reader.View(q.Object); view != nil {
		named(tree, view)
	}
	checked, err := check.CheckFilter(q.Object, tree, q.Reader)
	if err != nil {
		return nil, err
	}
	s := &conditionShape{checked: checked, written: map[string]*writtenFilter{}}
	for v := range checked.Params {
		s.params = append(s.params, v)
		s.timed = s.timed || v.How == bind.From || v.How == bind.To
	}
	if len(key) <= longestShape {
		c.mu.Lock()
		defer c.mu.Unlock()
		keep(c.filters, string(key), s, remembered)
	}
	return s, nil
}

// named reads LIKE of a lookup as that of its name.
func named(n ast.Expr, view *View) {
	switch n := n.(type) {
	case *ast.Binary:
		named(n.L, view)
		named(n.R, view)
	case *ast.Like:
		if path, is := n.X.(*ast.Path); is && view.Named(path) {
			path.Parts = append(path.Parts, ast.Name{At: n.Where(), Text: "name"})
		}
	}
}

// conditionShape is what filters have in common that differ in their values alone.
type conditionShape struct {
	checked *check.Filter
	params  []*bind.Value
	timed   bool // the reader's time counts

	mu      sync.RWMutex
	written map[string]*writtenFilter // by layout, and how many parameters are before
}

// writtenFilter is a filter in SQL, without its values.
type writtenFilter struct {
	sql.Filter

	places []int // of Params among the shape's, -1 for what is fixed
}

// condition is a filter that a reader may ask. It implements row.Filter.
type condition struct {
	*conditionShape

	values []any // of params
}

// bind makes the parameters.
func (c *condition) bind(l bind.Literals, clock func() (Clock, error)) (err error) {
	if c.timed {
		if l.Clock, err = clock(); err != nil {
			return err
		}
	}
	c.values = make([]any, len(c.params))
	for i, v := range c.params {
		if c.values[i], err = v.Bind(&l); err != nil {
			return err
		}
	}
	return nil
}

// Fields implements row.Filter.
func (c *condition) Fields() []string {
	out := make([]string, len(c.checked.From.Uses))
	for i, u := range c.checked.From.Uses {
		out[i] = u.Field.Name
	}
	return out
}

// Write implements row.Filter.
func (c *condition) Write(in row.Layout, n int) (joins, where string, args []any, err error) {
	f, err := c.write(in, n)
	if err != nil {
		return "", "", nil, err
	}
	args = make([]any, len(f.Params))
	for i, place := range f.places {
		if place >= 0 {
			args[i] = c.values[place]
		} else {
			args[i] = f.Params[i].Given
		}
	}
	return f.Joins, f.Where, args, nil
}

// mostWritten bounds in how many ways one shape is kept: of people with the same rights all
// have the same.
const mostWritten = 8

func (s *conditionShape) write(in row.Layout, n int) (*writtenFilter, error) {
	key := in.Version() + " " + strconv.Itoa(n)
	s.mu.RLock()
	known := s.written[key]
	s.mu.RUnlock()
	if known != nil {
		return known, nil
	}
	f, err := sql.WriteFilter(s.checked, in, n)
	if err != nil {
		return nil, err
	}
	out := &writtenFilter{Filter: f, places: make([]int, len(f.Params))}
	for i, v := range f.Params {
		out.places[i] = -1
		for place, param := range s.params {
			if param == v {
				out.places[i] = place
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	keep(s.written, key, out, mostWritten)
	return out, nil
}
