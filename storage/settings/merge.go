package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"switchboard/storage/fault"
)

// Merge applies a client's changes to a stored document by RFC 7396: a group is merged member by
// member, null resets a setting to its default. It returns the whole document. An error is
// fault.Invalid with a message for each wrong setting, under field and the setting's path
// ("settings.rates.calls_per_minute").
func Merge(field string, stored, changes json.RawMessage) (json.RawMessage, error) {
	wrong := map[string][]string{}
	next := Parse(stored)
	lay(field, reflect.ValueOf(&next).Elem(), reflect.ValueOf(Default()), changes, wrong)
	if len(wrong) == 0 {
		check(field, &next, wrong)
	}
	if len(wrong) > 0 {
		return nil, invalid(wrong)
	}
	return next.JSON(), nil
}

// invalid returns one error about all wrong settings.
func invalid(wrong map[string][]string) error {
	e := fault.New(fault.Invalid, "Some settings are not valid.")
	e.Fields = wrong
	if len(wrong) == 1 {
		for _, messages := range wrong {
			e.Detail = messages[0]
		}
	}
	return e
}

// lay merges the members of a JSON object into a struct; usual holds the defaults.
func lay(path string, into, usual reflect.Value, changes json.RawMessage, wrong map[string][]string) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(changes, &members); err != nil || members == nil {
		wrong[path] = append(wrong[path], last(path)+" must be an object of settings")
		return
	}
	known := names(into.Type())
	for name, raw := range members {
		at := path + "." + name
		i := slices.Index(known, name)
		if i < 0 {
			wrong[at] = append(wrong[at], "There is no setting "+name+"; there are "+strings.Join(known, ", "))
			continue
		}
		target, standard := into.Field(i), usual.Field(i)
		switch {
		case bytes.Equal(bytes.TrimSpace(raw), []byte("null")):
			target.Set(standard)
		case target.Kind() == reflect.Struct:
			lay(at, target, standard, raw, wrong)
		case target.Kind() == reflect.Map:
			laySwitches(at, target, raw, wrong)
		default:
			fresh := reflect.New(target.Type()) // a list is replaced, never grown in place
			if json.Unmarshal(raw, fresh.Interface()) != nil {
				wrong[at] = append(wrong[at], last(at)+" must be "+article(target.Kind()))
				continue
			}
			target.Set(fresh.Elem())
		}
	}
}

// laySwitches merges switches into the existing ones; null removes one.
func laySwitches(path string, into reflect.Value, changes json.RawMessage, wrong map[string][]string) {
	var switches map[string]*bool
	if err := json.Unmarshal(changes, &switches); err != nil || switches == nil {
		wrong[path] = append(wrong[path], last(path)+" must be an object whose every member is true, false or null")
		return
	}
	for name, on := range switches {
		key, value := reflect.ValueOf(name), reflect.Value{} // null removes it
		if on != nil {
			value = reflect.ValueOf(*on)
		}
		into.SetMapIndex(key, value)
	}
}

// lenient reads the valid groups of a stored document.
func lenient(stored json.RawMessage, into *Organization) {
	if json.Unmarshal(stored, into) == nil {
		return
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(stored, &members) != nil {
		return
	}
	for name, raw := range members {
		next := *into
		one, err := json.Marshal(map[string]json.RawMessage{name: raw})
		if err = errors.Join(err, json.Unmarshal(one, &next)); err == nil {
			*into = next
		}
	}
}

// names returns the JSON names of a struct's fields, in order.
func names(t reflect.Type) []string {
	out := make([]string, t.NumField())
	for i := range out {
		out[i] = t.Field(i).Tag.Get("json")
	}
	return out
}

func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

func article(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Slice:
		return "a list of texts"
	default:
		return "text"
	}
}
