package report

import (
	"fmt"
	"slices"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/query"
	"switchboard/storage/query/ast"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/check"
	"switchboard/storage/schema"
)

// Plan is a report that can be run: its query, and how its rows become figures. A row has
// the dimensions first, then a value of each line.
type Plan struct {
	Tree query.Tree

	b          *builder
	chart      *chart
	dimensions []*Dimension // x or the one field, and what makes the series
	lines      []line
	split      bool // the last dimension makes the series
}

// Dimension is what rows are grouped by.
type Dimension struct {
	Key    string
	Title  string
	Format string
	// Unit is the stretch of time that is one group, "" for a value as it is.
	Unit string

	path  ast.Expr
	field *schema.Field // of one value
	list  bool          // each entry of a list is one value
}

// line is one value of each group.
type line struct {
	Series

	running bool // its values are added up
	whole   bool // where a group has no records it is 0
	path    ast.Expr
	number  bool
}

// Rows is how many rows of the query are read at most: a series has a row for each group.
const Rows = 5 * MaxPoints

// Make makes the plan of a report for a reader.
func Make(from Source, settings Settings, reader check.Reader) (*Plan, error) {
	c, err := whole(settings)
	if err != nil {
		return nil, err
	}
	b, err := begin(from)
	if err != nil {
		return nil, err
	}
	p := &Plan{b: b, chart: c}
	if err := p.name(); err != nil {
		return nil, err
	}
	if err := p.look(reader); err != nil {
		return nil, p.Refuse(err)
	}
	p.apart()
	p.query()
	if _, err := check.Check(b.tree, reader); err != nil {
		return nil, p.Refuse(err)
	}
	p.Tree = query.Tree{Select: b.tree, Literals: b.literals}
	return p, nil
}

// Refuse says which setting a stage has refused.
func (p *Plan) Refuse(err error) error { return p.b.refuse(err) }

// Dated says that the reader's clock shapes the figures.
func (p *Plan) Dated() bool {
	return slices.ContainsFunc(p.dimensions, func(d *Dimension) bool { return d.Unit != "" })
}

// name finds which fields the chart asks for.
func (p *Plan) name() error {
	add := func(setting, text string) error {
		if text == "" {
			return nil
		}
		path, err := p.b.path(setting, text, -1)
		p.dimensions = append(p.dimensions, &Dimension{Key: text, path: path})
		return err
	}
	c := p.chart
	counted := ""
	switch {
	case c.kind.Axes:
		if err := add("x", c.X); err != nil {
			return err
		}
		p.split, counted = c.SummarizeBy != "", "y"
		if err := add("summarizeBy", c.SummarizeBy); err != nil {
			return err
		}
	case c.kind.Counts:
		counted = "field"
	case c.SummarizeBy != "":
		counted = "field"
		if err := add("summarizeBy", c.SummarizeBy); err != nil {
			return err
		}
	case c.Aggregate == Count || c.Aggregate == Cumulative: // the field makes the groups
		if err := add("field", c.Field); err != nil {
			return err
		}
	default:
		counted = "field"
	}
	for i, one := range c.lines {
		l := line{Series: one}
		if counted != "" {
			setting := counted
			if len(c.Series) > 0 {
				setting = fmt.Sprintf("series.%d", i)
			}
			path, err := p.b.path(setting, one.Key, -1)
			if err != nil {
				return err
			}
			l.path = path
		}
		p.lines = append(p.lines, l)
	}
	return nil
}

// look asks the checker what the fields are.
func (p *Plan) look(reader check.Reader) error {
	probe := *p.b.tree
	column := func(path ast.Expr) {
		as := ast.Name{At: path.Where(), Text: fmt.Sprintf("column %d", len(probe.Columns))}
		probe.Columns = append(probe.Columns, ast.Column{At: path.Where(), Value: path, As: as})
	}
	probe.Columns = nil
	for _, d := range p.dimensions {
		column(d.path)
	}
	for _, l := range p.lines {
		if l.path != nil {
			column(l.path)
		}
	}
	checked, err := check.Check(&probe, reader)
	if err != nil {
		return err
	}
	n := 0
	found := func() *check.Output {
		n++
		return checked.Outputs[n-1]
	}
	for _, d := range p.dimensions {
		if err := p.dimension(d, found()); err != nil {
			return err
		}
	}
	for i := range p.lines {
		var of *check.Output
		if p.lines[i].path != nil {
			of = found()
		}
		if err := p.line(&p.lines[i], of); err != nil {
			return err
		}
	}
	return nil
}

// single reports whether the chart shows records by themselves.
func (p *Plan) single() bool { return len(p.lines) > 0 && p.lines[0].Aggregate == Value }

// shown says what a column is, or that nothing can be made of it.
func (p *Plan) shown(o *check.Output) (*schema.Field, error) {
	in := p.b.setting(o.At)
	switch {
	case o.Derived != nil:
		return nil, fault.Field(in.setting, "%s is computed when it is shown: no chart can be made of it", o.Derived.Title)
	case o.Value.Of == nil:
		return nil, fault.Field(in.setting, "%s has no value", in.text)
	default:
		return o.Value.Of, nil
	}
}

// titled is what people call a field; of a member of a value its key, of what is computed
// the name that its author gave it.
func titled(f *schema.Field, path string) string {
	if f.Name != bind.Whole.Name {
		return f.Title
	}
	_, member, is := strings.Cut(path, ".")
	if !is {
		return path
	}
	member = strings.ReplaceAll(member[strings.LastIndexByte(member, '.')+1:], "_", " ")
	return strings.ToUpper(member[:1]) + member[1:]
}

