package parse

import (
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
)

// Known is what the tree holds of a literal's value, "" for nothing: two literals of which
// the same is known have the same tree. They are words of the language, not the author's.
func Known(t *lex.Token) string {
	if t.Kind == lex.Numeral {
		if decimal(t) {
			return "."
		}
		return ""
	}
	if dates.IsDay(t.Text) {
		return "-"
	}
	if _, is := dates.Parse(t.Text); is {
		return t.Text
	}
	return ""
}

func decimal(t *lex.Token) bool { return strings.ContainsAny(t.Text, ".eE") }

// literal makes the node of a literal.
func (p *parser) literal(t *lex.Token) ast.Expr {
	p.at++
	out := &ast.Literal{At: ast.At(t.At), Slot: t.Slot}
	if t.Kind == lex.Numeral {
		out.Number, out.Decimal = true, decimal(t)
	} else if word, is := dates.Parse(t.Text); is {
		out.Date = &word
	} else {
		out.Day = dates.IsDay(t.Text)
	}
	return out
}
