package check

import (
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// aggregate checks COUNT, SUM, AVG, MIN and MAX.
func (s *scope) aggregate(n *ast.Call) (*Expr, error) {
	name := strings.ToUpper(n.Name.Text)
	switch {
	case s.barred != "":
		return nil, fail(n.Where(), n.Name.Text, "%s stands in SELECT, HAVING or ORDER BY, not in %s.", name, s.barred)
	case s.aggregating:
		return nil, fail(n.Where(), n.Name.Text, "An aggregate can't stand in another one.")
	case n.Star && name == "COUNT":
		return &Expr{At: n.Where(), Op: Apply, Of: bind.Whole, Template: "count(*)", aggregate: true}, nil
	case n.Star || len(n.Args) != 1:
		return nil, fail(n.Where(), n.Name.Text, "%s takes one value.", name)
	}
	s.aggregating = true
	defer func() { s.aggregating = false }()
	x, err := s.expr(n.Args[0], nil)
	if err != nil {
		return nil, err
	}
	out := apply(n.Where(), nil, "", x)
	out.aggregate = true
	distinct := ""
	if n.Distinct {
		distinct = "DISTINCT "
	}
	return out, out.gather(name, distinct, x)
}

// gather completes an aggregate of a value.
func (e *Expr) gather(name, distinct string, x *Expr) error {
	class := x.class()
	wrong := func(takes string) error {
		return fail(e.At, name, "%s takes %s; this is %s.", name, takes, class.String())
	}
	switch name {
	case "COUNT":
		e.Of, e.Template = bind.Whole, "count("+distinct+"%1)"
	case "SUM":
		if class != schema.NumberClass {
			return wrong("numbers")
		}
		e.Of, e.Template = bind.Computed(schema.NumberClass), "sum("+distinct+"%1)::float8"
		if kind := x.Of.Kind(); kind.Column.Sum != "" { // it is exact
			e.Of = &schema.Field{Name: "value", Title: "This value", Type: kind}
			e.Template = strings.Replace(kind.Column.Sum, "%s", "sum("+distinct+"%1)", 1)
		}
	case "AVG":
		if class != schema.NumberClass {
			return wrong("numbers")
		}
		e.Of, e.Template = bind.Computed(schema.NumberClass), "avg("+distinct+"%1)::float8"
	default:
		if class != schema.NumberClass && class != schema.TextClass && !isTime(class) && class != schema.ClockClass {
			return wrong("numbers, texts and times")
		}
		value := "%1"
		if class == schema.TextClass {
			value += schema.Collated
		}
		e.Of, e.Template = x.Of, strings.ToLower(name)+"("+value+")"
	}
	return nil
}
