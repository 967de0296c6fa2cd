package parse

import (
	"switchboard/storage/query/ast"
	"switchboard/storage/query/lex"
)

// selection parses from SELECT on.
func (p *parser) selection() (*ast.Select, error) {
	if p.selects++; p.selects > MaxSelects {
		return nil, p.fail("A query may have %d SELECTs; this one has more.", MaxSelects)
	}
	s := &ast.Select{At: p.peek().At, Limit: ast.Count{Slot: -1}, Offset: ast.Count{Slot: -1}}
	if err := p.want("SELECT"); err != nil {
		return nil, err
	}
	if p.peek().Is("DISTINCT") && !p.named() {
		p.at++
		s.Distinct = true
	}
	for {
		if len(s.Columns) == MaxColumns {
			return nil, p.fail("A query may have %d columns; this one has more.", MaxColumns)
		}
		c, err := p.column()
		if err != nil {
			return nil, err
		}
		s.Columns = append(s.Columns, c)
		if !p.take(",") {
			break
		}
	}
	if err := p.want("FROM"); err != nil {
		return nil, err
	}
	var err error
	if s.From, err = p.source(); err != nil {
		return nil, err
	}
	if s.Joins, err = p.joined(); err != nil {
		return nil, err
	}
	return s, p.clauses(s)
}

func (p *parser) column() (ast.Column, error) {
	t := p.peek()
	c := ast.Column{At: t.At}
	if t.Is("*") {
		p.at++
		c.Star = true
		return c, nil
	}
	if (t.Kind == lex.Word || t.Kind == lex.Quoted) && p.after(1).Is(".") && p.after(2).Is("*") {
		c.Star, c.Of = true, ast.Name{At: t.At, Text: t.Text}
		p.at += 3
		return c, nil
	}
	var err error
	if c.Value, err = p.expr(); err != nil {
		return c, err
	}
	c.As, err = p.alias(func(t *lex.Token) bool { return t.Is(",") || t.Is("FROM") || t.Is(")") || t.Kind == lex.End })
	return c, err
}

// alias parses [AS] name; without AS the name is no keyword.
func (p *parser) alias(ends func(*lex.Token) bool) (ast.Name, error) {
	if p.peek().Is("AS") {
		p.at++
		t := p.peek()
		if t.Kind != lex.Word && t.Kind != lex.Quoted {
			return ast.Name{}, p.expected("a name")
		}
		p.at++
		return ast.Name{At: t.At, Text: t.Text}, nil
	}
	if t := p.peek(); t.Kind == lex.Quoted || t.Kind == lex.Word && !keyword(t) && (ends == nil || ends(p.after(1))) {
		p.at++
		return ast.Name{At: t.At, Text: t.Text}, nil
	}
	return ast.Name{}, nil
}

func (p *parser) source() (ast.Source, error) {
	s := ast.Source{At: p.peek().At}
	var err error
	if p.take("(") {
		if !p.peek().Is("SELECT") {
			return s, p.expected("SELECT")
		}
		if s.Query, err = p.inner(); err != nil {
			return s, err
		}
		if s.As, err = p.alias(nil); err == nil && s.As.Text == "" {
			err = p.expected("a name for this SELECT")
		}
		return s, err
	}
	t := p.peek()
	if t.Kind != lex.Word && t.Kind != lex.Quoted {
		return s, p.expected("the name of an object")
	}
	p.at++
	s.Object = ast.Name{At: t.At, Text: t.Text}
	switch {
	case p.peek().Is("."):
		return s, p.fail("An object has one name: there are no schemas.")
	case p.peek().Is("("):
		return s, p.fail("FROM takes an object, no function.")
	}
	s.As, err = p.alias(nil)
	return s, err
}

// inner parses a sub-select up to its closing bracket.
func (p *parser) inner() (*ast.Select, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	s, err := p.selection()
	if err != nil {
		return nil, err
	}
	if !p.peek().Is(")") {
		return nil, p.unexpected(s)
	}
	p.at++
	return s, nil
}

func (p *parser) joined() ([]ast.Join, error) {
	var out []ast.Join
	for {
		j := ast.Join{At: p.peek().At}
		switch {
		case p.take("JOIN"):
		case p.peek().Is("INNER"):
			p.at++
			if err := p.want("JOIN"); err != nil {
				return nil, err
			}
		case p.peek().Is("LEFT"), p.peek().Is("RIGHT"):
			j.Kind = ast.Left
			if p.peek().Is("RIGHT") {
				j.Kind = ast.Right
			}
			p.at++
			p.take("OUTER")
			if err := p.want("JOIN"); err != nil {
				return nil, err
			}
		default:
			return out, nil
		}
		if p.joins++; p.joins > MaxJoins {
			return nil, p.fail("A query may have %d joins; this one has more.", MaxJoins)
		}
		var err error
		if j.To, err = p.source(); err != nil {
			return nil, err
		}
		if err = p.want("ON"); err != nil {
			return nil, err
		}
		if j.On, err = p.expr(); err != nil {
			return nil, err
		}
		out = append(out, j)
	}
}

// clauses parses what follows the sources.
func (p *parser) clauses(s *ast.Select) (err error) {
	if p.take("WHERE") {
		if s.Where, err = p.expr(); err != nil {
			return err
		}
	}
	if p.take("GROUP") {
		if err = p.want("BY"); err != nil {
			return err
		}
		if s.Group, err = p.list(MaxOrders, "fields to group by"); err != nil {
			return err
		}
	}
	if p.take("HAVING") {
		if s.Having, err = p.expr(); err != nil {
			return err
		}
	}
	if p.take("ORDER") {
		if err = p.want("BY"); err != nil {
			return err
		}
		if s.Order, err = p.orders(); err != nil {
			return err
		}
	}
	for {
		switch {
		case p.peek().Is("LIMIT") && s.Limit.Slot < 0:
			s.Limit, err = p.count()
		case p.peek().Is("OFFSET") && s.Offset.Slot < 0:
			s.Offset, err = p.count()
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (p *parser) list(most int, what string) (out []ast.Expr, err error) {
	for {
		if len(out) == most {
			return nil, p.fail("A query may have %d %s; this one has more.", most, what)
		}
		x, err := p.expr()
		if err != nil {
			return nil, err
		}
		out = append(out, x)
		if !p.take(",") {
			return out, nil
		}
	}
}

func (p *parser) orders() (out []ast.Order, err error) {
	for {
		if len(out) == MaxOrders {
			return nil, p.fail("A query may be sorted by %d values; this one by more.", MaxOrders)
		}
		var o ast.Order
		if o.By, err = p.expr(); err != nil {
			return nil, err
		}
		if p.take("DESC") {
			o.Descending = true
		} else {
			p.take("ASC")
		}
		if t := p.peek(); t.Is("NULLS") {
			return nil, p.fail("What has no value comes last: leave NULLS away.")
		}
		out = append(out, o)
		if !p.take(",") {
			return out, nil
		}
	}
}

func (p *parser) count() (ast.Count, error) {
	p.at++
	t := p.peek()
	if t.Kind != lex.Numeral {
		return ast.Count{}, p.expected("a whole number")
	}
	p.at++
	return ast.Count{At: t.At, Slot: t.Slot}, nil
}
