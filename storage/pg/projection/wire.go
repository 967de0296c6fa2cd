package projection

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Null stands for no value.
var Null = json.RawMessage("null")

// Value encodes a stored value as REST shows it.
func Value(f *schema.Field, value any, names *Resolved) json.RawMessage {
	if value == nil {
		return Nothing(f)
	}
	return f.Kind().Wire(f, value, names)
}

// Nothing is how REST shows that a field has no value.
func Nothing(f *schema.Field) json.RawMessage {
	if nothing := f.Type.Nothing; nothing != nil {
		return nothing
	}
	return Null
}

// Record encodes the fields that were read and may leave the server, with those
// derived from them.
func Record(o *schema.Object, r row.Record, names *Resolved) entry.Fields {
	out := make(entry.Fields, len(o.Fields))
	for _, f := range o.Fields {
		if value, read := r.Fields[f.Name]; read && f.Stored() && !f.Internal {
			out[f.Name] = Value(f, value, names)
		}
	}
	derive(out, o, r, names)
	return out
}

// derive adds the derived fields of a record to those that are shown of it, from which it
// takes what is there already.
func derive(shown entry.Fields, o *schema.Object, r row.Record, names *Resolved) {
	for _, f := range o.Fields {
		if !f.Stored() && !f.Internal && derivable(shown, o, f, r) {
			shown[f.Name] = deriveFrom(shown, o, f, r, names)
		}
	}
}

// derivable reports whether everything that the field is derived from was read.
func derivable(shown entry.Fields, o *schema.Object, f *schema.Field, r row.Record) bool {
	for _, name := range f.Derived.From {
		source := o.Field(name)
		if source == nil {
			continue
		}
		_, read := r.Fields[name]
		if _, is := shown[name]; is && source.Stored() {
			read = true
		}
		if !read {
			return false
		}
	}
	return true
}

// Derive computes a derived field of a record.
func Derive(o *schema.Object, f *schema.Field, r row.Record, names *Resolved) json.RawMessage {
	return deriveFrom(nil, o, f, r, names)
}

func deriveFrom(shown entry.Fields, o *schema.Object, f *schema.Field, r row.Record, names *Resolved) json.RawMessage {
	from := make(entry.Fields, len(f.Derived.From))
	for _, name := range f.Derived.From {
		source := o.Field(name)
		switch known, is := shown[name]; {
		case source == nil:
		case is && source.Stored():
			from[name] = known
		default:
			from[name] = Value(source, r.Fields[name], names)
		}
	}
	raw := f.Derived.Compute(from)
	if len(raw) == 0 {
		return Null
	}
	return schema.Compacted(raw)
}

// Stored returns a record as it is stored, for who changes it.
func Stored(o *schema.Object, r row.Record, names *Resolved) row.Item {
	shown := entry.Fields{}
	derive(shown, o, r, names)
	return row.Item{ID: r.ID, Version: r.Version, Fields: shown, Stored: r.Fields, Route: Route(o, r, names)}
}

// Item returns a record as REST and the hub show it.
func Item(o *schema.Object, r row.Record, names *Resolved) row.Item {
	return Told(o, r, nil, names)
}

// Told is Item of a record whose fields were encoded already, unless they are nil.
func Told(o *schema.Object, r row.Record, fields entry.Fields, names *Resolved) row.Item {
	if fields == nil {
		fields = Record(o, r, names)
	}
	return row.Item{ID: r.ID, Version: r.Version, Fields: fields, Route: Route(o, r, names)}
}
