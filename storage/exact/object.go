package exact

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"switchboard/storage/fault"
)

// maxNamed bounds how much of a member's name an error repeats.
const maxNamed = 60

// Special decodes values that need more than their type; it reports whether it handles the field.
type Special func(field reflect.StructField, raw json.RawMessage, into reflect.Value) (taken bool, err error)

// Split splits a JSON object into its members; anything else is fault.Malformed.
func Split(raw []byte) (map[string]json.RawMessage, error) {
	var object map[string]json.RawMessage
	if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || trimmed[0] != '{' || json.Unmarshal(raw, &object) != nil {
		return nil, fault.New(fault.Malformed, "The body must be a JSON object.")
	}
	return object, nil
}

// Into decodes a client's JSON object, which Check has validated, into the struct that target
// points to. See Fill.
func Into(raw []byte, target any) error {
	members, err := Split(raw)
	if err != nil {
		return err
	}
	return Fill(members, reflect.ValueOf(target).Elem(), nil)
}

// Fill decodes the members of a client's JSON object into a struct, embedded structs included, by
// the names of its json tags; null leaves a field unset. An unknown member or a value of the
// wrong type is fault.Invalid with a message for users. Fill consumes members. special may be
// nil.
func Fill(members map[string]json.RawMessage, target reflect.Value, special Special) error {
	if err := fill(members, target, special); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) { // a deterministic choice of several errors
		name = strings.ToValidUTF8(name[:min(len(name), maxNamed)], "")
		return fault.Field(name, "Unknown field %q", name)
	}
	return nil
}

func fill(members map[string]json.RawMessage, target reflect.Value, special Special) error {
	for field, value := range target.Fields() {
		if field.Anonymous {
			if err := fill(members, value, special); err != nil {
				return err
			}
			continue
		}
		name := NameOf(field)
		raw, given := members[name]
		delete(members, name)
		if !given || bytes.Equal(raw, []byte("null")) {
			continue
		}
		if special != nil {
			if taken, err := special(field, raw, value); taken || err != nil {
				if err != nil {
					return err
				}
				continue
			}
		}
		if err := Decode(raw, value.Addr().Interface()); err != nil {
			return fault.Field(name, "%s must be %s", name, kindName(field.Type))
		}
	}
	return nil
}

// NameOf returns the JSON name of a field.
func NameOf(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

func kindName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer { // a pointer only records whether a value was given
		t = t.Elem()
	}
	if t == reflect.TypeFor[time.Time]() {
		return "a time such as 2030-01-31T00:00:00Z"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	default:
		return "text"
	}
}