func (p *Plan) dimension(d *Dimension, o *check.Output) error {
	f, err := p.shown(o)
	if err != nil {
		return err
	}
	d.field, d.Title, d.Format = f, titled(f, d.Key), f.Type.Format
	path, _ := d.path.(*ast.Path)
	switch class := bind.ClassOf(f); {
	case isTime(class):
		if !p.single() {
			d.Unit = strings.ToLower(p.chart.GroupByDateTime)
		}
	case class == schema.TextsClass || class == schema.IDsClass:
		d.list = true
	case class != schema.JSONClass || f.Type.References != nil: // one value, or one record
	case f.Type.Main != "":
		longer := *path
		longer.Parts = append(slices.Clone(path.Parts), ast.Name{At: path.Where(), Text: f.Type.Main})
		d.path, d.field, d.Format = &longer, bind.Computed(schema.TextClass), ""
	default:
		return fault.Field(p.b.setting(o.At).setting, "%s has several parts: name one%s", f.Title, members(d.Key, f))
	}
	return nil
}

func members(path string, f *schema.Field) string {
	names := f.Type.Members
	if f.Shape != nil {
		names = nil
		for name := range f.Shape {
			names = append(names, name)
		}
		slices.Sort(names)
	}
	if len(names) == 0 {
		return ""
	}
	return ", such as " + path + "." + names[0]
}

// line holds what is counted to its aggregate.
func (p *Plan) line(l *line, o *check.Output) error {
	title := ""
	if o != nil {
		f, err := p.shown(o)
		if err != nil {
			return err
		}
		l.number, title = bind.ClassOf(f) == schema.NumberClass, titled(f, l.Key)
		if !l.number && l.Aggregate != Count && l.Aggregate != Cumulative {
			return fault.Field("aggregate", "%s is for numbers, and %s is %s", l.Aggregate, title, bind.ClassOf(f).String())
		}
	}
	l.running = l.Aggregate == Cumulative
	l.whole = l.Aggregate == Count || l.Aggregate == Sum || l.running
	switch {
	case l.Label != "":
	case title == "" || l.Aggregate == Value:
		l.Label = title
	case l.running:
		l.Label = "Cumulative " + title
	default:
		l.Label = l.Aggregate + " of " + title
	}
	if l.Label == "" {
		l.Label = l.Aggregate
	}
	return nil
}

// apart takes lists apart below the tree, so that each entry makes a row.
func (p *Plan) apart() {
	if !slices.ContainsFunc(p.dimensions, func(d *Dimension) bool { return d.list }) {
		return
	}
	inner := p.b.tree
	name := func(value ast.Expr) ast.Expr {
		as := ast.Name{At: value.Where(), Text: fmt.Sprintf("column %d", len(inner.Columns))}
		inner.Columns = append(inner.Columns, ast.Column{At: value.Where(), Value: value, As: as})
		return &ast.Path{At: ast.At(value.Where()), Parts: []ast.Name{as}}
	}
	for _, d := range p.dimensions {
		path := d.path
		if d.list {
			path = &ast.Each{At: ast.At(d.path.Where()), X: d.path}
		}
		d.path = name(path)
	}
	for i := range p.lines {
		if p.lines[i].path != nil {
			p.lines[i].path = name(p.lines[i].path)
		}
	}
	if len(inner.Columns) == 0 {
		inner.Columns = []ast.Column{{At: inner.At, Star: true}}
	}
	p.b.tree = &ast.Select{
		At: inner.At, Limit: ast.Count{Slot: -1}, Offset: ast.Count{Slot: -1},
		From: ast.Source{At: inner.At, Query: inner, As: ast.Name{At: inner.At, Text: "entries"}},
	}
}

// query writes what the chart asks for into the tree.
func (p *Plan) query() {
	t := p.b.tree
	add := func(value ast.Expr) {
		as := ast.Name{At: value.Where(), Text: fmt.Sprintf("figure %d", len(t.Columns))}
		t.Columns = append(t.Columns, ast.Column{At: value.Where(), Value: value, As: as})
	}
	t.Columns = nil
	for _, d := range p.dimensions {
		by := d.path
		if d.Unit != "" {
			at := ast.At(d.path.Where())
			unit := &ast.Path{At: at, Parts: []ast.Name{{At: int(at), Text: d.Unit}}}
			by = &ast.Call{At: at, Name: ast.Name{At: int(at), Text: "DATE_TRUNC"}, Args: []ast.Expr{unit, d.path}}
		}
		add(by)
		if !p.single() {
			t.Group = append(t.Group, by)
		}
	}
	for _, l := range p.lines {
		add(l.value(t.At))
	}
	if len(p.dimensions) == 0 {
		return
	}
	// Where there are more rows than are read, these are the latest, or the largest.
	first := p.dimensions[0]
	switch {
	case first.Unit != "":
		t.Order = []ast.Order{{By: t.Columns[0].Value, Descending: p.chart.Order != ascending || p.chart.Sort == byValue}}
	case p.single() && first.field.Kind().Sort != "" && !first.list:
		t.Order = []ast.Order{{By: first.path}}
	default:
		t.Order = []ast.Order{{By: t.Columns[len(p.dimensions)].Value, Descending: p.chart.Order != ascending || p.chart.Sort == byX}}
	}
}

// value is what a line shows of a group.
func (l *line) value(at int) ast.Expr {
	if l.Aggregate == Value {
		return l.path
	}
	if l.path == nil {
		return &ast.Call{At: ast.At(at), Name: ast.Name{At: at, Text: "COUNT"}, Star: true}
	}
	name := functions[l.Aggregate]
	if l.running {
		name = functions[Count]
		if l.number {
			name = functions[Sum]
		}
	}
	return &ast.Call{At: ast.At(l.path.Where()), Name: ast.Name{At: l.path.Where(), Text: name}, Args: []ast.Expr{l.path}}
}
