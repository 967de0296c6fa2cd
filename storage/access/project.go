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

func encode(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}
