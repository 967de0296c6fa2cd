package row_test

import (
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
		"text": "a<ü>", "empty": "", "yes": true, "no": false, "whole": int64(0), "large": int64(-1<<63 + 1), "real": 0.0,
		"third": 1.0 / 3, "at": time.Date(2026, 11, 21, 7, 0, 0, 123_000_000, time.UTC), "lookup": one, "none": id.ID(""),
		"list": []id.ID{one}, "empty list": []id.ID{}, "texts": []string{"", "b"}, "null": nil, "change": row.ListChange{Add: []id.ID{one}, Remove: []id.ID{one, one}, Most: 3}, "no change": row.ListChange{},
		"json": json.RawMessage(`{ "a": [1e2, null, "<"] }`),
	}
	for _, f := range []row.Fields{sent, {}, nil} {
		raw, err := json.Marshal(struct{ Set row.Fields }{f})
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Set row.Fields }
		if err := json.Unmarshal(raw, &got); err != nil || !reflect.DeepEqual(got.Set, f) {
			t.Errorf("%#v became %#v, %v", f, got.Set, err)
		}
	}
}

func TestWhatHasNoStorageShapeDoesNotCross(t *testing.T) {
	for _, value := range []any{1, []byte("x"), struct{}{}, func() {}} {
		if raw, err := json.Marshal(row.Fields{"x": value}); err == nil {
			t.Errorf("%T crossed as %s", value, raw)
		}
	}
	for _, raw := range []string{`{"x":1}`, `{"x":{}}`, `{"x":[]}`, `{"x":["q",1]}`, `{"x":["i","1"]}`, `{"x":["i",1.5]}`, `{"x":[1,"i"]}`, `[]`} {
		var got row.Fields
		if err := json.Unmarshal([]byte(raw), &got); err == nil {
			t.Errorf("%s became %#v", raw, got)
		}
	}
}
