package check

import (
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Reader is on whose behalf a query is asked.
type Reader interface {
	// View finds an object by a name that clients may use, as the reader sees it; nil where
	// there is none, or none that he may see.
	View(object string) *View
	// Objects are the names of those that he may see, for who misspelt one.
	Objects() []string
}

// Fields are a set of fields by name; a lookup's name is <lookup>.name there.
type Fields interface {
	Has(field string) bool
}

// Way is one relation in which records stand to a reader, and what he may read of those.
type Way struct {
	Relation row.Relation
	Fields   Fields
}

// View is an object as a reader sees it: the rows that stand in any of the ways.
type View struct {
	Registry *schema.Registry
	Object   *schema.Object
	Ways     []Way
}

// sight says in which rows a field may be read.
type sight uint8

const (
	nowhere sight = iota
	somewhere
	everywhere
)

func (v *View) sight(f *schema.Field) sight {
	if f == nil || f.Internal || f.Type.Sealed {
		return nowhere
	}
	some, all := false, true
	for _, way := range v.Ways {
		if way.Fields.Has(f.Name) {
			some = true
		} else {
			all = false
		}
	}
	switch {
	case !some:
		return nowhere
	case all && f.Withhold == nil: // a condition on what is withheld would confirm a guess
		return everywhere
	default:
		return somewhere
	}
}

// Relations are the row rule: those of all ways, or of those alone in which a field may be
// read.
func (v *View) Relations(field string) []row.Relation {
	out := make([]row.Relation, 0, len(v.Ways))
	for _, way := range v.Ways {
		if field == "" || way.Fields.Has(field) {
			out = append(out, way.Relation)
		}
	}
	return out
}

// Names tells whether the names of an object's records may be shown in a field that may be
// read by another's right (its own, or its alias's): in every row that shows the field.
func (v *View) Names(right string, f *schema.Field, object string) bool {
	name := right + ".name"
	if !f.Type.Targeted {
		name += ":" + object
	}
	for _, way := range v.Ways {
		if way.Fields.Has(right) && !way.Fields.Has(name) {
			return false
		}
	}
	return true
}

// names lists what may be read, for who misspelt one.
func (v *View) names() []string {
	var out []string
	for _, f := range v.Object.Fields {
		if v.sight(f) != nowhere {
			out = append(out, f.Name)
		}
	}
	return out
}
