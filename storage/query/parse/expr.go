package parse

import (
	"switchboard/storage/query/ast"
	"switchboard/storage/query/lex"
)

// expr parses a value: OR binds the least, then AND, NOT, comparisons, + and -, * and /.
func (p *parser) expr() (ast.Expr, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	return p.chain("OR", p.conjunction)
}

func (p *parser) conjunction() (ast.Expr, error) { return p.chain("AND", p.negation) }

func (p *parser) chain(word string, part func() (ast.Expr, error)) (ast.Expr, error) {
	left, err := part()
	for err == nil && p.peek().Is(word) {
		if err = p.node(); err != nil {
			break
		}
		at := p.peek().At
		p.at++
		var right ast.Expr
		if right, err = part(); err == nil {
			left = &ast.Binary{At: ast.At(left.Where()), Op: word, OpAt: at, L: left, R: right}
		}
	}
	return left, err
}

func (p *parser) negation() (ast.Expr, error) {
	t := p.peek()
	if !t.Is("NOT") || p.named() {
		return p.comparison()
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if err := p.node(); err != nil {
		return nil, err
	}
	p.at++
	x, err := p.negation()
	return &ast.Unary{At: ast.At(t.At), Op: "NOT", X: x}, err
}

func (p *parser) comparison() (ast.Expr, error) {
	left, err := p.sum()
	if err != nil {
		return nil, err
	}
	if err = p.node(); err != nil {
		return nil, err
	}
	at, t := ast.At(left.Where()), p.peek()
	if t.Kind == lex.Symbol {
		op := t.Text
		switch op {
		case "<>":
			op = "!="
		case "=", "!=", "<", "<=", ">", ">=":
		default:
			return left, nil
		}
		p.at++
		right, err := p.sum()
		if n := p.peek(); err == nil && n.Kind == lex.Symbol && (n.Is("=") || n.Is("<") || n.Is(">") || n.Is("!=") || n.Is("<>") || n.Is("<=") || n.Is(">=")) {
			return nil, p.fail("Two comparisons are joined by AND or OR.")
		}
		return &ast.Binary{At: at, Op: op, OpAt: t.At, L: left, R: right}, err
	}
	not := false
	if t.Is("NOT") && (p.after(1).Is("IN") || p.after(1).Is("LIKE") || p.after(1).Is("BETWEEN")) {
		not = true
		p.at++
	}
	switch {
	case p.take("IN"):
		return p.in(at, left, not)
	case p.take("LIKE"):
		pattern, err := p.sum()
		return &ast.Like{At: at, X: left, Pattern: pattern, Not: not}, err
	case p.take("BETWEEN"):
		low, err := p.sum()
		if err != nil {
			return nil, err
		}
		if err = p.want("AND"); err != nil {
			return nil, err
		}
		high, err := p.sum()
		return &ast.Between{At: at, X: left, Low: low, High: high, Not: not}, err
	case p.take("IS"):
		return p.is(at, left)
	}
	return left, nil
}

// is reads what follows IS. IS TRUE is = TRUE and IS NOT TRUE != TRUE, which finds what has
// no value, too.
func (p *parser) is(at ast.At, left ast.Expr) (ast.Expr, error) {
	op, opAt := "=", p.peek().At
	not := p.take("NOT")
	if not {
		op = "!="
	}
	switch t := p.peek(); {
	case p.take("NULL"):
		return &ast.IsNull{At: at, X: left, Not: not}, nil
	case t.Is("TRUE"), t.Is("FALSE"):
		right, err := p.primary()
		return &ast.Binary{At: at, Op: op, OpAt: opAt, L: left, R: right}, err
	default:
		return nil, p.expected("NULL", "NOT NULL", "TRUE", "FALSE")
	}
}

func (p *parser) in(at ast.At, x ast.Expr, not bool) (ast.Expr, error) {
	out := &ast.In{At: at, X: x, Not: not}
	if err := p.want("("); err != nil {
		return nil, err
	}
	var err error
	if p.peek().Is("SELECT") && !p.named() {
		out.Sub, err = p.inner()
		return out, err
	}
	for {
		if len(out.List) == MaxValues {
			return nil, p.fail("IN takes %d values at the most.", MaxValues)
		}
		value, err := p.primary()
		if err != nil {
			return nil, err
		}
		p.nodes-- // they are counted by themselves
		out.List = append(out.List, value)
		if !p.take(",") {
			return out, p.want(")")
		}
	}
}

func (p *parser) sum() (ast.Expr, error)     { return p.operators(p.product, "+", "-", "||") }
func (p *parser) product() (ast.Expr, error) { return p.operators(p.signed, "*", "/", "%") }

func (p *parser) operators(part func() (ast.Expr, error), signs ...string) (ast.Expr, error) {
	left, err := part()
	for err == nil {
		t := p.peek()
		found := false
		for _, sign := range signs {
			found = found || t.Kind == lex.Symbol && t.Text == sign
		}
		if !found {
			return left, nil
		}
		if err = p.node(); err != nil {
			return nil, err
		}
		p.at++
		var right ast.Expr
		if right, err = part(); err == nil {
			left = &ast.Binary{At: ast.At(left.Where()), Op: t.Text, OpAt: t.At, L: left, R: right}
		}
	}
	return left, err
}

func (p *parser) signed() (ast.Expr, error) {
	t := p.peek()
	if !t.Is("-") && !t.Is("+") {
		return p.primary()
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	p.at++
	x, err := p.signed()
	if err != nil {
		return nil, err
	}
	if t.Is("+") {
		return x, nil
	}
	if number, is := x.(*ast.Literal); is && number.Number && !number.Negative {
		number.Negative, number.At = true, ast.At(t.At)
		return number, nil
	}
	return &ast.Unary{At: ast.At(t.At), Op: "-", X: x}, nil
}
