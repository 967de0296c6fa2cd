package check

import (
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/schema"
)

// Check resolves a query for a reader.
func Check(tree *ast.Select, reader Reader) (*Query, error) {
	c := &checker{reader: reader}
	s := &scope{checker: c, outermost: true}
	return s.query(tree)
}

// inner checks a sub-select; outer is nil for one in FROM, which can't see what is around it.
func (s *scope) inner(tree *ast.Select, outer *scope) (*Query, error) {
	in := &scope{checker: s.checker, outer: outer, level: s.level + 1, nameless: outer != nil}
	return in.query(tree)
}

func (s *scope) query(tree *ast.Select) (*Query, error) {
	q := &Query{Distinct: tree.Distinct}
	var err error
	if q.From, err = s.from(tree.From); err != nil {
		return nil, err
	}
	for _, j := range tree.Joins {
		to, err := s.from(j.To)
		if err != nil {
			return nil, err
		}
		on, err := s.condition(j.On, "ON")
		if err != nil {
			return nil, err
		}
		q.Joins = append(q.Joins, Join{j.Kind, to, on})
	}
	if tree.Where != nil {
		if q.Where, err = s.condition(tree.Where, "WHERE"); err != nil {
			return nil, err
		}
	}
	q.Grouped = len(tree.Group) > 0 || tree.Having != nil || s.aggregates(tree)
	if q.Outputs, err = s.columns(q, tree); err != nil {
		return nil, err
	}
	s.outputs = q.Outputs
	if err = s.groups(q, tree); err != nil {
		return nil, err
	}
	if err = s.orders(q, tree); err != nil {
		return nil, err
	}
	if q.Grouped {
		if err = grouped(q); err != nil {
			return nil, err
		}
	}
	q.Limit, q.Offset = count(tree.Limit), count(tree.Offset)
	if s.outermost || q.Limit != nil {
		q.Ties = s.ties(q)
	}
	return q, nil
}

func (s *scope) ties(q *Query) (out []*Expr) {
	switch {
	case q.Distinct:
		return nil // its columns are all there is
	case q.Grouped:
		return q.Group
	}
	for _, source := range s.sources {
		if source.View != nil {
			out = append(out, source.id())
		}
	}
	return out
}

func count(c ast.Count) *bind.Value {
	if c.Slot < 0 {
		return nil
	}
	return &bind.Value{How: bind.Count, At: c.At, Slot: c.Slot, SQL: "bigint"}
}

func (s *scope) from(n ast.Source) (source *Source, err error) {
	if n.Query != nil {
		source = &Source{level: s.level}
		if source.Sub, err = s.inner(n.Query, nil); err != nil {
			return nil, err
		}
		s.source(source)
	} else if source, err = s.object(n.Object, s.level); err != nil {
		return nil, err
	}
	at := n.Object
	if n.As.Text != "" {
		source.Name, at = strings.ToLower(n.As.Text), n.As
	}
	for _, before := range s.sources {
		if before.Name == source.Name {
			return nil, fail(at.At, at.Text, "Two sources are called %s: give one another name, such as %s AS other.", source.Name, source.Name)
		}
	}
	s.sources = append(s.sources, source)
	return source, nil
}

// condition checks a value that must be true or false; where says in which clause, which
// holds no aggregates.
func (s *scope) condition(n ast.Expr, where string) (*Expr, error) {
	before := s.barred
	s.barred = where
	defer func() { s.barred = before }()
	e, err := s.expr(n, nil)
	if err != nil {
		return nil, err
	}
	return e, truth(e, n)
}

func truth(e *Expr, n ast.Expr) error {
	if e.class() != schema.TruthClass {
		return fail(n.Where(), "", "A condition must be true or false; this is %s.", e.class().String())
	}
	return nil
}

