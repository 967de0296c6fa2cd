package queries

import (
	"strconv"

	"switchboard/storage/pg/records"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// known implements query.Tables for an organization.
type known struct {
	*tables.Tables

	version string
}

func knownOf(of *tables.Tables) known {
	k := known{Tables: of}
	for _, t := range of.ByName { // any of them names the schema
		k.version = t.Schema + "." + strconv.FormatInt(of.Registry.Version(), 10)
		break
	}
	return k
}

// Version implements query.Tables.
func (k known) Version() string { return k.version }

// Table implements query.Tables.
func (k known) Table(object string) (string, bool) {
	t := k.ByName[object]
	if t == nil || t.Object.Internal {
		return "", false
	}
	return t.Name, true
}

// Column implements query.Tables.
func (k known) Column(object, field string) (string, bool) {
	t := k.ByName[object]
	if t == nil {
		return "", false
	}
	c := t.Column(field)
	if c == nil || c.Field.Internal || c.Field.Type.Sealed {
		return "", false
	}
	return c.Name, true
}

// Rule implements query.Tables.
func (k known) Rule(object string, relations []row.Relation, n int) (string, []any, error) {
	return records.Rule(k.Tables, object, relations, n)
}

// All implements query.Tables.
func (known) All() string { return records.SeesAll() }
