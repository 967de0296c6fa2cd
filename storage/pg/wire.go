package pg

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

var null = json.RawMessage("null")

// wireValue encodes a stored value as REST shows it.
func wireValue(f *schema.Field, value any, names *resolved) json.RawMessage {
	if value == nil {
		return null
	}
	return f.Kind().Wire(f, value, names)
}

// wireRecord encodes the fields that were read and may leave the server, with those
// derived from them.
func wireRecord(o *schema.Object, r row.Record, names *resolved) entry.Fields {
	out := make(entry.Fields, len(o.Fields))
	for _, f := range o.Fields {
		if value, read := r.Fields[f.Name]; read && f.Stored() && !f.Internal {
			out[f.Name] = wireValue(f, value, names)
		}
	}
	for _, f := range o.Fields {
		if !f.Stored() && !f.Internal && derivable(o, f, r) {
			out[f.Name] = derive(o, f, r, names)
		}
	}
	return out
}

// derivable tells whether everything that the field is derived from was read.
func derivable(o *schema.Object, f *schema.Field, r row.Record) bool {
	for _, name := range f.Derived.From {
		if _, read := r.Fields[name]; !read && o.Field(name) != nil {
			return false
		}
	}
	return true
}

// derive computes a derived field of a record.
func derive(o *schema.Object, f *schema.Field, r row.Record, names *resolved) json.RawMessage {
	from := make(entry.Fields, len(f.Derived.From))
	for _, name := range f.Derived.From {
		if source := o.Field(name); source != nil {
			from[name] = wireValue(source, r.Fields[name], names)
		}
	}
	raw := f.Derived.Compute(from)
	if len(raw) == 0 {
		return null
	}
	return schema.Compacted(raw)
}

// itemOf gives a record as REST and the hub show it.
func itemOf(o *schema.Object, r row.Record, names *resolved) row.Item {
	return row.Item{ID: r.ID, Version: r.Version, Fields: wireRecord(o, r, names), Route: routeOf(o, r, names)}
}