// columns makes the outputs.
func (s *scope) columns(q *Query, tree *ast.Select) (out []*Output, err error) {
	for i := range tree.Columns {
		c := &tree.Columns[i]
		if c.Star {
			if q.Grouped {
				return nil, fail(c.At, "*", "A grouped query names its columns: * is none of its groups.")
			}
			stars, err := s.star(q, c)
			if err != nil {
				return nil, err
			}
			out = append(out, stars...)
			continue
		}
		o, err := s.column(q, c)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	const most = 300
	if len(out) > most {
		return nil, fail(tree.Columns[0].At, "", "A query may answer %d columns; this one answers %d.", most, len(out))
	}
	return out, unlike(out)
}

// unlike refuses two outputs with one key, in whatever case it is written.
func unlike(out []*Output) error {
	seen := make(map[string]*Output, len(out))
	for _, o := range out {
		key := o.Key
		if key == "" {
			continue
		}
		folded := strings.ToLower(key)
		if o.Nest != "" {
			key, folded = o.Nest, o.Nest
			if before := seen[key]; before != nil && before.Nest == key && before.Present == o.Present {
				continue // the same object
			}
		}
		if seen[folded] != nil {
			return fail(o.At, key, "Two columns are called %s: give one another name, such as AS other_%s.", key, key)
		}
		seen[folded] = o
	}
	return nil
}

func (s *scope) column(q *Query, c *ast.Column) (*Output, error) {
	o := &Output{At: c.At, Key: strings.Clone(c.As.Text)} // the text goes, the key stays
	path, is := c.Value.(*ast.Path)
	if o.Key == "" {
		if o.Key = keyOf(c.Value); o.Key == "" && !s.nameless {
			return nil, fail(c.At, "", "This column needs a name: write AS and one behind it.")
		}
	}
	if is && s.outermost && !q.Grouped && !q.Distinct {
		if s.derived(o, path) {
			return o, nil
		}
	}
	s.bare = is
	defer func() { s.bare = false }()
	var err error
	o.Value, err = s.expr(c.Value, nil)
	if err == nil {
		o.Value.typed(c.Value)
	}
	return o, err
}

// typed gives a column that is a constant its type: a bare one can't be grouped or sorted by.
func (e *Expr) typed(n ast.Expr) {
	if e.Of == nil {
		e.Of = bind.Computed(schema.TextClass)
	}
	if _, is := n.(*ast.Constant); is {
		e.Template += "::" + e.Of.Kind().Column.SQL
	}
}

// keyOf is the key of a column without a name of its own: the last part of a path, or what
// the function is called.
func keyOf(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.Path:
		return strings.Clone(strings.ToLower(n.Parts[len(n.Parts)-1].Text))
	case *ast.Call:
		return strings.Clone(strings.ToLower(n.Name.Text))
	default:
		return ""
	}
}

// derived makes the output of a field of a source that is computed when it is shown; false
// for what is none.
func (s *scope) derived(o *Output, p *ast.Path) bool {
	name := strings.ToLower(p.Parts[len(p.Parts)-1].Text)
	for _, source := range s.sources {
		if source.View == nil || len(p.Parts) > 2 || len(p.Parts) == 2 && source.Name != strings.ToLower(p.Parts[0].Text) {
			continue
		}
		if f := source.View.Object.Field(name); source.View.sight(f) != nowhere && !f.Searchable() {
			return source.derive(o, f)
		}
	}
	return false
}

func (s *Source) derive(o *Output, f *schema.Field) bool {
	if f.Derived.How == schema.Alias {
		return false // it is read as what it stands for
	}
	o.Derived, o.View = f, s.View
	for _, name := range f.Derived.From {
		from := s.View.Object.Field(name)
		if !from.Searchable() {
			return false
		}
		u := s.use(f.Name+"/"+name, f.Name, from, s.View.sight(f) == somewhere)
		o.From = append(o.From, &Expr{Op: Column, Of: from, View: s.View, Right: f.Name, Source: s, Use: u})
	}
	return true
}
