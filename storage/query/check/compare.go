package check

import (
	"fmt"
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// compare checks =, !=, <, <=, > and >=.
func (s *scope) compare(n *ast.Binary) (*Expr, error) {
	left, right, op := n.L, n.R, n.Op
	if untyped(left) && !untyped(right) {
		left, right, op = right, left, turned(op)
	}
	l, err := s.expr(left, nil)
	if err != nil {
		return nil, err
	}
	return s.compared(n.OpAt, l, op, right)
}

// turned is the operator seen from the other side.
func turned(op string) string {
	return strings.NewReplacer("<", ">", ">", "<").Replace(op)
}

// closed puts brackets around a condition that stands beside an operator.
func closed(e *Expr) *Expr {
	if e.Op != Apply || e.class() != schema.TruthClass || e.Template[0] == '(' || !strings.Contains(e.Template, " ") {
		return e
	}
	return apply(e.At, e.Of, "(%1)", e)
}

func holds(at int, template string, args ...*Expr) *Expr {
	return apply(at, bind.Computed(schema.TruthClass), template, args...)
}

// compared holds a value to another one that is not checked yet.
func (s *scope) compared(at int, l *Expr, op string, right ast.Expr) (*Expr, error) {
	l = closed(l)
	if null, is := right.(*ast.Constant); is && null.Value == nil {
		return isNothing(at, l, op)
	}
	if isTime(l.class()) {
		if word := dateOf(right); word != nil {
			from, to := stretch(word, l.Of)
			return within(at, l, op, from, to), nil
		}
	}
	if day, is := right.(*ast.Literal); is && day.Day && l.class() == schema.MomentClass {
		from, to := wholeDay(day, l.Of)
		return within(at, l, op, from, to), nil
	}
	if l.class() == schema.TextsClass || l.class() == schema.IDsClass {
		return s.holding(at, l, op, right)
	}
	l = mainly(l)
	r, err := s.expr(right, l.Of)
	if err != nil {
		return nil, err
	}
	r = mainly(closed(r))
	if l, r, err = s.matched(at, l, r); err != nil {
		return nil, err
	}
	switch op {
	case "=":
		return holds(at, "%1 = %2", l, r), nil
	case "!=": // a record without the value differs from it too
		return holds(at, "%1 IS DISTINCT FROM %2", l, r), nil
	}
	if l.Of == nil {
		return nil, unordered(at)
	}
	if !l.Of.Kind().Column.Ordered || l.Of.Type.References != nil && l.class() == schema.IDClass { // records have no order, their ids that in which they were made
		return nil, fail(at, "", "%s can't be compared by %s.", l.class().String(), op)
	}
	if l.class() == schema.TextClass {
		l, r = inOrder(l), apply(r.At, r.Of, "lower(%1)", r)
	}
	return holds(at, "%1 "+op+" %2", l, r), nil
}

// inOrder is what of a text is compared where its place in an order counts.
func inOrder(e *Expr) *Expr {
	return apply(e.At, e.Of, fmt.Sprintf(schema.InOrder, "%1"), e)
}

// isNothing is a comparison with NULL.
func isNothing(at int, l *Expr, op string) (*Expr, error) {
	switch op {
	case "=":
		return holds(at, "%1 IS NULL", l), nil
	case "!=":
		return holds(at, "%1 IS NOT NULL", l), nil
	default:
		return nil, unordered(at)
	}
}

func unordered(at int) error {
	return fail(at, "", "Nothing is smaller or larger than NULL: write IS NULL or IS NOT NULL.")
}

// dateOf is a word for days, however it is written; nil for what is none.
func dateOf(n ast.Expr) *ast.Date {
	switch n := n.(type) {
	case *ast.Date:
		return n
	case *ast.Literal:
		if n.Date != nil {
			return &ast.Date{At: n.At, Word: *n.Date, Count: -1}
		}
	}
	return nil
}

// within compares with a stretch of time: = is inside, < before, > after.
func within(at int, l *Expr, op string, from, to *Expr) *Expr {
	switch op {
	case "=":
		return holds(at, "(%1 >= %2 AND %1 < %3)", l, from, to)
	case "!=":
		return holds(at, "((%1 >= %2 AND %1 < %3) IS NOT TRUE)", l, from, to)
	case "<":
		return holds(at, "%1 < %2", l, from)
	case "<=":
		return holds(at, "%1 < %2", l, to)
	case ">":
		return holds(at, "%1 >= %2", l, to)
	default:
		return holds(at, "%1 >= %2", l, from)
	}
}

// matched brings two values to one class, and to one case where the field has none.
func (s *scope) matched(at int, l, r *Expr) (*Expr, *Expr, error) {
	a, b := l.class(), r.class()
	switch {
	case a == schema.JSONClass || b == schema.JSONClass:
		return nil, nil, fail(at, "", "JSON can't be compared as a whole: name one of its members.")
	case a == b, a == schema.NoClass, b == schema.NoClass:
	case a == schema.IDClass && b == schema.TextClass && r.Op != Param:
		l = apply(l.At, r.Of, "%1::text", l)
	case a == schema.TextClass && b == schema.IDClass:
		r = apply(r.At, l.Of, "%1::text", r)
	default:
		return nil, nil, fail(at, "", "%s can't be compared with %s.", a.String(), b.String())
	}
	if fold(l) || fold(r) {
		return lower(l), lower(r), nil
	}
	return l, r, nil
}

func fold(e *Expr) bool { return e.Of != nil && e.Op == Column && e.Of.Kind().Fold }

func lower(e *Expr) *Expr { return apply(e.At, e.Of, "lower(%1)", e) }

// holding asks whether a list holds a value.
func (s *scope) holding(at int, l *Expr, op string, right ast.Expr) (*Expr, error) {
	if op != "=" && op != "!=" {
		return nil, fail(at, "", "%s can't be compared by %s.", l.class().String(), op)
	}
	element := operand(l.Of)
	r, err := s.expr(right, element)
	if err != nil {
		return nil, err
	}
	if r.class() != bind.ClassOf(element) {
		return nil, fail(right.Where(), "", "%s holds %s, and this is %s.", l.Of.Title, bind.ClassOf(element).String(), r.class().String())
	}
	test := "%1 @> ARRAY[%2]"
	if op == "!=" {
		test = "((" + test + ") IS NOT TRUE)"
	}
	return holds(at, test, l, r), nil
}

func (s *scope) between(n *ast.Between) (*Expr, error) {
	x, err := s.expr(n.X, nil)
	if err != nil {
		return nil, err
	}
	low, err := s.compared(n.Where(), x, ">=", n.Low)
	if err != nil {
		return nil, err
	}
	high, err := s.compared(n.Where(), x, "<=", n.High)
	if err != nil {
		return nil, err
	}
	test := "(%1 AND %2)"
	if n.Not {
		test = "((%1 AND %2) IS NOT TRUE)"
	}
	return holds(n.Where(), test, low, high), nil
}

// like looks for a part of a text, whatever the case and accents.
func (s *scope) like(n *ast.Like) (*Expr, error) {
	x, err := s.expr(n.X, nil)
	if err != nil {
		return nil, err
	}
	x = mainly(x)
	pattern, is := n.Pattern.(*ast.Literal)
	if !is || pattern.Number {
		return nil, fail(n.Pattern.Where(), "", "LIKE takes a text between single quotes.")
	}
	const most = 10
	if s.likes++; s.likes > most {
		return nil, fail(n.Where(), "LIKE", "A query may have %d LIKEs; this one has more.", most)
	}
	switch x.class() {
	case schema.TextClass, schema.TextsClass, schema.NumberClass, schema.DayClass:
	case schema.IDClass:
		return nil, fail(n.Where(), "LIKE", "This is the id of a record: compare its name, such as owner.name LIKE 'ann'.")
	default:
		return nil, fail(n.Where(), "LIKE", "%s can't be compared by LIKE.", x.class().String())
	}
	v := &bind.Value{How: bind.Pattern, At: pattern.Where(), Slot: pattern.Slot, Of: bind.Computed(schema.TextClass), SQL: schema.Text.Column.SQL}
	value := &Expr{At: pattern.Where(), Op: Param, Of: bind.Computed(schema.TextClass), Value: v}
	test := strings.ReplaceAll(x.Of.Kind().Column.Searched, "%s", "%1") + " LIKE %2"
	if n.Not {
		test = "((" + test + ") IS NOT TRUE)"
	}
	return holds(n.Where(), test, x, value), nil
}

func (s *scope) isNull(n *ast.IsNull) (*Expr, error) {
	x, err := s.expr(n.X, nil)
	if err != nil {
		return nil, err
	}
	x = closed(x)
	if n.Not {
		return holds(n.Where(), "%1 IS NOT NULL", x), nil
	}
	return holds(n.Where(), "%1 IS NULL", x), nil
}
