package check

import (
	"switchboard/storage/query/ast"
	"switchboard/storage/schema"
)

// each takes a list apart.
func (s *scope) each(n *ast.Each) (*Expr, error) {
	s.bare = true // it stands where a column does
	x, err := s.expr(n.X, nil)
	s.bare = false
	if err != nil {
		return nil, err
	}
	if class := x.class(); class != schema.TextsClass && class != schema.IDsClass {
		return nil, fail(n.Where(), "", "Only a list can be taken apart; this is %s.", class.String())
	}
	of := operand(x.Of)
	out := apply(n.Where(), of, "unnest(CASE WHEN cardinality(%1) > 0 THEN %1 ELSE ARRAY[NULL]::"+x.Of.Kind().Column.SQL+" END)", x)
	out.View, out.Right = x.View, x.Right
	return out, nil
}
