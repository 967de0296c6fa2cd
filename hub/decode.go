package hub

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
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
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" {
			name = t.Field(i).Name
		}
		names = append(names, name)
	}
	return names
}

var errShape = fault.New(fault.Malformed, "The payload must be one JSON object without double keys.")

// maxDepth bounds how deep a payload may be nested.
const maxDepth = 32

func topKeys(payload []byte) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.UseNumber()
	first, err := d.Token()
	if err != nil || first != json.Delim('{') {
		return nil, errShape
	}
	keys, err := object(d, 1)
	if err != nil {
		return nil, errShape
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errShape
	}
	return keys, nil
}

// object reads the rest of an object, whose opening has been read.
func object(d *json.Decoder, depth int) ([]string, error) {
	if depth > maxDepth {
		return nil, errShape
	}
	var keys []string
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok || seen[key] {
			return nil, errShape
		}
		seen[key] = true
		keys = append(keys, key)
		if err := skip(d, depth); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return keys, err
}

func skip(d *json.Decoder, depth int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		_, err := object(d, depth+1)
		return err
	case json.Delim('['):
		if depth >= maxDepth {
			return errShape
		}
		for d.More() {
			if err := skip(d, depth+1); err != nil {
				return err
			}
		}
		_, err := d.Token()
		return err
	}
	return nil
}
