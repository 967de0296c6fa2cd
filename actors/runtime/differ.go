package runtime

import (
	"bytes"
	"encoding/json"
	"reflect"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Differing returns the wanted fields that differ from the record, in storage shape,
// so that a core can state all fields and write only the difference.
func Differing(have row.Record, want row.Fields) row.Fields {
	out := row.Fields{}
	for name, value := range want {
		if !Equal(have.Fields[name], value) {
			out[name] = Storable(value)
		}
	}
	return out
}

// Equal compares a stored and a wanted value. Nil, the zero value and an empty list
// are equal, times are compared in milliseconds, JSON by meaning.
func Equal(have, want any) bool {
	have, want = Storable(have), Storable(want)
	if a, ok := have.(time.Time); ok {
		b, ok := want.(time.Time)
		return ok && a.Truncate(time.Millisecond).Equal(b.Truncate(time.Millisecond))
	}
	a, okA := have.(json.RawMessage)
	b, okB := want.(json.RawMessage)
	if okA && okB {
		return bytes.Equal(a, b) || reflect.DeepEqual(decoded(a), decoded(b))
	}
	return reflect.DeepEqual(have, want)
}

func decoded(raw json.RawMessage) any {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return string(raw)
	}
	return value
}

// Storable returns nil for an empty value.
func Storable(value any) any {
	switch v := value.(type) {
	case id.ID:
		if v == "" {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	case []id.ID:
		if len(v) == 0 {
			return nil
		}
	case []string:
		if len(v) == 0 {
			return nil
		}
	case time.Time:
		if v.IsZero() {
			return nil
		}
	}
	return value
}
