package pg

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// normal brings a value that a writer set into the exact storage shape of the
// field, so that it compares and reads back as it will be stored. A value of
// another shape is fault.Invalid.
func normal(c *column, value any) (any, error) {
	if value == nil {
		return nil, nil //nolint:nilnil // nil is the storage shape of no value
	}
	switch c.kind {
	case kindText:
		return normalText(c.field, value)
	case kindBool:
		if v, ok := value.(bool); ok {
			return v, nil
		}
	case kindInt:
		switch v := value.(type) {
		case int64:
			return v, nil
		case int:
			return int64(v), nil
		}
	case kindFloat:
		switch v := value.(type) {
		case float64:
			return v, nil
		case int64:
			return float64(v), nil
		case int:
			return float64(v), nil
		}
	case kindTime:
		if v, ok := value.(time.Time); ok {
			if v.IsZero() {
				return nil, nil //nolint:nilnil // no time
			}
			return wholeMilliseconds(v), nil
		}
	case kindUUID:
		return normalID(c.field, value)
	case kindUUIDs:
		return normalIDs(c.field, value)
	case kindTexts:
		if v, ok := value.([]string); ok {
			return normalTexts(c.field, v)
		}
	case kindJSON:
		return normalJSON(c.field, value)
	}
	return nil, misfit(c.field, value)
}

func misfit(f *schema.Field, value any) error {
	return fault.Field(f.Name, "%s can't be set to a value of this kind (%T)", f.Title, value)
}

func normalText(f *schema.Field, value any) (any, error) {
	var text string
	switch v := value.(type) {
	case string:
		text = v
	case id.ID:
		text = string(v)
	default:
		return nil, misfit(f, value)
	}
	if !storable(text) {
		return nil, unstorable(f)
	}
	if (f.Indexed || f.Unique) && len(text) > maxKeyBytes {
		return nil, fault.Field(f.Name, "%s is too long: it has %d bytes and may have %d", f.Title, len(text), maxKeyBytes)
	}
	return text, nil
}

// maxKeyBytes bounds a text that an index holds. A row of an index may have 2,704
// bytes; in small letters a text grows to at most 3/2 of itself, and an id may stand
// beside it.
const maxKeyBytes = 1_700

// storable tells whether a text column can hold the text.
func storable(text string) bool {
	return utf8.ValidString(text) && strings.IndexByte(text, 0) < 0
}

func unstorable(f *schema.Field) error {
	return fault.Field(f.Name, "%s holds characters that can't be stored", f.Title)
}

func normalTexts(f *schema.Field, value []string) (any, error) {
	if value == nil {
		return nil, nil //nolint:nilnil // no list
	}
	for _, text := range value {
		if !storable(text) {
			return nil, unstorable(f)
		}
	}
	return slices.Clone(value), nil
}

func normalID(f *schema.Field, value any) (any, error) {
	var text string
	switch v := value.(type) {
	case id.ID:
		text = string(v)
	case string:
		text = v
	default:
		return nil, misfit(f, value)
	}
	if text == "" {
		return nil, nil //nolint:nilnil // no record
	}
	found, ok := id.Parse(text)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be an id", f.Title)
	}
	return found, nil
}

func normalIDs(f *schema.Field, value any) (any, error) {
	v, ok := value.([]id.ID)
	if !ok {
		return nil, misfit(f, value)
	}
	if v == nil {
		return nil, nil //nolint:nilnil // no list
	}
	out := make([]id.ID, len(v))
	for i, one := range v {
		if out[i], ok = id.Parse(string(one)); !ok {
			return nil, fault.Field(f.Name, "%s must hold ids only", f.Title)
		}
	}
	return out, nil
}

func normalJSON(f *schema.Field, value any) (any, error) {
	var raw []byte
	switch v := value.(type) {
	case json.RawMessage:
		raw = v
	case []byte:
		raw = v
	default:
		return nil, misfit(f, value)
	}
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, null) {
		return nil, nil //nolint:nilnil // no value
	}
	if !json.Valid(raw) || !utf8.Valid(raw) || bytes.Contains(raw, []byte(`\u0000`)) {
		return nil, unstorable(f)
	}
	return compact(raw), nil
}

// wholeMilliseconds is what the wire shows of a time; more would make a value
// differ from itself sent back.
func wholeMilliseconds(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// same tells whether two values in storage shape are equal. Composites are
// compared by what they say: the database orders their keys anew.
func same(a, b any) bool {
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

// compact gives a composite the bytes that every encoder downstream leaves as
// they are.
func compact(raw []byte) json.RawMessage {
	out, err := json.Marshal(json.RawMessage(raw))
	if err != nil { // not JSON: the database would have refused it
		return slices.Clone(raw)
	}
	return out
}
