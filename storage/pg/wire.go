package pg

import (
	"encoding/json"
	"strconv"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

var null = json.RawMessage("null")

// timeLayout is RFC 3339 in UTC with milliseconds.
const timeLayout = "2006-01-02T15:04:05.000Z"

// reference is a lookup's wire value. The name is null where the record has none
// or is gone for good.
type reference struct {
	ID   id.ID   `json:"id"`
	Name *string `json:"name"`
}

// wireValue encodes a stored value as REST shows it.
func wireValue(f *schema.Field, value any, names *resolved) json.RawMessage {
	switch v := value.(type) {
	case nil:
		return null
	case json.RawMessage:
		if f.Type == schema.AnyObject { // its name is the one that the record has now
			to := anyObject(v)
			to.Name = ""
			if name := names.names[to.Schema][to.ID]; name != nil {
				to.Name = *name
			}
			return encoded(to)
		}
		return v
	case bool:
		return strconv.AppendBool(nil, v)
	case int64:
		return strconv.AppendInt(nil, v, 10)
	case time.Time:
		return encoded(v.UTC().Format(timeLayout))
	case id.ID:
		if f.Type == schema.Lookup {
			return encoded(names.reference(f.Target, v))
		}
		return encoded(string(v))
	case []id.ID:
		out := make([]reference, len(v))
		for i, one := range v {
			out[i] = names.reference(f.Target, one)
		}
		return encoded(out)
	default:
		return encoded(v)
	}
}

// encoded is JSON of a value that can't fail to be.
func encoded(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil { // a number that JSON has no text for
		return null
	}
	return raw
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
	return compact(raw)
}
