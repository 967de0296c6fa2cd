package access

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Show gives what the principal sees of a record, nil where he may not see it at all.
func (r *Rights) Show(item *row.Item) entry.Fields {
	sight := r.Sight(&item.Route)
	if sight.Fields == nil {
		return nil
	}
	return ProjectAs(r.Object, item.Fields, sight)
}

// ProjectAs is Project of a whole record, with what may be done with it.
func ProjectAs(object *schema.Object, fields entry.Fields, sight Sight) entry.Fields {
	out := Project(object, fields, sight.Fields)
	if sight.May != "" {
		out[RowRights] = json.RawMessage(sight.May)
	}
	return out
}

// Project gives the part of a record's wire values that the set holds. REST and
// hub both use it, so that a field has the same bytes in either.
// The name inside a lookup's value is left out where the set lacks
// "<lookup>.name".
func Project(object *schema.Object, fields entry.Fields, set *FieldSet) entry.Fields {
	out := make(entry.Fields, len(fields))
	for name, value := range fields {
		if !set.Has(name) {
			continue
		}
		f := object.Field(name)
		if f == nil || f.Internal {
			continue
		}
		if hide := f.Type.HideNames; hide != nil {
			value = hide(f, value, func(object string) bool { return set.Has(nameRight(f, object)) })
		}
		out[name] = value
	}
	return out
}

// nameRight is the pseudo-field that shows the names of an object's records in a field.
func nameRight(f *schema.Field, object string) string {
	if f.Type.Targeted {
		return f.Name + ".name"
	}
	return anyName(f.Name, object)
}
