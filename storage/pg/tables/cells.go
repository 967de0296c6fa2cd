package tables

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Cells reads columns whose values are shown: most of them stay as the database sent them
// (schema.FieldType.Shown), and no value of Go is made of them.
type Cells struct {
	scan *Scanner
	// sent are the columns that stay as they were sent, known the columns whose values are
	// needed beside: for names, routes and derived fields.
	sent, known []bool
	place       []int // of a column among the values that are read, -1 for none
	places      int
	begun       bool

	bytes slab[byte]
	lists slab[[]byte]
	reads slab[any]
}

// Line is a row that was read so.
type Line struct {
	// Bytes is how much the values hold.
	Bytes int
	of    *Cells
	sent  [][]byte // by column; nil for no value, and for one that is read
	read  []any    // in storage shape, by place
}

// Row is a record that was read so.
type Row struct {
	Line

	// Known holds id, version, and what names, the route and derived fields are made of.
	Known row.Record
}

// CellsOf reads some columns of a table.
func CellsOf(t *Table, columns []*Column) *Cells {
	return newCells(t, columns, func(i int) bool { return t.needed[columns[i].Field.Name] })
}

// CellsFor reads columns that need be of no table. known are those whose values are needed
// beside what is shown of them.
func CellsFor(columns []*Column, known []bool) *Cells {
	return newCells(&Table{Object: &schema.Object{}}, columns, func(i int) bool { return known[i] })
}

func newCells(t *Table, columns []*Column, known func(i int) bool) *Cells {
	c := &Cells{scan: ScannerOf(t, columns), sent: make([]bool, len(columns)), known: make([]bool, len(columns)), place: make([]int, len(columns))}
	for i, column := range columns {
		c.sent[i], c.known[i] = column.Kind.Shown != nil, known(i)
	}
	return c
}

// needs are the stored fields of which more is needed than what is shown of them.
func needs(t *Table) map[string]bool {
	out := map[string]bool{"id": true, "version": true}
	for _, name := range RouteFields(t.Object) {
		out[name] = true
	}
	for _, f := range t.Object.Fields {
		if f.Type.References != nil {
			out[f.Name] = true
		}
		if f.Derived == nil {
			continue
		}
		for _, from := range f.Derived.From {
			if source := t.Object.Field(from); source != nil && source.Internal {
				out[from] = true // it is not among what is shown
			}
		}
	}
	return out
}

// Beside has a number read that stands behind the columns, and says where the last row's is.
func (c *Cells) Beside() *int64 {
	c.scan.More = true
	return &c.scan.Beside
}

// Line reads the row that stands.
func (c *Cells) Line(r pgx.CollectableRow) (out Line, err error) {
	if !c.begun {
		c.begin(r.FieldDescriptions())
	}
	into := c.scan.into
	if c.scan.More {
		into = append(slices.Clip(into), &c.scan.Beside)
	}
	if err := r.Scan(into...); err != nil {
		return out, err
	}
	raw := r.RawValues()
	for i := range c.sent {
		if c.sent[i] {
			out.Bytes += len(raw[i])
		}
	}
	kept := c.bytes.take(out.Bytes)[:0] // what the driver gives is good until the next row
	out.of, out.sent, out.read = c, c.lists.take(len(c.sent)), c.reads.take(c.places)
	for i, column := range c.scan.columns {
		var value any
		switch {
		case !c.sent[i]:
			if value = stored(c.scan.into[i]); value != nil {
				out.Bytes += SizeOfValue(value)
			}
		case raw[i] != nil:
			from := len(kept)
			kept = append(kept, raw[i]...)
			out.sent[i] = kept[from:len(kept):len(kept)]
			if c.known[i] {
				value = received(column, raw[i])
			}
		}
		if at := c.place[i]; at >= 0 {
			out.read[at] = value
		}
	}
	return out, nil
}

// Row reads the record that stands.
func (c *Cells) Row(r pgx.CollectableRow) (Row, error) {
	line, err := c.Line(r)
	out := Row{Line: line}
	if err != nil {
		return out, err
	}
	out.Known = row.Record{Object: c.scan.object, Fields: make(row.Fields, knownFields)}
	for i, column := range c.scan.columns {
		if c.known[i] {
			out.Known.Fields[column.Field.Name] = line.Value(i)
		}
	}
	out.Known.ID, out.Known.Version = out.Known.Lookup("id"), out.Known.Int("version")
	return out, nil
}

// knownFields is about how many fields are needed of a record beside what is shown.
const knownFields = 8

// begin sees how the values come: one that comes as text, or is of another type than its column
// is here, is read.
func (c *Cells) begin(described []pgconn.FieldDescription) {
	c.begun = true
	for i, column := range c.scan.columns {
		of := described[i]
		alike := of.DataTypeOID == pgtype.TextOID || of.DataTypeOID == pgtype.JSONBOID // in both formats
		c.sent[i] = c.sent[i] && of.DataTypeOID == oidOf(column) && (of.Format == pgtype.BinaryFormatCode || alike)
		if c.sent[i] {
			c.scan.into[i] = nil // the driver passes over it
		}
		c.place[i] = -1
		if !c.sent[i] || c.known[i] {
			c.place[i] = c.places
			c.places++
		}
	}
}

// oidOf is the type in which a column's values are sent that can stay so, 0 for none.
func oidOf(c *Column) uint32 {
	switch c.Kind.Column.Zero.(type) {
	case string:
		return pgtype.TextOID
	case bool:
		return pgtype.BoolOID
	case int64:
		return pgtype.Int8OID
	case time.Time:
		return pgtype.TimestamptzOID
	case id.ID:
		return pgtype.UUIDOID
	case json.RawMessage:
		return pgtype.JSONBOID
	default:
		return 0
	}
}

// received is a value in storage shape of what was sent of it.
func received(c *Column, raw []byte) any {
	switch c.Kind.Column.Zero.(type) {
	case bool:
		return schema.SentBoolean(raw)
	case int64:
		return schema.SentInteger(raw)
	case time.Time:
		return schema.SentTime(raw)
	case id.ID:
		return schema.SentID(raw)
	case json.RawMessage:
		return json.RawMessage(schema.SentJSON(raw))
	default:
		return string(raw)
	}
}

// Value is a column's value in storage shape, nil if there is none and where it was not asked to
// be known.
func (l *Line) Value(i int) any {
	if at := l.of.place[i]; at >= 0 {
		return l.read[at]
	}
	return nil
}

// There reports whether a column has a value.
func (l *Line) There(i int) bool { return l.sent[i] != nil || l.Value(i) != nil }

// Show appends a column's value as clients are shown it; there is false if it has none.
func (l *Line) Show(to []byte, i int, names schema.Names) (out []byte, there bool) {
	f := l.of.scan.columns[i].Field
	if l.sent[i] != nil {
		return f.Kind().Shown(to, f, l.sent[i], names), true
	}
	if value := l.Value(i); value != nil {
		return append(to, f.Kind().Wire(f, value, names)...), true
	}
	return to, false
}
