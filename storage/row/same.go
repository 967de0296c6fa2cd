package row

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"switchboard/storage/id"
)

// Same reports whether two values in storage shape are equal. Composites are compared by content:
// the database reorders their keys.
func Same(a, b any) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	switch x := a.(type) {
	case time.Time:
		y, ok := b.(time.Time)
		return ok && x.Equal(y)
	case []id.ID:
		y, ok := b.([]id.ID)
		return ok && slices.Equal(x, y)
	case []string:
		y, ok := b.([]string)
		return ok && slices.Equal(x, y)
	case json.RawMessage:
		y, ok := b.(json.RawMessage)
		return ok && (bytes.Equal(x, y) || reflect.DeepEqual(decoded(x), decoded(y)))
	default:
		return a == b
	}
}

func decoded(raw json.RawMessage) any {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var out any
	_ = d.Decode(&out) // both were valid when they were written
	return out
}
