package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/fault"
)

// members splits a JSON object and refuses keys that the type does not have.
func members(f *Field, raw []byte, allowed ...string) (map[string]json.RawMessage, error) {
	var object map[string]json.RawMessage
	if raw[0] != '{' || json.Unmarshal(raw, &object) != nil {
		return nil, fault.Field(f.Name, "%s must be an object with the keys %s", f.Title, strings.Join(allowed, ", "))
	}
	for _, key := range slices.Sorted(maps.Keys(object)) { // of several faults the same one is told each time
		if !slices.Contains(allowed, key) {
			return nil, fault.Field(f.Name, "%s has no key %q; it has %s", f.Title, key, strings.Join(allowed, ", "))
		}
	}
	return object, nil
}

// textMembers is members where each value is text, a whole number or null.
func textMembers(f *Field, raw []byte, allowed ...string) (map[string]string, error) {
	object, err := members(f, raw, allowed...)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(object))
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		s, ok := text(value)
		if !ok {
			if _, bad := strconv.ParseInt(string(value), 10, 64); bad == nil {
				s, ok = string(value), true
			}
		}
		if !ok && !bytes.Equal(value, null) {
			return nil, fault.Field(f.Name, "%s: %s must be text", f.Title, key)
		}
		if err := checkCharacters(f, s, maxText); err != nil {
			return nil, err
		}
		out[key] = strings.TrimSpace(s)
	}
	return out, nil
}

// compact drops empty members; an object without any is no value.
func compact(parts map[string]string) (any, error) {
	for key, value := range parts {
		if value == "" {
			delete(parts, key)
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	out, err := json.Marshal(parts)
	return json.RawMessage(out), err
}
