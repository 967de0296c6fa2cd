package hub

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"switchboard/storage/fault"
)

// Decode reads a payload strictly into a struct: one object, exact names, no key
// that the struct lacks or that stands twice, nothing behind it.
func Decode(payload json.RawMessage, target any) error {
	keys, err := topKeys(payload)
	if err != nil {
		return err
	}
	known := fieldNames(reflect.TypeOf(target))
	for _, key := range keys {
		if !slices.Contains(known, key) {
			return fault.Field(clip(key), "This field is not known here.")
		}
	}
	if err := json.Unmarshal(payload, target); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) && kind.Field != "" {
			return fault.Field(kind.Field, "A value of type %s can't stand here.", kind.Value)
		}
		return fault.New(fault.Malformed, "The payload can't be read.")
	}
	return nil
}

// CheckObject checks that a payload is one object in which no key stands twice,
// at any depth.
func CheckObject(payload json.RawMessage) error {
	_, err := topKeys(payload)
	return err
}

func fieldNames(t reflect.Type) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	names := make([]string, 0, t.NumField())
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = field.Name
		}
		names = append(names, name)
	}
	return names
}

var errShape = fault.New(fault.Malformed, "The payload must be one JSON object without double keys.")

// maxDepth bounds how deep a payload may be nested.
const maxDepth = 32

// topKeys gives the keys of an object, after checking the whole of it. It works
// on the bytes: every command of every socket passes here.
func topKeys(payload []byte) ([]string, error) {
	if !json.Valid(payload) {
		return nil, errShape
	}
	i := space(payload, 0)
	if payload[i] != '{' {
		return nil, errShape
	}
	keys, _, ok := object(payload, i, 1)
	if !ok {
		return nil, errShape
	}
	return keys, nil
}

// object reads the object that begins at i of well-formed JSON, and gives its
// keys and the place behind it; ok is false for a double key or too deep a nest.
func object(b []byte, i, depth int) (keys []string, end int, ok bool) {
	if depth > maxDepth {
		return nil, 0, false
	}
	var many map[string]bool // once there are more than a few
	for i = space(b, i+1); b[i] != '}'; i = space(b, i) {
		if b[i] == ',' {
			i = space(b, i+1)
		}
		end := quoted(b, i)
		key := plain(b[i:end])
		if many == nil && len(keys) >= 16 {
			many = make(map[string]bool, 2*len(keys))
			for _, k := range keys {
				many[k] = true
			}
		}
		if many[key] || many == nil && slices.Contains(keys, key) {
			return nil, 0, false
		}
		if many != nil {
			many[key] = true
		}
		keys = append(keys, key)
		i = space(b, space(b, end)+1) // behind the colon
		if i, ok = value(b, i, depth); !ok {
			return nil, 0, false
		}
	}
	return keys, i + 1, true
}

// value gives the place behind the value that begins at i of well-formed JSON.
func value(b []byte, i, depth int) (end int, ok bool) {
	switch b[i] {
	case '{':
		_, end, ok = object(b, i, depth+1)
		return end, ok
	case '[':
		if depth >= maxDepth {
			return 0, false
		}
		for i = space(b, i+1); b[i] != ']'; i = space(b, i) {
			if b[i] == ',' {
				i = space(b, i+1)
			}
			if i, ok = value(b, i, depth+1); !ok {
				return 0, false
			}
		}
		return i + 1, true
	case '"':
		return quoted(b, i), true
	}
	for b[i] != ',' && b[i] != '}' && b[i] != ']' && b[i] > ' ' {
		i++
	}
	return i, true
}

// quoted gives the place behind the string that begins at i.
func quoted(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// plain is a key as the decoder will see it: escapes don't make it another one.
func plain(text []byte) string {
	if !bytes.ContainsRune(text, '\\') {
		return string(text[1 : len(text)-1])
	}
	var s string
	_ = json.Unmarshal(text, &s) // well formed
	return s
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

func clip(name string) string {
	if len(name) > 60 {
		return name[:60] + "…"
	}
	return name
}
