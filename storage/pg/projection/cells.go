package projection

import (
	"switchboard/storage/entry"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Cells shows the records of a page whose values are as the database sent them.
type Cells struct {
	object  *schema.Object
	columns []*tables.Column
	names   *Resolved

	rows int    // that are still to be shown
	text []byte // all values, one behind the other
	last int    // how long those of the last record are
}

// mostText is how much memory is asked for at once, where no single record needs more.
const mostText = 16 << 10

// CellsOf shows so many records of an object.
func CellsOf(o *schema.Object, columns []*tables.Column, names *Resolved, rows int) *Cells {
	return &Cells{object: o, columns: columns, names: names, rows: rows}
}

// Item is the function Item of a record.
func (c *Cells) Item(r *tables.Row) row.Item {
	c.room(r)
	shown, begun := make(entry.Fields, len(c.object.Fields)+1), len(c.text)
	for i, column := range c.columns {
		if column.Field.Internal {
			continue
		}
		from := len(c.text)
		var there bool
		if c.text, there = r.Show(c.text, i, c.names); there {
			shown[column.Field.Name] = c.text[from:len(c.text):len(c.text)]
		} else {
			shown[column.Field.Name] = Nothing(column.Field)
		}
	}
	c.last = len(c.text) - begun
	derive(shown, c.object, r.Known, c.names)
	return row.Item{ID: r.Known.ID, Version: r.Known.Version, Fields: shown, Route: Route(c.object, r.Known, c.names)}
}

// room sees to it that there is memory for about as much as the record before had, and for no
// more than this one can well have.
func (c *Cells) room(r *tables.Row) {
	need := 2*r.Bytes + 40*len(c.columns)
	if c.last > 0 {
		need = min(need, c.last+c.last/4)
	}
	if cap(c.text)-len(c.text) < need {
		c.text = make([]byte, 0, max(need, min(c.rows*need, mostText)))
	}
	c.rows--
}
