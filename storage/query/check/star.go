package check

import (
	"slices"
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/schema"
)

// star makes the outputs of * and of name.*: the latter stand in an object of that name.
func (s *scope) star(q *Query, c *ast.Column) ([]*Output, error) {
	from, nest := s.sources[0], ""
	if c.Of.Text != "" {
		nest = strings.Clone(strings.ToLower(c.Of.Text))
		if from = s.sourceNamed(nest); from == nil {
			var names []string
			for _, source := range s.sources {
				names = append(names, source.Name)
			}
			return nil, unknown(c.Of.At, c.Of.Text, UnknownObject, names)
		}
	}
	if nest != "" && !s.outermost {
		return nil, fail(c.At, c.Of.Text, "A sub-select answers columns: name those of %s.", nest)
	}
	if from.Sub != nil {
		return starOf(from, nest, c.At), nil
	}
	var present *Expr
	if nest != "" {
		present = from.id()
	}
	fields := from.View.Object.Fields
	out, outputs, values := make([]*Output, 0, len(fields)), make([]Output, len(fields)), make([]Expr, len(fields))
	from.Uses = slices.Grow(from.Uses, len(fields))
	for i, f := range fields {
		seen := from.View.sight(f)
		if seen == nowhere {
			continue
		}
		o := &outputs[i]
		o.At, o.Key, o.Nest, o.Present = c.At, f.Name, nest, present
		column := f
		if !f.Searchable() {
			if f.Derived.How != schema.Alias {
				if s.outermost && !q.Distinct && from.derive(o, f) {
					out = append(out, o)
				}
				continue
			}
			if column = from.View.Object.Field(f.Derived.From[0]); !column.Searchable() {
				continue
			}
		}
		u := from.use(f.Name, f.Name, column, seen == somewhere)
		o.Value = &values[i]
		*o.Value = Expr{At: c.At, Op: Column, Of: column, View: from.View, Right: f.Name, Source: from, Use: u}
		out = append(out, o)
	}
	return out, nil
}

func starOf(from *Source, nest string, at int) (out []*Output) {
	for _, inner := range from.Sub.Outputs {
		u := from.use(strings.ToLower(inner.Key), "", inner.Value.Of, false)
		value := &Expr{At: at, Op: Column, Of: inner.Value.Of, View: inner.Value.View, Right: inner.Value.Right, Source: from, Use: u}
		out = append(out, &Output{At: at, Key: inner.Key, Nest: nest, Value: value})
	}
	return out
}

func (s *scope) sourceNamed(name string) *Source {
	for _, source := range s.sources {
		if source.Name == name {
			return source
		}
	}
	return nil
}
