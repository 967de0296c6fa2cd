package check

import (
	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

func (s *scope) choice(n *ast.Case) (*Expr, error) {
	out := &Expr{At: n.Where(), Op: Case}
	var values []ast.Expr
	for _, w := range n.Whens {
		test := w.If
		if n.Of != nil {
			test = &ast.Binary{At: ast.At(w.If.Where()), Op: "=", OpAt: w.If.Where(), L: n.Of, R: w.If}
		}
		e, err := s.expr(test, nil)
		if err == nil {
			err = truth(e, w.If)
		}
		if err != nil {
			return nil, err
		}
		out.Args = append(out.Args, e, nil)
		values = append(values, w.Then)
	}
	if n.Else != nil {
		out.Args = append(out.Args, nil)
		values = append(values, n.Else)
	}
	given, of, err := s.alike(values)
	if err != nil {
		return nil, err
	}
	for i, value := range given {
		out.Args[min(2*i+1, len(out.Args)-1)] = value
	}
	out.Of = of
	return out, nil
}

// alike checks values of which one is taken: they are of one class.
func (s *scope) alike(list []ast.Expr) (out []*Expr, of *schema.Field, err error) {
	out = make([]*Expr, len(list))
	for pass := range 2 { // what says its type first, then what takes it
		for i, n := range list {
			if untyped(n) != (pass == 1) {
				continue
			}
			if out[i], err = s.expr(n, of); err != nil {
				return nil, nil, err
			}
			class := out[i].class()
			if class == schema.IDClass { // what is left of a lookup is its id
				if out[i], err = asText(out[i]); err != nil {
					return nil, nil, err
				}
				class = schema.TextClass
			}
			switch {
			case class == schema.NoClass:
			case bind.Computed(class) == nil:
				return nil, nil, fail(n.Where(), "", "%s can't stand here.", class.String())
			case of == nil:
				of = bind.Computed(class)
			case bind.ClassOf(of) != class:
				return nil, nil, fail(n.Where(), "", "This is %s, where the values beside it are %s.", class.String(), bind.ClassOf(of).String())
			}
			if class == schema.NumberClass {
				out[i] = apply(out[i].At, of, "%1::float8", out[i])
			}
		}
	}
	return out, of, nil
}
