package entry_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"switchboard/storage/entry"
)

func TestAnEntryIsReadAsItWasMade(t *testing.T) {
	fields := func(text string) (f entry.Fields) {
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, c := range []struct {
		name, stored string
		after        entry.Fields
	}{
		{"what is new says what it has", `{"op":"created","record":{"a":1,"b":null,"c":"x"}}`, fields(`{"a":1,"c":"x"}`)},
		{"of which the log kept it twice before", `{"op":"created","record":{"a":1},"after":{"a":1}}`, fields(`{"a":1}`)},
		{"a change says what changed", `{"op":"updated","record":{"a":1,"b":2},"after":{"b":2}}`, fields(`{"b":2}`)},
		{"a change that only moved", `{"op":"updated","record":{"a":1}}`, nil},
		{"what is gone", `{"op":"removed"}`, nil},
	} {
		e, err := entry.Decode([]byte(c.stored))
		if err != nil || !reflect.DeepEqual(e.After, c.after) {
			t.Errorf("%s: after is %s (%v), want %s", c.name, e.After, err, c.after)
		}
	}
	if _, err := entry.Decode([]byte(`{`)); err == nil {
		t.Error("half an entry was read")
	}
}
