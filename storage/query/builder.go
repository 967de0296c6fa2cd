package query

import (
	"encoding/json"
	"strconv"
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
)

// FilterOrder is a query's order in the filter builder.
type FilterOrder struct {
	Field      string `json:"field"`
	Descending bool   `json:"descending"`
}

// FilterQuery is a query that the filter builder can show.
type FilterQuery struct {
	Object string `json:"object"`
	// Fields are the selected fields, nil for all.
	Fields []string    `json:"fields"`
	Rows   []FilterRow `json:"filters"`
	// Comparison joins the rows: AND or OR.
	Comparison string       `json:"comparison"`
	Order      *FilterOrder `json:"order"`
	// Limit and Offset are nil where the text has none.
	Limit  *int `json:"limit"`
	Offset *int `json:"offset"`
}

// AsFilter turns the text of a query back into rows of the filter builder. It returns nil for a
// query that says more than rows can, such as nested AND and OR, a join or a function.
func AsFilter(text string) *FilterQuery {
	tree, err := Parse(text)
	if err != nil {
		return nil
	}
	tokens, err := lex.Tokens(text, nil)
	if err != nil {
		return nil
	}
	r := rowsReader{text: text, tokens: tokens, literals: tree.Literals, object: tree.Select.From.Object.Text, ok: true}
	out := r.query(tree.Select)
	if !r.ok {
		return nil
	}
	return out
}

// rowsReader reads a tree as rows. ok turns false at what rows cannot say.
type rowsReader struct {
	text     string
	tokens   []lex.Token
	literals []lex.Token
	object   string
	ok       bool
}

func (r *rowsReader) query(q *ast.Select) *FilterQuery {
	const most = 30
	if q.From.Query != nil || q.From.As.Text != "" || q.Distinct || len(q.Joins) > 0 || len(q.Group) > 0 || q.Having != nil || len(q.Order) > 1 {
		r.ok = false
		return nil
	}
	out := &FilterQuery{Object: r.object, Rows: []FilterRow{}, Comparison: "AND", Fields: r.fields(q.Columns), Limit: r.count(q.Limit), Offset: r.count(q.Offset)}
	if b, is := q.Where.(*ast.Binary); is && b.Op == "OR" {
		out.Comparison = "OR"
	}
	if q.Where != nil {
		r.conditions(q.Where, out.Comparison, &out.Rows)
	}
	if len(q.Order) == 1 {
		out.Order = &FilterOrder{Field: r.path(q.Order[0].By), Descending: q.Order[0].Descending}
	}
	r.ok = r.ok && len(out.Rows) <= most
	return out
}

func (r *rowsReader) fields(columns []ast.Column) []string {
	var out []string
	for _, c := range columns {
		if c.As.Text != "" || c.Star && len(columns) > 1 {
			r.ok = false
		}
		if !c.Star {
			out = append(out, r.path(c.Value))
		}
	}
	return out
}

func (r *rowsReader) count(c ast.Count) *int {
	if c.Slot < 0 {
		return nil
	}
	n, err := strconv.Atoi(r.literals[c.Slot].Text)
	r.ok = r.ok && err == nil
	return &n
}

// path returns the name of a field without its object's.
func (r *rowsReader) path(x ast.Expr) string {
	p, is := x.(*ast.Path)
	if !is {
		r.ok = false
		return ""
	}
	parts := make([]string, 0, len(p.Parts))
	for i, name := range p.Parts {
		if i > 0 || len(p.Parts) == 1 || !strings.EqualFold(name.Text, r.object) {
			parts = append(parts, name.Text)
		}
	}
	return strings.Join(parts, ".")
}

// conditions adds the rows of conditions that one operator joins.
func (r *rowsReader) conditions(x ast.Expr, op string, to *[]FilterRow) {
	if b, is := x.(*ast.Binary); is && b.Op == op {
		r.conditions(b.L, op, to)
		r.conditions(b.R, op, to)
		return
	}
	row := FilterRow{}
	var field ast.Expr
	var value any
	switch n := x.(type) {
	case *ast.Binary:
		row.Operator, field, value = n.Op, n.L, r.value(n.R)
		r.ok = r.ok && n.Op != "AND" && n.Op != "OR"
	case *ast.Like:
		row.Operator, field, value = "LIKE", n.X, r.value(n.Pattern)
		r.ok = r.ok && !n.Not
	case *ast.IsNull:
		row.Operator, field = "IS NULL", n.X
		if n.Not {
			row.Operator = "IS NOT NULL"
		}
	case *ast.In:
		row.Operator, field, value = "IN", n.X, r.values(n)
		if n.Not {
			row.Operator = "NOT IN"
		}
	default:
		r.ok = false
	}
	if !r.ok {
		return
	}
	row.Field, row.SubField, _ = strings.Cut(r.path(field), ".")
	if value != nil {
		raw, err := json.Marshal(value)
		r.ok = r.ok && err == nil
		row.Value = raw
	}
	*to = append(*to, row)
}

func (r *rowsReader) values(n *ast.In) []any {
	r.ok = r.ok && n.Sub == nil
	out := make([]any, len(n.List))
	for i, x := range n.List {
		out[i] = r.value(x)
	}
	return out
}

// value is a literal as JSON has it, nil for what is none.
func (r *rowsReader) value(x ast.Expr) any {
	switch n := x.(type) {
	case *ast.Literal:
		text := r.literals[n.Slot].Text
		if !n.Number {
			return text
		}
		if n.Negative {
			text = "-" + text
		}
		if number := json.Number(text); json.Valid([]byte(text)) {
			return number
		}
	case *ast.Constant:
		if n.Value != nil {
			return *n.Value
		}
	case *ast.Date:
		return r.date(n)
	}
	r.ok = false
	return nil
}

// date is a word for days as the text has it, such as LAST 7 DAYS.
func (r *rowsReader) date(n *ast.Date) any {
	for i := range r.tokens {
		if r.tokens[i].At != n.Where() {
			continue
		}
		last := i + 1
		if _, alone := dates.Alone(r.tokens[i].Text); alone {
			last = i
		} else if n.Count >= 0 {
			last = i + 2
		}
		words := strings.Fields(strings.ToUpper(r.text[n.Where():r.tokens[last].To]))
		return strings.Join(words, " ")
	}
	r.ok = false
	return nil
}
