package access

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Show returns what the principal sees of a record, nil if they may not see it.
func (r *Rights) Show(item *row.Item) entry.Fields {
	sight := r.Sight(&item.Route)
	if sight.Fields == nil {
		return nil
	}
	return ProjectAs(r.Object, item.Fields, sight)
}

// Give is Show of an item that nobody else has: what is shown of it is made of its fields.
func (r *Rights) Give(item *row.Item) entry.Fields {
	sight := r.Sight(&item.Route)
	if sight.Fields == nil {
		return nil
	}
	out := item.Fields
	for name := range out { // one that was made since the rights were is not among them
		if !sight.Fields.Has(name) {
			delete(out, name)
		}
	}
	for _, f := range sight.Fields.nameless(r.Object) {
		if value, is := out[f.Name]; is {
			out[f.Name] = hidden(f, value, sight.Fields)
		}
	}
	if sight.May != "" {
		out[RowRights] = json.RawMessage(sight.May)
	}
	return out
}

// nameless are the fields of an object in which the set may lack names.
type nameless struct {
	object *schema.Object
	fields []*schema.Field
}

func (s *FieldSet) nameless(o *schema.Object) []*schema.Field {
	if known := s.lacks.Load(); known != nil && known.object == o {
		return known.fields
	}
	out := &nameless{object: o}
	for _, f := range o.Fields {
		if f.Hides() && (!f.Type.Targeted || !s.Has(nameRight(f, f.Target))) {
			out.fields = append(out.fields, f)
		}
	}
	s.lacks.Store(out)
	return out.fields
}

// hidden is a value of a field without the names that a set lacks.
func hidden(f *schema.Field, value json.RawMessage, set *FieldSet) json.RawMessage {
	return f.Hide(value, func(object string) bool { return set.Has(nameRight(f, object)) })
}

// ProjectAs is Project of a whole record, with what may be done with it.
func ProjectAs(object *schema.Object, fields entry.Fields, sight Sight) entry.Fields {
	out := Project(object, fields, sight.Fields)
	if sight.May != "" {
		out[RowRights] = json.RawMessage(sight.May)
	}
	return out
}

// Project returns the part of a record's wire values that the set holds. REST and hub both use
// it, so that a field has the same bytes in either. The name inside a lookup's value is left out
// where the set lacks "<lookup>.name".
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
		if f.Hides() {
			value = hidden(f, value, set)
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
