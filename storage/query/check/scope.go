package check

import (
	"fmt"
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/lex"
	"switchboard/storage/schema"
)

// MaxHops bounds the records behind lookups that one query reads.
const MaxHops = 8

// Unknown is said of every name that is not there for the reader.
const (
	UnknownField  = "Unknown or unreadable field"
	UnknownObject = "Unknown or unreadable object"
)

// checker goes through one text.
type checker struct {
	reader  Reader
	sources int
	hops    int
	likes   int
	// whole answers a field that may be read in some rows only like one that is not there.
	whole bool
}

// scope is what names can mean in one SELECT.
type scope struct {
	*checker

	outer   *scope // of the SELECT around it, nil for none
	level   int
	sources []*Source
	outputs []*Output // once they are known, for names of columns in GROUP BY, HAVING and ORDER BY

	outermost bool
	// nameless says that nobody asks what the columns are called.
	nameless bool
	// bare says that a field is shown as it is, so that it may be one of some rows only.
	bare bool
	// aggregating says that the value stands in an aggregate, barred that none may stand here.
	aggregating bool
	barred      string
}

func fail(at int, word, format string, args ...any) error {
	return &lex.Error{At: at, Word: lex.Shown(word), Message: fmt.Sprintf(format, args...)}
}

func unknown(at int, word, what string, names []string) error {
	e := &lex.Error{At: at, Word: lex.Shown(word), Message: what, Nearest: Nearest(word, names)}
	return e
}

// object makes the source of an object.
func (c *checker) object(n ast.Name, level int) (*Source, error) {
	view := c.reader.View(strings.ToLower(n.Text))
	if view == nil {
		return nil, unknown(n.At, n.Text, UnknownObject, c.reader.Objects())
	}
	return c.source(&Source{Name: strings.ToLower(n.Text), View: view, level: level}), nil
}

func (c *checker) source(s *Source) *Source {
	c.sources++
	s.N = c.sources
	return s
}

// find finds what a path means: what its first name calls among the sources, here and then
// around, else a field of one.
func (s *scope) find(p *ast.Path) (*Expr, error) {
	if len(p.Parts) > 1 {
		first := strings.ToLower(p.Parts[0].Text)
		for in := s; in != nil; in = in.outer {
			if source := in.sourceNamed(first); source != nil {
				if in != s && s.aggregating {
					return nil, fail(p.Where(), p.Parts[0].Text, "An aggregate counts what its own SELECT reads.")
				}
				return s.walk(source, p.Parts[1:], p.Where())
			}
		}
	}
	for in := s; in != nil; in = in.outer {
		e, err := in.findField(p, s)
		if err != nil || e != nil {
			if e != nil && in != s && s.aggregating {
				return nil, fail(p.Where(), p.Parts[0].Text, "An aggregate counts what its own SELECT reads.")
			}
			return e, err
		}
	}
	first := p.Parts[0]
	return nil, unknown(first.At, first.Text, UnknownField, s.names(len(p.Parts) > 1))
}

// names are what could be meant by a first name.
func (s *scope) names(sources bool) (out []string) {
	for in := s; in != nil; in = in.outer {
		for _, source := range in.sources {
			if sources {
				out = append(out, source.Name)
			}
			out = append(out, source.names()...)
		}
	}
	return out
}

func (s *Source) names() []string {
	if s.View != nil {
		return s.View.names()
	}
	var out []string
	for _, o := range s.Sub.Outputs {
		out = append(out, strings.ToLower(o.Key))
	}
	return out
}

// findField is find among the fields of this SELECT's sources, for a SELECT in it or
// itself; nil where it is none of them.
func (s *scope) findField(p *ast.Path, by *scope) (*Expr, error) {
	first := strings.ToLower(p.Parts[0].Text)
	var in *Source
	for _, source := range s.sources {
		if !source.has(first) {
			continue
		}
		if in != nil {
			return nil, fail(p.Where(), first, "%s stands in several objects: write %s.%s or %s.%s.", first, in.Name, first, source.Name, first)
		}
		in = source
	}
	if in == nil {
		return nil, nil //nolint:nilnil // nothing here has the name
	}
	return by.walk(in, p.Parts, p.Where())
}

func (s *Source) has(name string) bool {
	if s.View != nil {
		return s.View.sight(s.View.Object.Field(name)) != nowhere
	}
	return s.Sub.output(name) != nil
}

func (q *Query) output(name string) *Output {
	for _, o := range q.Outputs {
		if o.Value != nil && o.Nest == "" && strings.EqualFold(o.Key, name) {
			return o
		}
	}
	return nil
}

