package exact_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

func TestIntoAStruct(t *testing.T) {
	type target struct {
		Username string   `json:"username"`
		Number   int64    `json:"number"`
		On       bool     `json:"on"`
		List     []string `json:"list"`
	}
	var got target
	if err := exact.Into([]byte(`{"username":"a","number":3,"on":true,"list":["x"]}`), &got); err != nil {
		t.Fatal(err)
	}
	if want := (target{"a", 3, true, []string{"x"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	for text, field := range map[string]string{
		`{"Username":"a"}`: "Username", `{"extra":1}`: "extra", `{"username":1}`: "username",
		`{"number":"1"}`: "number", `{"number":1.5}`: "number", `{"on":"yes"}`: "on", `{"list":"x"}`: "list",
	} {
		var e *fault.Error
		if err := exact.Into([]byte(text), &target{}); !errors.As(err, &e) || e.Code != fault.Invalid || e.Fields[field] == nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	var optional struct {
		Page *int     `json:"page"`
		Live *bool    `json:"live"`
		Wait *float64 `json:"wait"`
	}
	for text, want := range map[string]string{
		`{"page":"x"}`: "page must be a whole number", `{"live":"x"}`: "live must be true or false", `{"wait":"x"}`: "wait must be a number",
	} {
		var e *fault.Error
		if err := exact.Into([]byte(text), &optional); !errors.As(err, &e) || e.Detail != want {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
	if err := exact.Into([]byte(`[]`), &target{}); !fault.Is(err, fault.Malformed) {
		t.Errorf("a list: %v", err)
	}
}

// FuzzInto checks that nothing panics, and that the standard decoder, with unknown fields
// forbidden, accepts whatever Check and Into accept and reads the same values. So no spelling or
// duplicate of a key gives a text a second meaning.
func FuzzInto(f *testing.F) {
	type payload struct {
		Topic   string          `json:"topic"`
		Since   int64           `json:"since,omitempty"`
		Typing  *bool           `json:"typing"`
		Command string          `json:"command"`
		Nested  json.RawMessage `json:"nested"`
	}
	for _, seed := range []string{
		`{}`, " {\t\"topic\" :\n\"a\" , \"since\" : 1 } ", `{"to\u0070ic":"a"}`, `{"topic":"a","to\u0070ic":"b"}`, `{"Topic":"a"}`,
		`{"topic":"a"}{}`, `{"since":1e400}`, `{"typing":true,"nested":{"a":[1,{"b":"\""}]}}`, `[]`, `null`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var got, want payload
		if exact.Check("The text", raw) != nil || exact.Into(raw, &got) != nil {
			return
		}
		strict := json.NewDecoder(bytes.NewReader(raw))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&want); err != nil || strict.More() {
			t.Fatalf("%q: taken, but %v", raw, err)
		}
		if string(want.Nested) == "null" { // which leaves it unset
			want.Nested = nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: read as %+v, want %+v", raw, got, want)
		}
		members, err := exact.Split(raw)
		if err != nil {
			t.Fatal(err)
		}
		for key := range members {
			if !slices.Contains([]string{"topic", "since", "typing", "command", "nested"}, key) {
				t.Fatalf("%q: the key %q was taken", raw, key)
			}
		}
	})
}
