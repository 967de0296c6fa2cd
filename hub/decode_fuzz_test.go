package hub_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"switchboard/hub"
)

// FuzzDecode holds: nothing panics, and what the strict decoder takes, the standard
// one takes with unknown fields forbidden, and reads the same. So no spelling of a
// key and no double one gets past it with a second meaning.
func FuzzDecode(f *testing.F) {
	type payload struct {
		Topic   string          `json:"topic"`
		Since   int64           `json:"since,omitempty"`
		Typing  *bool           `json:"typing"`
		Command string          `json:"command"`
		Nested  json.RawMessage `json:"nested"`
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var got, want payload
		if hub.Decode(raw, &got) != nil {
			return
		}
		strict := json.NewDecoder(bytes.NewReader(raw))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&want); err != nil || strict.More() {
			t.Fatalf("%q: taken, but %v", raw, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: read as %+v, want %+v", raw, got, want)
		}
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(raw, &keys); err != nil {
			t.Fatal(err)
		}
		for key := range keys {
			switch key {
			case "topic", "since", "typing", "command", "nested":
			default:
				t.Fatalf("%q: the key %q was taken", raw, key)
			}
		}
	})
}
