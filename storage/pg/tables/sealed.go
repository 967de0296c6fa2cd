package tables

import (
	"cmp"
	"slices"

	"switchboard/storage/schema"
)

// Sealed is a column whose values are sealed, and where the values say that they lie.
type Sealed struct {
	Table, Column string // quoted
	Object, Field string
}

// Name tells the columns of an organization apart, and orders them.
func (s Sealed) Name() string { return s.Table + "." + s.Column }

// SealedColumns lists the sealed ones of an organization's tables, in their order, with those
// of fields and objects that are out of use (more).
func (t *Tables) SealedColumns(more ...Sealed) []Sealed {
	found := more
	for _, table := range t.ByName {
		for _, c := range table.Columns {
			if c.Field.Type.Sealed {
				found = append(found, Sealed{table.Name, c.Name, table.Object.APIName, c.Field.Name})
			}
		}
	}
	slices.SortFunc(found, func(a, b Sealed) int { return cmp.Compare(a.Name(), b.Name()) })
	return found
}

// SealedField is the column of a field of a table's object that no registry names.
func SealedField(schemaName, table string, object string, f *schema.Field) Sealed {
	return Sealed{Quote(schemaName) + "." + Quote(table), Quote(f.Key()), object, f.Name}
}
