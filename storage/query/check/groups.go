package check

import (
	"errors"
	"fmt"
	"strconv"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
	"switchboard/storage/schema"
)

func nowOf(n *ast.Call) *ast.Date {
	now, _ := dates.Alone("NOW")
	return &ast.Date{At: n.At, Word: now, Count: -1}
}

func nearer(err error, name string) error {
	if e, is := errors.AsType[*lex.Error](err); is {
		e.Nearest = name
	}
	return err
}

// groups checks GROUP BY and HAVING.
func (s *scope) groups(q *Query, tree *ast.Select) error {
	for _, n := range tree.Group {
		if fixed(n) {
			return fail(n.Where(), "", "Group by a field or by the name of a column.")
		}
		s.barred = "GROUP BY"
		e, err := s.expr(n, nil)
		s.barred = ""
		switch {
		case err != nil:
			return err
		case e.contains(func(e *Expr) bool { return e.aggregate }):
			return fail(n.Where(), "", "Groups can't be made by an aggregate.")
		case e.class() == schema.NoClass:
			return fail(n.Where(), "", "Group by a field or by the name of a column.")
		}
		q.Group = append(q.Group, e)
	}
	if tree.Having == nil {
		return nil
	}
	e, err := s.expr(tree.Having, nil)
	if err != nil {
		return err
	}
	q.Having = e
	return truth(e, tree.Having)
}

// fixed tells whether a value is the same in every row.
func fixed(n ast.Expr) bool {
	switch n.(type) {
	case *ast.Literal, *ast.Constant:
		return true
	default:
		return false
	}
}

// orders checks ORDER BY. A name of a column goes before that of a field.
func (s *scope) orders(q *Query, tree *ast.Select) error {
	for _, n := range tree.Order {
		if fixed(n.By) {
			return fail(n.By.Where(), "", "Sort by a field or by the name of a column.")
		}
		e, named, err := s.sortedBy(n.By)
		if err != nil {
			return err
		}
		o := Order{By: e, Descending: n.Descending, Output: -1}
		if named != nil && named.Value.Use != nil && named.Value.Use.Part {
			return inSomeRows(n.By.Where(), named.Key, named.Value.Use.Field)
		}
		if q.Distinct {
			for i, out := range q.Outputs {
				if out.Value != nil && out.Value.identity() == e.identity() {
					o.Output = i
				}
			}
			if o.Output < 0 {
				return fail(n.By.Where(), "", "A DISTINCT query is sorted by its columns.")
			}
		} else if o.By, err = s.byName(q, e, n.By); err != nil {
			return err
		}
		if e.Of == nil || e.Of.Kind().Sort == "" {
			return fail(n.By.Where(), "", "%s can't be sorted by.", e.class().String())
		}
		q.Order = append(q.Order, o)
	}
	return nil
}

func (s *scope) sortedBy(n ast.Expr) (*Expr, *Output, error) {
	if path, is := n.(*ast.Path); is {
		if o := s.outputNamed(path); o != nil {
			return o.Value, o, nil
		}
	}
	e, err := s.expr(n, nil)
	return e, nil, err
}

// byName sorts a lookup by the name of the record that it refers to.
func (s *scope) byName(q *Query, e *Expr, n ast.Expr) (*Expr, error) {
	if e.Of == nil || !e.Of.Kind().ByName || e.Op != Column {
		return e, nil
	}
	name, err := s.inside(e, []ast.Name{{At: n.Where(), Text: "name"}})
	if err != nil {
		return nil, unknown(n.Where(), "", UnknownField, nil)
	}
	if q.Grouped { // the groups have one each
		name = apply(name.At, name.Of, "min(%1)", name)
		name.aggregate = true
	}
	return name, nil
}

// grouped holds the values of a grouped query to its groups: each is one of them, or made
// of them and of aggregates.
func grouped(q *Query) error {
	groups := map[string]bool{}
	for _, g := range q.Group {
		groups[g.identity()] = true
	}
	for _, o := range q.Outputs {
		if err := q.covers(o.Value, groups); err != nil {
			return err
		}
	}
	if q.Having != nil {
		if err := q.covers(q.Having, groups); err != nil {
			return err
		}
	}
	for _, o := range q.Order {
		if err := q.covers(o.By, groups); err != nil {
			return err
		}
	}
	return nil
}

func (q *Query) covers(e *Expr, groups map[string]bool) error {
	switch {
	case e == nil || e.aggregate || groups[e.identity()]:
		return nil
	case e.Op == Column && q.reads(e.Source):
		return fail(e.At, e.Use.Key, "%s must stand in GROUP BY or in an aggregate, such as MAX(%s).", e.Use.Key, e.Use.Key)
	}
	for _, arg := range e.Args {
		if err := q.covers(arg, groups); err != nil {
			return err
		}
	}
	if e.Sub != nil && e.Sub.touches(q) {
		return fail(e.At, "", "A sub-select in a grouped query can't look at the rows of its groups.")
	}
	return nil
}

// reads tells whether a source is one of the query's own.
func (q *Query) reads(s *Source) bool { return s.level == q.From.level && q.owns(s) }

func (q *Query) owns(s *Source) bool {
	if q.From.holds(s) {
		return true
	}
	for _, j := range q.Joins {
		if j.To.holds(s) {
			return true
		}
	}
	return false
}

func (s *Source) holds(other *Source) bool {
	if s == other {
		return true
	}
	for _, h := range s.Hops {
		if h.To.holds(other) {
			return true
		}
	}
	return false
}

// touches tells whether a sub-select looks at the rows of the query around it.
func (q *Query) touches(outer *Query) bool {
	found := func(e *Expr) bool {
		return e.Op == Column && outer.owns(e.Source) || e.Sub != nil && e.Sub.touches(outer)
	}
	for _, e := range q.values() {
		if e.contains(found) {
			return true
		}
	}
	return false
}

// values are all values of the query itself.
func (q *Query) values() (out []*Expr) {
	for _, o := range q.Outputs {
		out = append(out, o.Value)
	}
	for _, j := range q.Joins {
		out = append(out, j.On)
	}
	out = append(append(out, q.Where, q.Having), q.Group...)
	for _, o := range q.Order {
		out = append(out, o.By)
	}
	return out
}

func (e *Expr) contains(is func(*Expr) bool) bool {
	if e == nil {
		return false
	}
	if is(e) {
		return true
	}
	for _, arg := range e.Args {
		if arg.contains(is) {
			return true
		}
	}
	return false
}

// identity is the same of values that are written alike. Literals that are equal have one
// slot.
func (e *Expr) identity() string {
	if e == nil {
		return ""
	}
	if e.key == "" {
		out := append(make([]byte, 0, 64), byte('0'+e.Op), ' ')
		out = append(append(append(out, e.Template...), ' '), e.Declared...)
		if e.Source != nil {
			out = append(append(strconv.AppendInt(append(out, ' '), int64(e.Source.N), 10), '.'), e.Use.Key...)
		}
		if e.Value != nil {
			out = append(append(out, ' '), e.Value.Identity()...)
		}
		for _, key := range e.Keys {
			out = append(append(out, ' ', '.'), key.Identity()...)
		}
		for _, arg := range e.Args {
			out = append(append(append(out, ' ', '('), arg.identity()...), ')')
		}
		if e.Sub != nil {
			out = fmt.Appendf(out, " %p", e.Sub)
		}
		e.key = string(out)
	}
	return e.key
}
