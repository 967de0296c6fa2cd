package tables

import (
	"strconv"

	"switchboard/storage/schema"
)

// Column is a stored field and where it lies.
type Column struct {
	Field *schema.Field
	Kind  *schema.FieldType // by which it is stored and filtered
	Name  string            // quoted
	Alias string            // quoted, after the table's alias t
}

// Place is a parameter of a column.
func Place(n int, c *Column) string { return "$" + strconv.Itoa(n) + "::" + c.Kind.Column.SQL }
