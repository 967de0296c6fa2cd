package row_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Every value of storage shape is on the other node what it was here.
func TestFieldsCross(t *testing.T) {
	one := id.New()
	sent := row.Fields{
		"text": "a", "empty": "", "yes": true, "no": false, "whole": int64(0), "large": int64(-1 << 62), "real": 0.0,
		"at": time.Date(2026, 11, 21, 7, 0, 0, 123_000_000, time.UTC), "lookup": one, "none": id.ID(""),
		"list": []id.ID{one}, "empty list": []id.ID{}, "texts": []string{"", "b"}, "json": json.RawMessage(`{"a":[1,null]}`), "null": nil,
	}
	for _, f := range []row.Fields{sent, {}} {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(struct{ Set row.Fields }{f}); err != nil {
			t.Fatal(err)
		}
		var got struct{ Set row.Fields }
		if err := gob.NewDecoder(&b).Decode(&got); err != nil {
			t.Fatal(err)
		}
		for name, want := range f {
			value, there := got.Set[name]
			if list, ok := value.([]id.ID); ok && len(list) == 0 {
				value = []id.ID{} // of no length is of no length
			}
			if !there || !reflect.DeepEqual(value, want) {
				t.Errorf("%s: %#v became %#v", name, want, value)
			}
		}
		if len(got.Set) != len(f) || got.Set == nil {
			t.Errorf("%d fields became %d", len(f), len(got.Set))
		}
	}
	// What is no storage shape is refused where it is sent.
	if err := gob.NewEncoder(&bytes.Buffer{}).Encode(row.Fields{"x": struct{ X chan int }{}}); err == nil {
		t.Error("a channel crossed")
	}
}
