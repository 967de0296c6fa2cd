package filter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
	"switchboard/storage/query/parse"
	"switchboard/storage/schema"
)

// Row is one row of the filter builder.
type Row struct {
	// Field is a path: a field, one of a record behind a lookup, or a member of a value.
	// SubField goes behind it.
	Field    string          `json:"field"`
	SubField string          `json:"subField"`
	Operator string          `json:"operator"`
	Value    json.RawMessage `json:"value"`
	DataType string          `json:"dataType"` // the field knows better
}

// Path is what the row compares.
func (r *Row) Path() string {
	if r.SubField == "" {
		return r.Field
	}
	return r.Field + "." + r.SubField
}

// Op is the row's operator, however it is written.
func (r *Row) Op() string { return strings.Join(strings.Fields(strings.ToUpper(r.Operator)), " ") }

// Maker makes trees of rows.
type Maker struct {
	// Literals are the values so far, by slot.
	Literals []lex.Token
	// Place is where a text of a row stands, for who is told what is wrong with it.
	Place func(row int, text string) int
	// Refuse makes the refusal of a row that is none.
	Refuse func(row int, message string) error
	// Values is how many one IN may have.
	Values int
	// Shape is the same of rows whose trees differ in the values of their literals alone.
	Shape []byte
	// Objects says that a value may be an object, which a binder takes that reads JSON.
	Objects bool
}

// Joined joins two conditions; nil is none.
func Joined(op string, l, r ast.Expr) ast.Expr {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	default:
		return &ast.Binary{At: ast.At(l.Where()), Op: op, OpAt: r.Where(), L: l, R: r}
	}
}

// All makes the condition of rows, joined by AND, or by OR; nil of none.
func (m *Maker) All(rows []Row, anyOf bool) (all ast.Expr, err error) {
	op := "AND"
	if anyOf {
		op = "OR"
	}
	m.Shape = append(m.Shape, op...)
	for i := range rows {
		one, err := m.row(i, &rows[i])
		if err != nil {
			return nil, err
		}
		all = Joined(op, all, one)
	}
	return all, nil
}

// PathOf makes the node of a path that begins at a place; ok is false for what is none.
func PathOf(text string, at int) (path *ast.Path, ok bool) {
	const longest, parts = 300, 6
	if len(text) > longest || !schema.Storable(text) {
		return nil, false
	}
	path = &ast.Path{At: ast.At(at)}
	for part := range strings.SplitSeq(text, ".") {
		if strings.TrimSpace(part) == "" || len(path.Parts) == parts {
			return nil, false
		}
		path.Parts = append(path.Parts, ast.Name{At: at, Text: part})
		at += len(part) + 1
	}
	return path, true
}

func (m *Maker) row(i int, r *Row) (ast.Expr, error) {
	text := r.Path()
	x, ok := PathOf(text, m.Place(i, text))
	if !ok {
		return nil, m.Refuse(i, fmt.Sprintf("%q is no name of a field", lex.Shown(text)))
	}
	at, op, raw := x.At, r.Op(), bytes.TrimSpace(r.Value)
	empty := len(raw) == 0 || string(raw) == "null" || string(raw) == `""`
	if empty && (op == "=" || op == "!=") { // no text is stored that is empty
		op = map[string]string{"=": "IS NULL", "!=": "IS NOT NULL"}[op]
	}
	m.Shape = append(append(append(append(m.Shape, 0), text...), 0), op...)
	switch op {
	case "IS NULL", "IS NOT NULL":
		return &ast.IsNull{At: at, X: x, Not: op == "IS NOT NULL"}, nil
	case "=", "!=", "<", "<=", ">", ">=":
		value, err := m.value(i, raw)
		return &ast.Binary{At: at, Op: op, OpAt: x.Where(), L: x, R: value}, err
	case "LIKE", "NOT LIKE":
		if empty || raw[0] != '"' {
			return nil, m.Refuse(i, "LIKE takes a text")
		}
		value, err := m.value(i, raw)
		return &ast.Like{At: at, X: x, Pattern: value, Not: op == "NOT LIKE"}, err
	case "IN", "NOT IN":
		list, err := m.list(i, raw)
		return &ast.In{At: at, X: x, Not: op == "NOT IN", List: list}, err
	default:
		return nil, m.Refuse(i, "The operator must be one of =, >, <, >=, <=, !=, LIKE, IN, NOT IN, IS NULL, IS NOT NULL")
	}
}

func (m *Maker) list(i int, raw []byte) ([]ast.Expr, error) {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 || len(items) > m.Values {
		return nil, m.Refuse(i, fmt.Sprintf("IN takes a list of 1 to %d values", m.Values))
	}
	out := make([]ast.Expr, len(items))
	for n, item := range items {
		var err error
		if out[n], err = m.value(i, bytes.TrimSpace(item)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// value makes the literal of a value. An object, such as a record with its id, stays JSON.
func (m *Maker) value(i int, raw []byte) (ast.Expr, error) {
	token := lex.Token{Kind: lex.String, Slot: len(m.Literals)}
	node := &ast.Literal{Slot: token.Slot}
	ok := len(raw) > 0
	if ok {
		switch raw[0] {
		case 't', 'f':
			yes := raw[0] == 't'
			m.Shape = append(m.Shape, 0, raw[0])
			return &ast.Constant{At: ast.At(m.Place(i, string(raw))), Value: &yes}, nil
		case '"':
			ok = json.Unmarshal(raw, &token.Text) == nil
			if word, is := dates.Parse(token.Text); is {
				node.Date = &word
			}
			node.Day = dates.IsDay(token.Text)
		case '{':
			ok = m.Objects && json.Valid(raw)
			token.Kind, token.Text = lex.Quoted, string(raw)
		case '[', 'n':
			ok = false
		default:
			token.Kind, token.Text = lex.Numeral, string(raw)
			node.Number, node.Decimal = true, strings.ContainsAny(token.Text, ".eE")
		}
	}
	if !ok || !schema.Storable(token.Text) {
		return nil, m.Refuse(i, "A filter compares with a text, a number, true or false")
	}
	m.Shape = append(append(m.Shape, 0, byte('0'+token.Kind)), parse.Known(&token)...)
	token.At = m.Place(i, token.Text)
	node.At = ast.At(token.At)
	m.Literals = append(m.Literals, token)
	return node, nil
}
