package check

import (
	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// Filter is a condition on the records of one object.
type Filter struct {
	From  *Source
	Where *Expr
}

// CheckFilter resolves a condition on the records of an object for a reader. A path in it
// begins with a field. What may be read of some records only is no part of it, and is
// answered like what there is not.
func CheckFilter(object string, condition ast.Expr, reader Reader) (*Filter, error) {
	c := &checker{reader: reader, whole: true}
	s := &scope{checker: c}
	from, err := c.object(ast.Name{Text: object}, 0)
	if err != nil {
		return nil, err
	}
	from.Name = "" // which nothing is called
	s.sources = []*Source{from}
	where, err := s.condition(condition, "WHERE")
	return &Filter{from, where}, err
}

// Named tells whether a path is that of a lookup, whose records people know by their names.
func (v *View) Named(p *ast.Path) bool {
	if len(p.Parts) > 1 {
		return false
	}
	f := v.Object.Field(p.Parts[0].Text)
	return f != nil && f.Type.ByName && bind.ClassOf(f) == schema.IDClass
}

// Params gives the parameters of the condition. One may come twice.
func (f *Filter) Params(yield func(*bind.Value) bool) {
	f.Where.contains(func(e *Expr) bool {
		for _, key := range e.Keys {
			if !yield(key) {
				return true
			}
		}
		return e.Op == Param && !yield(e.Value)
	})
}
