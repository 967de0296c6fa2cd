package exact

import "github.com/go-json-experiment/json"

// Decode reads one JSON value into target; a name that a struct lacks is an error.
func Decode(raw []byte, target any) error {
	return json.Unmarshal(raw, target, json.RejectUnknownMembers(true))
}

// Lenient is Decode that passes over names that a struct lacks.
func Lenient(raw []byte, target any) error { return json.Unmarshal(raw, target) }
