package check

import (
	"strconv"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// mainly is the member that is meant where a composite is compared that has a main one: of a
// phone the number.
func mainly(e *Expr) *Expr {
	if e.Of == nil || e.class() != schema.JSONClass || e.Of.Type.Main == "" {
		return e
	}
	return &Expr{At: e.At, Op: Member, Of: bind.Computed(schema.TextClass), Declared: e.Of.Type.Main, Args: []*Expr{e}}
}

func (s *scope) in(n *ast.In) (*Expr, error) {
	x, err := s.expr(n.X, nil)
	if err != nil {
		return nil, err
	}
	x = mainly(closed(x))
	if n.Sub != nil {
		return s.inQuery(n, x)
	}
	slots := make([]int, 0, len(n.List))
	plain := true
	for _, item := range n.List {
		value, is := item.(*ast.Literal)
		if null, isConstant := item.(*ast.Constant); isConstant && null.Value == nil {
			return nil, fail(item.Where(), "NULL", "IN can't hold NULL: add OR … IS NULL.")
		}
		plain = plain && is && !value.Negative && !value.Decimal && (value.Date == nil || !isTime(x.class())) && (!value.Day || x.class() != schema.MomentClass)
		if is {
			slots = append(slots, value.Slot)
		}
	}
	list := x.class() == schema.TextsClass || x.class() == schema.IDsClass
	if !plain || len(slots) == 1 && !list || x.class() == schema.NoClass || x.class() == schema.JSONClass {
		return s.anyOf(n, x)
	}
	of := x.Of
	if kind := operand(x.Of); list || kind != x.Of {
		of = kind
	}
	key := make([]byte, 0, 4*len(slots))
	for _, slot := range slots {
		key = append(strconv.AppendInt(key, int64(slot), 10), ',')
	}
	v := &bind.Value{How: bind.List, At: n.Where(), Slot: slots[0], Slots: string(key), List: slots, Of: of, SQL: of.Kind().Column.SQL + "[]", Fold: fold(x)}
	values := &Expr{At: n.Where(), Op: Param, Of: of, Value: v}
	test := "%1 = ANY(%2)"
	switch {
	case list:
		test = "%1 && %2"
	case fold(x):
		test = "lower(%1) = ANY(%2)"
	}
	if n.Not {
		test = "((" + test + ") IS NOT TRUE)"
	}
	return holds(n.Where(), test, x, values), nil
}

// anyOf is IN of what is no list of plain literals.
func (s *scope) anyOf(n *ast.In, x *Expr) (*Expr, error) {
	var out *Expr
	for _, item := range n.List {
		one, err := s.compared(n.Where(), x, "=", item)
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = one
		} else {
			out = holds(n.Where(), "(%1 OR %2)", out, one)
		}
	}
	if n.Not {
		out = holds(n.Where(), "((%1) IS NOT TRUE)", out)
	}
	return out, nil
}

func (s *scope) inQuery(n *ast.In, x *Expr) (*Expr, error) {
	sub, err := s.inner(n.Sub, s)
	if err != nil {
		return nil, err
	}
	if len(sub.Outputs) != 1 || sub.Outputs[0].Value == nil {
		return nil, fail(n.Sub.At, "SELECT", "The SELECT behind IN answers one column; this one answers %d.", len(sub.Outputs))
	}
	of := sub.Outputs[0].Value
	a, b := x.class(), of.class()
	element := map[schema.Class]schema.Class{schema.TextsClass: schema.TextClass, schema.IDsClass: schema.IDClass}[a]
	ids := a == schema.TextClass && b == schema.IDClass || a == schema.IDClass && b == schema.TextClass
	if a != b && element != b && !ids || b == schema.JSONClass {
		return nil, fail(n.Where(), "", "%s can't be compared with %s.", a.String(), b.String())
	}
	return &Expr{At: n.Where(), Op: InQuery, Of: bind.Computed(schema.TruthClass), Args: []*Expr{x}, Sub: sub, Not: n.Not}, nil
}
