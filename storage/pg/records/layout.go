package records

import (
	"strconv"

	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// Layout implements row.Layout for an organization: what can be asked of it in the language
// of queries.
type Layout struct{ *tables.Tables }

// Version implements row.Layout.
func (l Layout) Version() string {
	for _, t := range l.ByName { // any of them names the schema
		return t.Schema + "." + strconv.FormatInt(l.Registry.Version(), 10)
	}
	return ""
}

// Table implements row.Layout.
func (l Layout) Table(object string) (string, bool) {
	t := l.ByName[object]
	if t == nil || t.Object.Internal {
		return "", false
	}
	return t.Name, true
}

// Column implements row.Layout.
func (l Layout) Column(object, field string) (string, bool) {
	t := l.ByName[object]
	if t == nil {
		return "", false
	}
	c := t.Column(field)
	if c == nil || c.Field.Internal || c.Field.Type.Sealed {
		return "", false
	}
	return c.Name, true
}

// Rule implements row.Layout.
func (l Layout) Rule(object string, relations []row.Relation, n int) (text string, args []any, err error) {
	t, err := l.Find(object)
	if err != nil {
		return "", nil, err
	}
	q := &statement{tables: l.Tables, table: t, limited: true, args: make([]any, n)}
	text, err = q.visible(relations)
	return text, q.args[n:], err
}

// All implements row.Layout.
func (Layout) All() string { return seesAll }

// filtered adds a person's filter to a condition; joins go behind the table.
func (q *statement) filtered(f row.Filter, where string) (joins, both string, err error) {
	if f == nil {
		return "", where, nil
	}
	joins, text, args, err := f.Write(Layout{q.tables}, len(q.args))
	if err != nil {
		return "", "", err
	}
	for _, arg := range args {
		q.args = append(q.args, tables.Parameter(arg))
	}
	if where == all {
		return joins, "(" + text + ")", nil
	}
	return joins, where + " AND (" + text + ")", nil
}
