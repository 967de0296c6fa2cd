package access

import (
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/schema"
)

// Project gives the part of a record's wire values that the set holds. REST and
// hub both use it, so that a field has the same bytes in either (hardening A1).
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
		if (f.Type == schema.Lookup || f.Type == schema.LookupList) && !set.Has(name+".name") {
			value = withoutNames(value)
		}
		if f.Type == schema.AnyObject {
			value = anyObject(name, value, set)
		}
		out[name] = value
	}
	return out
}

func withoutNames(value json.RawMessage) json.RawMessage {
	type reference struct {
		ID string `json:"id"`
	}
	var one *reference
	if json.Unmarshal(value, &one) == nil {
		return encode(one)
	}
	var many []reference
	if json.Unmarshal(value, &many) == nil {
		return encode(many)
	}
	return json.RawMessage("null")
}

// anyObject takes the name out of a reference to a record whose object's names
// the reader may not read.
func anyObject(field string, value json.RawMessage, set *FieldSet) json.RawMessage {
	var to *schema.AnyObjectValue
	if json.Unmarshal(value, &to) != nil {
		return json.RawMessage("null")
	}
	if to == nil || to.Name == "" || set.Has(anyName(field, to.Schema)) {
		return value
	}
	to.Name = ""
	return encode(to)
}

func encode(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}
