package exact

import "github.com/go-json-experiment/json"

// Decode decodes one JSON value into target; an unknown name is an error.
func Decode(raw []byte, target any) error {
	return json.Unmarshal(raw, target, json.RejectUnknownMembers(true))
}

// Lenient is Decode but ignores unknown names.
func Lenient(raw []byte, target any) error { return json.Unmarshal(raw, target) }
