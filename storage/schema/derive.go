package schema

import (
	"encoding/json"
	"strconv"

	"switchboard/storage/entry"
)

// alias derives a field that repeats another one under a second name.
func alias(field string) *Derivation {
	return &Derivation{From: []string{field}, Compute: func(from entry.Fields) []byte { return orNull(from[field]) }}
}

// member derives a field from a key of a composite: path inner keys, then an
// optional mapping.
func member(field string, path []string, mapping func(json.RawMessage) []byte) *Derivation {
	return &Derivation{From: []string{field}, Compute: func(from entry.Fields) []byte {
		value := from[field]
		for _, key := range path {
			var object map[string]json.RawMessage
			if json.Unmarshal(value, &object) != nil {
				return mapping(nil)
			}
			value = object[key]
		}
		return mapping(value)
	}}
}

// unreadOfTeam derives a conversation's unread count from its last and its read
// number: unread is never counted up (architecture §3).
func unreadOfTeam(from entry.Fields) []byte {
	var last, read int64
	_ = json.Unmarshal(from["last_number"], &last)
	_ = json.Unmarshal(from["read_number"], &read)
	return strconv.AppendInt(nil, max(0, last-read), 10)
}

// read makes a thread read by setting its unread count to 0; any other value is one
// that was read a while ago, and says nothing.
func read() *Command { return &Command{Only: "0"} }

// unreadByMember derives a chat's map from user id to unread count.
func unreadByMember(from entry.Fields) []byte {
	var last int64
	var members []struct {
		ID string `json:"id"`
	}
	read := map[string]int64{}
	_ = json.Unmarshal(from["last_number"], &last)
	_ = json.Unmarshal(from["members"], &members)
	_ = json.Unmarshal(from["read_numbers"], &read)
	unread := make(map[string]int64, len(members))
	for _, m := range members {
		unread[m.ID] = max(0, last-read[m.ID])
	}
	raw, _ := json.Marshal(unread) //nolint:errchkjson // a map of numbers always has a form in JSON
	return raw
}

func orNull(raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return []byte("null")
	}
	return raw
}
