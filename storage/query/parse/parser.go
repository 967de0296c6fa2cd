package parse

import (
	"fmt"
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/lex"
)

// The limits of one query.
const (
	MaxNodes   = 1_500 // values of every kind, those of an IN's list left out
	MaxDepth   = 40    // of brackets, sub-selects, CASE and NOT in one another
	MaxSelects = 10
	MaxJoins   = 8
	MaxColumns = 100
	MaxValues  = 1_000 // of an IN's list
	MaxOrders  = 8
)

type parser struct {
	tokens  []lex.Token
	at      int
	nodes   int
	depth   int
	selects int
	joins   int
}

// Query parses tokens that end by lex.End.
func Query(tokens []lex.Token) (*ast.Select, error) {
	p := parser{tokens: tokens}
	if !p.peek().Is("SELECT") {
		return nil, p.expected("SELECT")
	}
	out, err := p.selection()
	if err != nil {
		return nil, err
	}
	if p.peek().Is(";") {
		p.at++
		if p.peek().Kind != lex.End {
			return nil, p.fail("A query is one statement: nothing stands behind its semicolon.")
		}
	}
	if p.peek().Kind != lex.End {
		return nil, p.unexpected(out)
	}
	return out, nil
}

// unexpected says what might have come where a query goes on that seemed over.
func (p *parser) unexpected(s *ast.Select) error {
	var next []string
	switch {
	case s.Offset.Slot >= 0 || s.Limit.Slot >= 0:
		next = []string{"LIMIT", "OFFSET"}
	case len(s.Order) > 0:
		next = []string{",", "ASC", "DESC", "LIMIT"}
	case len(s.Group) > 0:
		next = []string{"HAVING", "ORDER BY", "LIMIT"}
	case s.Where != nil:
		next = []string{"AND", "OR", "GROUP BY", "ORDER BY", "LIMIT"}
	default:
		next = []string{"JOIN", "WHERE", "GROUP BY", "ORDER BY", "LIMIT"}
	}
	if why, known := elsewhere[strings.ToUpper(p.peek().Text)]; known && p.peek().Kind != lex.String {
		return p.fail("%s", why)
	}
	return p.expected(next...)
}

func (p *parser) peek() *lex.Token { return &p.tokens[p.at] }

// after is the token so many behind the present one; the last one stays the last.
func (p *parser) after(n int) *lex.Token { return &p.tokens[min(p.at+n, len(p.tokens)-1)] }

func (p *parser) take(word string) bool {
	if p.peek().Is(word) {
		p.at++
		return true
	}
	return false
}

func (p *parser) want(word string) error {
	if p.take(word) {
		return nil
	}
	return p.expected(word)
}

func (p *parser) fail(format string, args ...any) error {
	t := p.peek()
	return &lex.Error{At: t.At, Word: shown(t), Message: fmt.Sprintf(format, args...)}
}

// shown is a token as an error repeats it.
func shown(t *lex.Token) string {
	switch t.Kind {
	case lex.String:
		return "'" + lex.Shown(t.Text) + "'"
	case lex.Quoted:
		return `"` + t.Text + `"`
	default:
		return lex.Shown(t.Text)
	}
}

func (p *parser) expected(what ...string) error {
	list := what[0]
	if n := len(what); n > 1 {
		list = strings.Join(what[:n-1], ", ") + " or " + what[n-1]
	}
	t := p.peek()
	found := "the query ends"
	if t.Kind != lex.End {
		found = "there is " + shown(t)
	}
	return &lex.Error{At: t.At, Word: shown(t), Expected: what, Message: "Here " + found + ", where " + list + " was expected."}
}

// node counts one more value.
func (p *parser) node() error {
	if p.nodes++; p.nodes > MaxNodes {
		return p.fail("A query may have %d parts; this one has more.", MaxNodes)
	}
	return nil
}

// deeper goes one level down; the caller goes up by p.depth--.
func (p *parser) deeper() error {
	if p.depth++; p.depth > MaxDepth {
		return p.fail("A query may be nested %d levels deep; this one is deeper.", MaxDepth)
	}
	return nil
}

// named tells whether the token is a word that can name something here. A keyword can where
// what follows could only follow a name: SELECT from, to FROM email ORDER BY order.
func (p *parser) named() bool {
	t := p.peek()
	switch {
	case t.Kind == lex.Quoted:
		return true
	case t.Kind != lex.Word:
		return false
	case !keyword(t):
		return true
	case t.Is("NULL") || t.Is("TRUE") || t.Is("FALSE"):
		return false
	}
	next := p.after(1)
	if next.Is("(") || next.Is("*") || next.Is("-") || next.Is("+") {
		return false
	}
	if t.Is("SELECT") || t.Is("DISTINCT") || t.Is("NOT") || t.Is("CASE") || t.Is("EXISTS") {
		// What follows these may be a field that is called like a keyword.
		return next.Kind == lex.Symbol || next.Kind == lex.End || next.Is("FROM") && !p.after(2).Is(",") && !p.after(2).Is("=") && !p.after(2).Is("FROM")
	}
	return next.Kind == lex.Symbol || next.Kind == lex.End || keyword(next)
}
