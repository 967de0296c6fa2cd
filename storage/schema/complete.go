package schema

import (
	"bytes"
	"encoding/json"

	"switchboard/storage/entry"
)

// Complete adds to the values of records what a client that holds no description of their
// object can't know: of lookups, which object they refer to. The maps are the caller's own.
// Many records refer to the same as the one before, and have what it has.
func (r *Registry) Complete(o *Object, records ...entry.Fields) {
	if len(o.completed) == 0 {
		return
	}
	last := make([]struct{ shown, completed json.RawMessage }, len(o.completed))
	for _, fields := range records {
		for i, f := range o.completed {
			shown := fields[f.Name]
			if len(shown) == 0 || shown[0] == 'n' {
				continue
			}
			if l := &last[i]; !bytes.Equal(shown, l.shown) {
				l.shown, l.completed = shown, f.Type.Complete(r, f, shown)
			}
			fields[f.Name] = last[i].completed
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
