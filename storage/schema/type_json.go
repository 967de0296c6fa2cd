package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchboard/storage/fault"
)

// JSON is any value, or one of the field's shape.
var JSON = declare(FieldType{
	Name: "json", JSONType: "object", Format: "json", TypeScript: typeScript("unknown"),
	Example: `{"a":[1,true]}`,
	Check:   checkJSON,
	Wire:    showJSON,
	Shown:   shownJSON,
	Column:  jsonColumn, Index: asItIs, Size: packedSize,
	Any: true,
})

var jsonColumn = &Column{
	SQL: "jsonb", Class: JSONClass, Zero: json.RawMessage(nil), Normal: normalJSON, Contains: true, Method: "btree",
	Exact: func(value any) (out any, known bool) {
		if text, ok := value.(string); ok {
			return encoded(text), true
		}
		return nil, false
	},
}

func showJSON(_ *Field, value any, _ Names) json.RawMessage {
	raw, _ := value.(json.RawMessage)
	return raw
}

func normalJSON(f *Field, value any) (any, error) {
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
		return nil, nil
	}
	if !json.Valid(raw) || !utf8.Valid(raw) || bytes.Contains(raw, []byte(`\u0000`)) {
		return nil, unstorable(f)
	}
	return Compacted(raw), nil
}

const maxJSON = 256 << 10 // bytes

// Shape lists the keys that a JSON object may have, each with the shape of its
// value; a nil shape is any JSON.
type Shape map[string]Shape

// Limit is how many bytes of JSON the field may hold.
func (f *Field) Limit() int {
	if f.MaxBytes > 0 {
		return f.MaxBytes
	}
	return maxJSON
}

// checkJSON takes any JSON of the field's shape and writes it anew, so that what is
// stored holds no number, character or size that the database refuses.
func checkJSON(f *Field, raw []byte) (any, error) {
	if n := len(raw); n > f.Limit() {
		return nil, largeJSON(f, n)
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil || decoder.More() {
		return nil, fault.Field(f.Name, "%s must be JSON", f.Title)
	}
	written, ok := writable(value)
	if !ok {
		return nil, fault.Field(f.Name, "%s must not hold the character U+0000 or a number beyond %d digits", f.Title, maxNumber)
	}
	// The database writes 1e30 as 31 digits: what counts is what it will hold.
	if n := len(raw) + written; n > f.Limit() {
		return nil, largeJSON(f, n)
	}
	if err := f.Shape.check(f, "", value); err != nil {
		return nil, err
	}
	out, err := json.Marshal(value)
	return json.RawMessage(out), err
}

func largeJSON(f *Field, n int) error {
	return fault.Field(f.Name, "%s is too large: it has %d bytes and may have %d", f.Title, n, f.Limit())
}

// check refuses what the shape does not know; path says where in the field.
func (s Shape) check(f *Field, path string, value any) error {
	if s == nil || value == nil {
		return nil
	}
	known := strings.Join(slices.Sorted(maps.Keys(s)), ", ")
	object, ok := value.(map[string]any)
	if !ok {
		return fault.Field(f.Name, "%s%s must be an object with the keys %s", f.Title, path, known)
	}
	for key, inner := range object {
		shape, ok := s[key]
		if !ok {
			return fault.Field(f.Name, "%s%s has no key %q; it has %s", f.Title, path, key, known)
		}
		if err := shape.check(f, path+"."+key, inner); err != nil {
			return err
		}
	}
	return nil
}

// writable tells whether the database can hold the value, and how many more bytes
// its numbers take there than they were written with.
func writable(value any) (more int, ok bool) {
	switch v := value.(type) {
	case string:
		return 0, !strings.ContainsRune(v, 0)
	case json.Number:
		n, ok := digits(string(v))
		return max(0, n-len(v)), ok
	case []any:
		for _, item := range v {
			n, ok := writable(item)
			if !ok {
				return 0, false
			}
			more += n
		}
	case map[string]any:
		for key, item := range v {
			n, ok := writable(item)
			if !ok || strings.ContainsRune(key, 0) {
				return 0, false
			}
			more += n
		}
	}
	return more, true
}

// digits counts the characters of a number that is written without an exponent; ok
// is false where they are more than a number may have.
func digits(text string) (n int, ok bool) {
	if _, finite := number([]byte(text)); !finite {
		return 0, false
	}
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	exponent := 0
	if power != "" {
		var err error
		if exponent, err = strconv.Atoi(power); err != nil || exponent > maxNumber || exponent < -maxNumber {
			return 0, false
		}
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	n = max(1, len(whole)+exponent) + max(0, len(fraction)-exponent) + len("-.")
	return n, n <= maxNumber+len("-.")
}
