package schema

import (
	"encoding/json"

	"switchboard/storage/entry"
)

// Complete adds to the values of a record what a client that holds no description of its
// object can't know: of lookups, which object they refer to. The map is the caller's own.
func (r *Registry) Complete(o *Object, fields entry.Fields) {
	for _, f := range o.completed {
		if shown := fields[f.Name]; len(shown) > 0 && shown[0] != 'n' {
			fields[f.Name] = f.Type.Complete(r, f, shown)
		}
	}
}

// schemaSuffix ends the value of a lookup that says to which object it refers.
func schemaSuffix(o *Object) json.RawMessage {
	type described struct {
		objectValue

		Title string `json:"title"`
	}
	text := encoded(described{objectValue{SchemaID(o.APIName), o.APIName}, o.Title})
	return append(append([]byte(`,"schema":`), text...), '}')
}

func completeLookup(r *Registry, f *Field, shown json.RawMessage) json.RawMessage {
	suffix := r.suffixes[f.Target]
	if end := len(shown) - 1; len(suffix) > 0 && end > 1 && shown[end] == '}' {
		out := make(json.RawMessage, 0, end+len(suffix))
		return append(append(out, shown[:end]...), suffix...)
	}
	return shown
}

func completeLookups(r *Registry, f *Field, shown json.RawMessage) json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(shown, &list) != nil || len(list) == 0 {
		return shown
	}
	for i := range list {
		list[i] = completeLookup(r, f, list[i])
	}
	return encoded(list)
}
