package check

import (
	"slices"
	"strings"

	"switchboard/storage/query/ast"
)

// aggregates tells whether a SELECT gathers its rows to one without grouping them.
func (s *scope) aggregates(tree *ast.Select) bool {
	for i := range tree.Columns {
		if gathers(tree.Columns[i].Value) {
			return true
		}
	}
	for i := range tree.Order {
		if gathers(tree.Order[i].By) {
			return true
		}
	}
	return false
}

// gathers tells whether an aggregate stands in a value, sub-selects left out.
func gathers(n ast.Expr) bool {
	switch n := n.(type) {
	case *ast.Call:
		switch strings.ToUpper(n.Name.Text) {
		case "COUNT", "SUM", "AVG", "MIN", "MAX":
			return true
		}
		return slices.ContainsFunc(n.Args, gathers)
	case *ast.Unary:
		return gathers(n.X)
	case *ast.Binary:
		return gathers(n.L) || gathers(n.R)
	case *ast.In:
		return gathers(n.X)
	case *ast.Between:
		return gathers(n.X) || gathers(n.Low) || gathers(n.High)
	case *ast.Like:
		return gathers(n.X)
	case *ast.IsNull:
		return gathers(n.X)
	case *ast.Case:
		for _, w := range n.Whens {
			if gathers(w.If) || gathers(w.Then) {
				return true
			}
		}
		return n.Of != nil && gathers(n.Of) || n.Else != nil && gathers(n.Else)
	}
	return false
}
