package entry_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"switchboard/storage/entry"
)

func TestFieldsAsJSON(t *testing.T) {
	for name, fields := range map[string]entry.Fields{
		"none at all": nil,
		"empty":       {},
		"of each kind": {
			"b": json.RawMessage(`"text"`), "a": json.RawMessage(`{"x":[1,null]}`), "z": nil, "c": json.RawMessage(`12.50`),
			`a "quoted" name`: json.RawMessage(`true`), "größe": json.RawMessage(`1`), "line\nbreak": json.RawMessage(`1`), `back\slash`: json.RawMessage(`1`), "bad\xff": json.RawMessage(`1`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			want, err := json.Marshal(map[string]json.RawMessage(fields))
			if err != nil {
				t.Fatal(err)
			}
			if got := fields.AppendJSON(nil); string(got) != string(want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if got := fields.AppendJSON([]byte("before")); string(got) != "before"+string(want) {
				t.Errorf("appended: %s", got)
			}
			if got, err := json.Marshal(fields); err != nil || string(got) != string(want) {
				t.Errorf("by encoding/json: %s, %v", got, err)
			}
		})
	}
}

func TestManyFieldsAsJSON(t *testing.T) {
	fields := entry.Fields{}
	for i := range 200 {
		fields[fmt.Sprintf("field_%d", i)] = json.RawMessage(fmt.Sprint(i))
	}
	want, err := json.Marshal(map[string]json.RawMessage(fields))
	if err != nil {
		t.Fatal(err)
	}
	if got := fields.AppendJSON(nil); string(got) != string(want) {
		t.Errorf("got %s", got)
	}
}

// The order in which earlier records were written does not affect a record's JSON.
func TestEarlierRecordsDoNotAffectARecordsJSON(t *testing.T) {
	t.Parallel()
	value := json.RawMessage(`1`)
	shapes := []entry.Fields{nil, {}, {"a": value}, {"b": value}, {"a": value, "b": nil}, {"a": value, `"<c`: value}, {"c": value, "a": value}}
	var wrote sync.WaitGroup
	for worker := range 4 {
		wrote.Go(func() {
			for i := range 500 {
				f := shapes[(i*(worker+1))%len(shapes)]
				want, err := json.Marshal(map[string]json.RawMessage(f))
				if err != nil {
					t.Error(err)
				}
				if got := f.AppendJSON(nil); string(got) != string(want) {
					t.Errorf("%v is written as %s, not as %s", f, got, want)
				}
			}
		})
	}
	wrote.Wait()
}
