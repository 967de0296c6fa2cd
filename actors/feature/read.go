package feature

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Read reads a client's JSON object into a new input of the command. Keys match by exact
// case. One that the input lacks is fault.Invalid, as is a value of the wrong type; null
// says nothing. nil is an empty object.
func (c *Command) Read(raw []byte) (Input, error) {
	var given map[string]json.RawMessage
	if len(raw) > 0 {
		if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || trimmed[0] != '{' || json.Unmarshal(raw, &given) != nil {
			return nil, fault.New(fault.Malformed, "The body must be a JSON object.")
		}
	}
	target := reflect.New(c.input)
	if err := c.fill(target.Elem(), given); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(given)) { // of several the same one each time
		return nil, fault.Field(name, "Unknown field %q", name)
	}
	input, _ := reflect.TypeAssert[Input](target) // Do has seen that it is one
	return input, nil
}

// fill takes the fields of a struct out of what was given.
func (c *Command) fill(target reflect.Value, given map[string]json.RawMessage) error {
	for field, value := range target.Fields() {
		if field.Anonymous {
			if err := c.fill(value, given); err != nil {
				return err
			}
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		raw, there := given[name]
		delete(given, name)
		if !there || bytes.Equal(raw, []byte("null")) {
			continue
		}
		if field.Type == reflect.TypeFor[id.ID]() {
			named, ok := reference(raw)
			if !ok {
				return c.badReference(field)
			}
			value.SetString(string(named))
			continue
		}
		if err := exact.Decode(raw, value.Addr().Interface()); err != nil {
			return fault.Field(name, "%s must be %s", name, kindName(field.Type))
		}
	}
	return nil
}

// Whole checks that an input that is on one thing names it.
func (c *Command) Whole(input Input) error {
	if on, is := c.input.FieldByName("ID"); is && reflect.ValueOf(input).Elem().FieldByName("ID").String() == "" {
		return c.badReference(on)
	}
	return nil
}

// badReference is the refusal of something that should name a record and does not.
func (c *Command) badReference(field reflect.StructField) error {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	of := field.Tag.Get("of")
	if of == "" {
		of = c.Of
	}
	return fault.Field(name, "%s must be the id of %s", name, of)
}

// Name sets the input's id to the one that a path names.
func (c *Command) Name(input Input, named id.ID) {
	if target := reflect.ValueOf(input).Elem().FieldByName("ID"); target.IsValid() {
		target.SetString(string(named))
	}
}

// reference reads an id, or an object that has one; an empty text names nothing.
func reference(raw json.RawMessage) (id.ID, bool) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil || json.Unmarshal(object["id"], &text) != nil {
			return "", false
		}
	}
	if text == "" {
		return "", true
	}
	return id.Parse(text)
}

func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	default:
		return "text"
	}
}
