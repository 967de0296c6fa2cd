package feature

import (
	"encoding/json"
	"reflect"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Read reads a client's JSON object into a new input of the command. Keys match by exact
// case. One that the input lacks is fault.Invalid, as is a value of the wrong type; null
// says nothing. nil is an empty object.
func (c *Command) Read(raw []byte) (Input, error) {
	var members map[string]json.RawMessage
	if len(raw) > 0 {
		var err error
		if members, err = exact.Split(raw); err != nil {
			return nil, err
		}
	}
	target := reflect.New(c.input)
	if err := exact.Fill(members, target.Elem(), c.readReference); err != nil {
		return nil, err
	}
	input, _ := reflect.TypeAssert[Input](target) // Do has seen that it is one
	return input, nil
}

// readReference reads a field that names a record, or a list of them.
func (c *Command) readReference(field reflect.StructField, raw json.RawMessage, into reflect.Value) (taken bool, err error) {
	switch field.Type {
	case reflect.TypeFor[id.ID]():
		named, ok := reference(raw)
		if !ok {
			return true, c.badReference(field)
		}
		into.SetString(string(named))
		return true, nil
	case reflect.TypeFor[[]id.ID]():
		var list []json.RawMessage
		ok := json.Unmarshal(raw, &list) == nil
		for _, one := range list {
			named, is := reference(one)
			ok = ok && is && named != ""
			into.Set(reflect.Append(into, reflect.ValueOf(named)))
		}
		if !ok {
			return true, fault.Field(exact.NameOf(field), "%s must list the ids of %s", exact.NameOf(field), field.Tag.Get("of"))
		}
		return true, nil
	default:
		return false, nil
	}
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
	name, of := exact.NameOf(field), field.Tag.Get("of")
	if of == "" {
		of = c.Of
	}
	return fault.Field(name, "%s must be the id of %s", name, of)
}

// Name sets the input's id to the one that a path names; fault.Invalid where the input
// names another.
func (c *Command) Name(input Input, named id.ID) error {
	target := reflect.ValueOf(input).Elem().FieldByName("ID")
	if !target.IsValid() {
		return nil
	}
	if given := target.String(); given != "" && given != string(named) {
		return fault.Field("id", "The path names another one. Leave id out")
	}
	target.SetString(string(named))
	return nil
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
