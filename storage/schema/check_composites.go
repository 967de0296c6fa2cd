package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// members splits a JSON object and refuses keys that the type does not have.
func members(f *Field, raw []byte, allowed ...string) (map[string]json.RawMessage, error) {
	var object map[string]json.RawMessage
	if raw[0] != '{' || json.Unmarshal(raw, &object) != nil {
		return nil, fault.Field(f.Name, "%s must be an object with the keys %s", f.Title, strings.Join(allowed, ", "))
	}
	for _, key := range slices.Sorted(maps.Keys(object)) { // of several faults the same one is told each time
		known := false
		for _, a := range allowed {
			known = known || a == key
		}
		if !known {
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

var addressKeys = []string{"line1", "line2", "additional_info", "city", "state", "postal_code", "country"}

func checkAddress(f *Field, raw []byte) (any, error) {
	parts, err := textMembers(f, raw, addressKeys...)
	if err != nil {
		return nil, err
	}
	return compact(parts)
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

// imageValue is an image field (D1§3).
type imageValue struct {
	URL     string `json:"url"`
	AltText string `json:"alt_text,omitempty"`
	Title   string `json:"title,omitempty"`
	Width   int    `json:"width,omitempty"`
	Height  int    `json:"height,omitempty"`
	Caption string `json:"caption,omitempty"`
	Credit  string `json:"credit,omitempty"`
	Public  bool   `json:"public"`
}

const maxPixels = 10_000

func checkImage(f *Field, raw []byte) (any, error) {
	if _, err := members(f, raw, "url", "alt_text", "title", "width", "height", "caption", "credit", "public"); err != nil {
		return nil, err
	}
	var image imageValue
	if json.Unmarshal(raw, &image) != nil {
		return nil, fault.Field(f.Name, "%s: width and height must be numbers, public true or false, all else text", f.Title)
	}
	link, ok := Link(image.URL)
	if !ok {
		return nil, fault.Field(f.Name, "%s: url must start with http:// or https://", f.Title)
	}
	if link == "" {
		return nil, nil
	}
	image.URL = link
	if image.Width < 0 || image.Height < 0 || image.Width > maxPixels || image.Height > maxPixels {
		return nil, fault.Field(f.Name, "%s: width and height must be between 0 and %d", f.Title, maxPixels)
	}
	for _, s := range []string{image.AltText, image.Title, image.Caption, image.Credit} {
		if err := checkCharacters(f, s, maxText); err != nil {
			return nil, err
		}
	}
	out, err := json.Marshal(image)
	return json.RawMessage(out), err
}

// AnyObjectValue refers to a record of any object (D1§3).
type AnyObjectValue struct {
	Schema string `json:"schema"` // api name
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
}

// checkAnyObject takes the object by its api name or as an object that has one. A name
// is not taken: readers are told the one that the record has.
func checkAnyObject(f *Field, raw []byte) (any, error) {
	raw = namedObject(raw)
	parts, err := textMembers(f, raw, "schema", "id", "name")
	if err != nil {
		return nil, err
	}
	if parts["schema"] == "" && parts["id"] == "" {
		return nil, nil
	}
	target, ok := id.Parse(parts["id"])
	if !ok || !nameRule.MatchString(parts["schema"]) {
		return nil, fault.Field(f.Name, "%s must name a record: {schema: api name of its object, id: its id}", f.Title)
	}
	out, err := json.Marshal(AnyObjectValue{Schema: parts["schema"], ID: target})
	return json.RawMessage(out), err
}

// namedObject puts the api name in the place of an object that has it.
func namedObject(raw []byte) []byte {
	var whole map[string]json.RawMessage
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &whole) != nil || json.Unmarshal(whole["schema"], &object) != nil || object == nil {
		return raw
	}
	for _, key := range []string{"api_name", "schema_api_name"} {
		if name := object[key]; len(name) > 0 {
			whole["schema"] = name
			if out, err := json.Marshal(whole); err == nil {
				return out
			}
		}
	}
	return raw
}
