package report

import (
	"bytes"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/query"
	"switchboard/storage/query/ast"
	"switchboard/storage/query/filter"
	"switchboard/storage/query/lex"
)

// Source is what a chart is made of: the records of an object, or what a text answers, of
// those the ones that pass the filters.
type Source struct {
	Object     string   `json:"-"`
	Text       string   `json:"query"`
	Filters    []Filter `json:"filters"`
	Comparison string   `json:"comparison"` // AND or OR of the filters
}

// Filter is one row of the filter builder.
type Filter = query.FilterRow

const (
	maxFilters = 50
	maxValues  = 1_000 // of one IN
)

// behind is where the places of the settings begin: behind every text.
const behind = 1 << 24

// place is a setting whose own text stands somewhere behind the author's.
type place struct {
	at      int
	setting string
	text    string
	index   int // of a filter, -1 for none
}

// builder builds a tree around a text.
type builder struct {
	text     string
	tree     *ast.Select
	literals []lex.Token
	places   []place
	next     int
}

// begin reads the source: the author's text, or every record of an object.
func begin(s Source) (*builder, error) {
	b := &builder{text: s.Text, next: behind}
	if strings.TrimSpace(s.Text) == "" {
		if s.Object == "" {
			return nil, fault.Field("query", "query must be the text of a query, such as SELECT * FROM contact, or object must name one")
		}
		at := b.put("object", s.Object, -1)
		b.tree = &ast.Select{At: at, From: ast.Source{At: at, Object: ast.Name{At: at, Text: s.Object}}}
	} else {
		tree, err := query.Parse(s.Text)
		if err != nil {
			return nil, err
		}
		b.literals = tree.Literals
		b.tree = around(tree.Select)
	}
	b.tree.Limit, b.tree.Offset = ast.Count{Slot: -1}, ast.Count{Slot: -1}
	return b, b.filter(s)
}

// around makes the tree that reads what another one answers. All columns of its objects'
// records are read from these themselves, so that each of their fields can be named.
func around(inner *ast.Select) *ast.Select {
	plain := len(inner.Columns) == 1 && inner.Columns[0].Star && inner.Columns[0].Of.Text == "" &&
		!inner.Distinct && len(inner.Group) == 0 && inner.Having == nil && inner.Limit.Slot < 0 && inner.Offset.Slot < 0
	if plain {
		return &ast.Select{At: inner.At, From: inner.From, Joins: inner.Joins, Where: inner.Where}
	}
	return &ast.Select{At: inner.At, From: ast.Source{At: inner.At, Query: inner, As: ast.Name{At: inner.At, Text: "records"}}}
}

// put returns a setting's text a place.
func (b *builder) put(setting, text string, index int) int {
	at := b.next
	b.places = append(b.places, place{at, setting, text, index})
	b.next += len(text) + 1
	return at
}

// path makes the node of a field's name, or of one behind a lookup.
func (b *builder) path(setting, text string, index int) (*ast.Path, error) {
	out, ok := filter.PathOf(text, b.put(setting, text, index))
	if !ok {
		return nil, atIndex(fault.Field(setting, "%q is no name of a field", lex.Shown(text)), index)
	}
	return out, nil
}

func atIndex(e *fault.Error, index int) error {
	if index < 0 {
		return e
	}
	return e.At(index)
}

// refuse says which setting a stage has refused.
func (b *builder) refuse(err error) error {
	e, is := query.At(err)
	if !is {
		return err
	}
	if e.At < behind {
		return query.Refusal(b.text, err)
	}
	in := b.setting(e.At)
	out := fault.Field(in.setting, "%s", e.Message)
	out.Place = &fault.Place{Line: 1, Column: 1 + e.At - in.at, Word: e.Word, Expected: e.Expected, Nearest: e.Nearest}
	return atIndex(out, in.index)
}

// setting finds the setting that stands at a place.
func (b *builder) setting(at int) (in place) {
	for _, p := range b.places {
		if p.at <= at {
			in = p
		}
	}
	return in
}

// filter adds the filters to the tree's own condition.
func (b *builder) filter(s Source) error {
	op := strings.ToUpper(strings.TrimSpace(s.Comparison))
	if op == "" {
		op = "AND"
	}
	if op != "AND" && op != "OR" {
		return fault.Field("query", "comparison must be AND or OR")
	}
	if len(s.Filters) > maxFilters {
		return fault.Field("filters", "A report may have %d filters", maxFilters)
	}
	m := filter.Maker{
		Literals: b.literals, Values: maxValues,
		Place:  func(row int, text string) int { return b.put("filters", text, row) },
		Refuse: func(row int, message string) error { return fault.Field("filters", "%s", message).At(row) },
	}
	all, err := m.All(s.Filters, op == "OR")
	b.tree.Where, b.literals = filter.Joined("AND", b.tree.Where, all), m.Literals
	return err
}

// Read reads what a client wrote or a report keeps: the text alone, or an object with the
// text and its filters.
func (s *Source) Read(raw []byte, decode func([]byte, any) error) error {
	into := any(s)
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '"' {
		into = &s.Text
	}
	if decode(raw, into) != nil {
		return fault.Field("query", "query must be the text of a query, or an object with query, filters and comparison")
	}
	return nil
}
