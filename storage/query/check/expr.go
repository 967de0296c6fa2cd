package check

import (
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// expr checks a value. want is the field that a literal is compared with or stands beside,
// nil where nothing says.
func (s *scope) expr(n ast.Expr, want *schema.Field) (*Expr, error) {
	bare := s.bare
	if _, is := n.(*ast.Path); !is {
		s.bare = false
		defer func() { s.bare = bare }()
	}
	switch n := n.(type) {
	case *ast.Path:
		return s.path(n)
	case *ast.Literal:
		return s.literal(n, want)
	case *ast.Constant:
		return constant(n), nil
	case *ast.Date:
		return s.moment(n, want)
	case *ast.Unary:
		return s.unary(n)
	case *ast.Binary:
		return s.binary(n)
	case *ast.In:
		return s.in(n)
	case *ast.Between:
		return s.between(n)
	case *ast.Like:
		return s.like(n)
	case *ast.IsNull:
		return s.isNull(n)
	case *ast.Exists:
		sub, err := s.inner(n.Sub, s)
		return &Expr{At: n.Where(), Op: Exists, Of: bind.Computed(schema.TruthClass), Sub: sub}, err
	case *ast.Case:
		return s.choice(n)
	case *ast.Call:
		return s.call(n)
	case *ast.Each:
		return s.each(n)
	default:
		return nil, fail(n.Where(), "", "This can't stand here.")
	}
}

// path finds a field, or a column by its name where there is none.
func (s *scope) path(n *ast.Path) (*Expr, error) {
	e, err := s.find(n)
	if err == nil || len(n.Parts) > 1 || s.outputs == nil {
		return e, err
	}
	o := s.outputNamed(n)
	switch {
	case o == nil:
		return nil, err
	case s.aggregating && o.Value.contains(func(e *Expr) bool { return e.aggregate }):
		return nil, fail(n.Where(), n.Parts[0].Text, "An aggregate can't stand in another one.")
	case o.Value.Use != nil && o.Value.Use.Part:
		return nil, inSomeRows(n.Where(), n.Parts[0].Text, o.Value.Use.Field)
	default:
		return o.Value, nil
	}
}

func (s *scope) outputNamed(n *ast.Path) *Output {
	if len(n.Parts) > 1 {
		return nil
	}
	q := Query{Outputs: s.outputs}
	return q.output(n.Parts[0].Text)
}

func constant(n *ast.Constant) *Expr {
	switch {
	case n.Value == nil:
		return apply(n.Where(), nil, "NULL")
	case *n.Value:
		return apply(n.Where(), bind.Computed(schema.TruthClass), "true")
	default:
		return apply(n.Where(), bind.Computed(schema.TruthClass), "false")
	}
}

// literal makes the parameter of a literal: of what it is compared with, else of what it is.
func (s *scope) literal(n *ast.Literal, want *schema.Field) (*Expr, error) {
	if n.Date != nil && isTime(bind.ClassOf(want)) {
		return s.moment(&ast.Date{At: n.At, Word: *n.Date, Count: -1}, want)
	}
	if n.Day && bind.ClassOf(want) == schema.MomentClass {
		from, _ := wholeDay(n, want)
		return from, nil
	}
	var of *schema.Field
	switch {
	case want == nil && n.Number:
		of = bind.Computed(schema.NumberClass)
	case want == nil:
		of = bind.Computed(schema.TextClass)
	case bind.ClassOf(want) == schema.NumberClass && n.Number && n.Decimal:
		of = bind.Computed(schema.NumberClass) // between two whole numbers
	default:
		of = operand(want)
	}
	v := &bind.Value{How: bind.Literal, At: n.Where(), Slot: n.Slot, Of: of, SQL: of.Kind().Column.SQL, Negative: n.Negative}
	return &Expr{At: n.Where(), Op: Param, Of: of, Value: v}, nil
}

// operand is a field of the type that values have which are compared with a field's.
func operand(f *schema.Field) *schema.Field {
	kind := f.Kind()
	if kind.Compared == nil {
		return f
	}
	target := f.Target
	if target == "" {
		target = "record"
	}
	return &schema.Field{Name: f.Name, Title: f.Title, Type: kind.Compared, Target: target, Options: f.Options}
}

func isTime(c schema.Class) bool { return c == schema.MomentClass || c == schema.DayClass }

// moment makes the parameter of a word for days that stands alone: where it begins.
func (s *scope) moment(n *ast.Date, want *schema.Field) (*Expr, error) {
	of := want
	if want == nil {
		of = bind.Computed(schema.MomentClass)
	}
	if !isTime(bind.ClassOf(of)) {
		return nil, fail(n.Where(), "", "This is a time and can't be compared with %s.", bind.ClassOf(of).String())
	}
	from, _ := stretch(n, of)
	return from, nil
}

// stretch makes the parameters of both ends of a word for days.
func stretch(n *ast.Date, of *schema.Field) (from, to *Expr) {
	end := func(how bind.How) *Expr {
		v := &bind.Value{How: how, At: n.Where(), Slot: n.Count, Of: of, SQL: of.Kind().Column.SQL, Word: n.Word, Way: n.Way, Unit: strings.Clone(n.Unit)}
		return &Expr{At: n.Where(), Op: Param, Of: of, Value: v}
	}
	return end(bind.From), end(bind.To)
}

// wholeDay makes the parameters of both ends of a plain day.
func wholeDay(n *ast.Literal, of *schema.Field) (from, to *Expr) {
	end := func(how bind.How) *Expr {
		v := &bind.Value{How: how, At: n.Where(), Slot: n.Slot, Of: of, SQL: of.Kind().Column.SQL, Day: true}
		return &Expr{At: n.Where(), Op: Param, Of: of, Value: v}
	}
	return end(bind.From), end(bind.To)
}

func (s *scope) unary(n *ast.Unary) (*Expr, error) {
	x, err := s.expr(n.X, nil)
	if err != nil {
		return nil, err
	}
	if n.Op == "NOT" {
		return apply(n.Where(), bind.Computed(schema.TruthClass), "(NOT coalesce(%1, false))", x), truth(x, n.X)
	}
	return apply(n.Where(), bind.Computed(schema.NumberClass), "(- %1::float8)", x), number(x)
}

func number(e *Expr) error {
	if e.class() != schema.NumberClass {
		return fail(e.At, "", "This must be a number; it is %s.", e.class().String())
	}
	return nil
}

// arithmetic are the operators that compute; nothing divides by zero.
var arithmetic = map[string]string{
	"+": "(%1::float8 + %2::float8)", "-": "(%1::float8 - %2::float8)", "*": "(%1::float8 * %2::float8)",
	"/": "(%1::float8 / nullif(%2::float8, 0))", "%": "mod(%1::numeric, nullif(%2::numeric, 0))::float8",
}

func (s *scope) binary(n *ast.Binary) (*Expr, error) {
	switch n.Op {
	case "AND", "OR":
		l, err := s.expr(n.L, nil)
		if err == nil {
			err = truth(l, n.L)
		}
		if err != nil {
			return nil, err
		}
		r, err := s.expr(n.R, nil)
		if err == nil {
			err = truth(r, n.R)
		}
		return apply(n.Where(), bind.Computed(schema.TruthClass), "(%1 "+n.Op+" %2)", l, r), err
	case "=", "!=", "<", "<=", ">", ">=":
		return s.compare(n)
	}
	l, r, err := s.pair(n.L, n.R)
	if err != nil {
		return nil, err
	}
	switch {
	case n.Op == "||":
		return s.concat(n.Where(), l, r)
	case n.Op == "-" && l.class() == schema.MomentClass && r.class() == schema.MomentClass:
		return apply(n.Where(), bind.Computed(schema.NumberClass), "extract(epoch from (%1 - %2))::float8", l, r), nil
	}
	if err = number(l); err == nil {
		err = number(r)
	}
	return apply(n.Where(), bind.Computed(schema.NumberClass), arithmetic[n.Op], l, r), err
}

// longest bounds texts that a query makes, in characters.
const longest = "10000"

func (s *scope) concat(at int, args ...*Expr) (*Expr, error) {
	for i, arg := range args {
		text, err := asText(arg)
		if err != nil {
			return nil, err
		}
		args[i] = text
	}
	return apply(at, bind.Computed(schema.TextClass), "left(concat("+listed(len(args))+"), "+longest+")", args...), nil
}

func asText(e *Expr) (*Expr, error) {
	switch e.class() {
	case schema.TextClass, schema.NoClass:
		return e, nil
	case schema.NumberClass, schema.DayClass, schema.ClockClass, schema.IDClass, schema.TruthClass:
		return apply(e.At, bind.Computed(schema.TextClass), "%1::text", closed(e)), nil
	default:
		return nil, fail(e.At, "", "%s can't be made text.", e.class().String())
	}
}

// pair checks two values that stand beside one another: a literal is of the other's type.
func (s *scope) pair(left, right ast.Expr) (l, r *Expr, err error) {
	if untyped(left) && !untyped(right) {
		r, l, err = s.pair(right, left)
		return l, r, err
	}
	if l, err = s.expr(left, nil); err != nil {
		return nil, nil, err
	}
	r, err = s.expr(right, l.Of)
	return l, r, err
}

// untyped tells whether the type of a value is what it is compared with.
func untyped(n ast.Expr) bool {
	switch n.(type) {
	case *ast.Literal, *ast.Date, *ast.Constant:
		return true
	default:
		return false
	}
}