// walk finds what names say from a source on.
func (s *scope) walk(from *Source, parts []ast.Name, at int) (*Expr, error) {
	name := parts[0]
	if from.Sub != nil {
		return s.answered(from, parts, at)
	}
	view, key := from.View, strings.ToLower(name.Text)
	f := view.Object.Field(key)
	seen := view.sight(f)
	switch {
	case seen == nowhere, seen == somewhere && s.whole:
		return nil, unknown(name.At, name.Text, UnknownField, view.names())
	case seen == somewhere && !s.bare:
		return nil, inSomeRows(name.At, name.Text, f)
	}
	column := f
	if d := f.Derived; d != nil && !f.Searchable() {
		if column = view.Object.Field(d.From[0]); d.How != schema.Alias || !column.Searchable() {
			return nil, fail(name.At, name.Text, "%s is computed when it is shown: it can be shown by the outermost SELECT, and nothing else.", f.Title)
		}
	}
	u := from.use(f.Name, f.Name, column, seen == somewhere)
	e := &Expr{At: at, Op: Column, Of: column, View: view, Right: f.Name, Source: from, Use: u}
	if len(parts) == 1 {
		return e, nil
	}
	return s.inside(e, parts[1:])
}

// inSomeRows refuses a field that could tell of rows that do not show it.
func inSomeRows(at int, word string, f *schema.Field) error {
	return fail(at, word, "You may read %s of some records only: it can be shown, and not searched, sorted, grouped or computed with.", f.Title)
}

// answered finds what a sub-select answers.
func (s *scope) answered(from *Source, parts []ast.Name, at int) (*Expr, error) {
	o := from.Sub.output(parts[0].Text)
	if o == nil {
		return nil, unknown(parts[0].At, parts[0].Text, UnknownField, from.names())
	}
	u := from.use(strings.ToLower(o.Key), "", o.Value.Of, false)
	e := &Expr{At: at, Op: Column, Of: o.Value.Of, View: o.Value.View, Right: o.Value.Right, Source: from, Use: u}
	if len(parts) == 1 {
		return e, nil
	}
	return s.inside(e, parts[1:])
}

// inside finds what stands in a value: a field of the record that a lookup refers to, or a
// member.
func (s *scope) inside(e *Expr, parts []ast.Name) (*Expr, error) {
	f, name := e.Of, parts[0]
	key := strings.ToLower(name.Text)
	switch {
	case f == nil || e.View == nil:
		return nil, fail(name.At, name.Text, "This value has no parts.")
	case f.Type.Itself == key && key != "" && len(parts) == 1:
		return e, nil
	case f.Type.Targeted && e.class() == schema.IDClass:
		to, err := s.hop(e, name)
		if err != nil {
			return nil, err
		}
		if key == "name" { // what a lookup shows as the name
			parts = append([]ast.Name{{At: name.At, Text: to.View.Object.NameField}}, parts[1:]...)
		}
		return s.walk(to, parts, e.At)
	case f.Composite():
		return s.member(e, parts)
	default:
		return nil, unknown(name.At, name.Text, UnknownField, f.Type.Members)
	}
}

// hop joins the record behind a lookup, once.
func (s *scope) hop(e *Expr, name ast.Name) (*Source, error) {
	from := e.Source
	if to := from.hops[e.Use.Key]; to != nil {
		return to, nil
	}
	view := s.reader.View(e.Of.Target)
	if view == nil {
		return nil, unknown(name.At, name.Text, UnknownField, nil)
	}
	if s.hops++; s.hops > MaxHops {
		return nil, fail(name.At, name.Text, "A query may read %d records behind lookups; this one reads more.", MaxHops)
	}
	to := s.source(&Source{Name: e.Of.Target, View: view, level: from.level})
	if from.hops == nil {
		from.hops = map[string]*Source{}
	}
	to.id()
	from.hops[e.Use.Key] = to
	from.Hops = append(from.Hops, &Hop{By: e.Use, To: to})
	return to, nil
}

// member finds a member of a composite, as text. Types that declare their members have
// those; JSON has what its shape says, and any where it says none.
func (s *scope) member(e *Expr, parts []ast.Name) (*Expr, error) {
	f := e.Of
	out := &Expr{At: e.At, Op: Member, Of: bind.Computed(schema.TextClass), Args: []*Expr{e}}
	if !f.Type.Any {
		key := strings.ToLower(parts[0].Text)
		for _, known := range f.Type.Members {
			if known == key && len(parts) == 1 {
				out.Declared = key
				return out, nil
			}
		}
		return nil, unknown(parts[0].At, parts[0].Text, UnknownField, f.Type.Members)
	}
	shape := f.Shape
	for _, part := range parts {
		if shape != nil {
			inner, known := shape[part.Text]
			if !known {
				var names []string
				for name := range shape {
					names = append(names, name)
				}
				return nil, unknown(part.At, part.Text, UnknownField, names)
			}
			shape = inner
		}
		out.Keys = append(out.Keys, &bind.Value{How: bind.Fixed, At: part.At, Slot: -1, SQL: "text", Given: strings.Clone(part.Text)})
	}
	return out, nil
}
