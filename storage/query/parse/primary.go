package parse

import (
	"switchboard/storage/query/ast"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
)

// primary parses a value without operators.
func (p *parser) primary() (ast.Expr, error) {
	if err := p.node(); err != nil {
		return nil, err
	}
	t := p.peek()
	at := ast.At(t.At)
	switch {
	case t.Literal():
		return p.literal(t), nil
	case t.Is("("):
		return p.bracket()
	case p.named():
		return p.word()
	case t.Is("-") || t.Is("+"):
		return p.signed()
	case p.take("NULL"):
		return &ast.Constant{At: at}, nil
	case t.Is("TRUE"), t.Is("FALSE"):
		p.at++
		value := t.Is("TRUE")
		return &ast.Constant{At: at, Value: &value}, nil
	case t.Is("CASE"):
		return p.choice()
	case t.Is("EXISTS") && p.after(1).Is("("):
		p.at += 2
		if !p.peek().Is("SELECT") {
			return nil, p.expected("SELECT")
		}
		sub, err := p.inner()
		return &ast.Exists{At: at, Sub: sub}, err
	case (t.Is("LEFT") || t.Is("RIGHT")) && p.after(1).Is("("):
		p.at++
		return p.call(ast.Name{At: t.At, Text: t.Text})
	case t.Is("SELECT"):
		return nil, p.fail("A SELECT inside a query stands behind IN, EXISTS or FROM.")
	default:
		return nil, p.expected("a field", "a value")
	}
}

func (p *parser) bracket() (ast.Expr, error) {
	p.at++
	if p.peek().Is("SELECT") && !p.named() {
		return nil, p.fail("A SELECT inside a query stands behind IN, EXISTS or FROM.")
	}
	x, err := p.expr()
	if err != nil {
		return nil, err
	}
	return x, p.want(")")
}

// word parses what begins with a name: a field, a function or a word for days.
func (p *parser) word() (ast.Expr, error) {
	t := p.peek()
	if date := p.date(); date != nil {
		return date, nil
	}
	p.at++
	name := ast.Name{At: t.At, Text: t.Text}
	if p.peek().Is("(") && t.Kind == lex.Word {
		return p.call(name)
	}
	path := &ast.Path{At: ast.At(t.At), Parts: []ast.Name{name}}
	for p.take(".") {
		const longest = 6
		part := p.peek()
		switch {
		case part.Kind != lex.Word && part.Kind != lex.Quoted:
			return nil, p.expected("the name of a field")
		case len(path.Parts) == longest:
			return nil, p.fail("A path has %d parts at the most.", longest)
		}
		p.at++
		path.Parts = append(path.Parts, ast.Name{At: part.At, Text: part.Text})
	}
	return path, nil
}

// date parses a word for days, nil where there is none.
func (p *parser) date() ast.Expr {
	t := p.peek()
	if t.Kind != lex.Word || p.after(1).Is(".") || p.after(1).Is("(") {
		return nil
	}
	if word, ok := dates.Alone(t.Text); ok {
		p.at++
		return &ast.Date{At: ast.At(t.At), Word: word, Count: -1}
	}
	way, ok := dates.Which(t.Text)
	if !ok {
		return nil
	}
	next := p.after(1)
	if next.Kind == lex.Word {
		if word, ok := dates.Of(way, next.Text); ok {
			p.at += 2
			return &ast.Date{At: ast.At(t.At), Word: word, Count: -1}
		}
	}
	if unit := p.after(2); way != 0 && next.Kind == lex.Numeral && unit.Kind == lex.Word && dates.Unit(unit.Text) {
		p.at += 3
		return &ast.Date{At: ast.At(t.At), Count: next.Slot, Way: way, Unit: unit.Text}
	}
	return nil
}

func (p *parser) call(name ast.Name) (ast.Expr, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	p.at++
	out := &ast.Call{At: ast.At(name.At), Name: name}
	if p.take(")") {
		return out, nil
	}
	if p.peek().Is("*") && p.after(1).Is(")") {
		p.at += 2
		out.Star = true
		return out, nil
	}
	if p.peek().Is("DISTINCT") && !p.named() {
		p.at++
		out.Distinct = true
	}
	const most = 20
	var err error
	if out.Args, err = p.list(most, "values in one function"); err != nil {
		return nil, err
	}
	if p.peek().Is("AS") || p.peek().Is("FROM") {
		return nil, p.expected(",", ")")
	}
	return out, p.want(")")
}

func (p *parser) choice() (ast.Expr, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	out := &ast.Case{At: ast.At(p.peek().At)}
	p.at++
	var err error
	if !p.peek().Is("WHEN") {
		if out.Of, err = p.sum(); err != nil {
			return nil, err
		}
	}
	for p.take("WHEN") {
		const most = 50
		if len(out.Whens) == most {
			return nil, p.fail("CASE takes %d conditions at the most.", most)
		}
		var w ast.When
		if w.If, err = p.expr(); err != nil {
			return nil, err
		}
		if err = p.want("THEN"); err != nil {
			return nil, err
		}
		if w.Then, err = p.expr(); err != nil {
			return nil, err
		}
		out.Whens = append(out.Whens, w)
	}
	if len(out.Whens) == 0 {
		return nil, p.expected("WHEN")
	}
	if p.take("ELSE") {
		if out.Else, err = p.expr(); err != nil {
			return nil, err
		}
	}
	return out, p.want("END")
}
