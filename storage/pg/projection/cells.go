package projection

import (
	"switchboard/storage/entry"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Cells is Item of a record whose values are as the database sent them.
func Cells(o *schema.Object, columns []*tables.Column, r *tables.Row, names *Resolved) row.Item {
	shown := make(entry.Fields, len(o.Fields)+1)
	text := make([]byte, 0, 2*r.Bytes+40*len(columns)) // all values, one behind the other
	for i, c := range columns {
		if c.Field.Internal {
			continue
		}
		from := len(text)
		var there bool
		if text, there = r.Show(text, i, names); there {
			shown[c.Field.Name] = text[from:len(text):len(text)]
		} else {
			shown[c.Field.Name] = Nothing(c.Field)
		}
	}
	derive(shown, o, r.Known, names)
	return row.Item{ID: r.Known.ID, Version: r.Known.Version, Fields: shown, Route: Route(o, r.Known, names)}
}
