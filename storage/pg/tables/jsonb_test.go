package tables

import (
	"strings"
	"testing"
)

func TestJSONB(t *testing.T) {
	for raw, want := range map[string]string{
		`{}`: `{}`, `[]`: `[]`, `[[],{}]`: `[[], {}]`, `null`: `null`, `true`: `true`, `[false,true,null]`: `[false, true, null]`,
		`{"bb":1,"c":{"z":[1,2]},"a":"x"}`: `{"a": "x", "c": {"z": [1, 2]}, "bb": 1}`,
		`{"a":1,"\u0061":2,"a":[3]}`:       `{"a": [3]}`,
		`"\u003c\/\u00e9\u0001\n\"\\"`:     `"</é\u0001\n\"\\"`,
		`{",}]\":":"{[,:"}`:                `{",}]\":": "{[,:"}`,
		`1.50`:                             `1.50`, `-12`: `-12`, `0`: `0`,
		`1e5`: "", `-0`: "", `[-0.5]`: "", `1E5`: "", `{"a" :1}`: "", `{ "a":1}`: "", `{"a":1`: "", ``: "", `[1 ,2]`: "",
		strings.Repeat("[", 20) + strings.Repeat("]", 20): "",
	} {
		got, plain := jsonb([]byte(raw))
		if plain != (want != "") || plain && got != want {
			t.Errorf("%s became %s (%v), not %s", raw, got, plain, want)
		}
	}
}

// Whatever comes in, it is written or passed on.
func FuzzJSONB(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"c"}]}`, `[ 1 ]`, `{"\u0061":"\\"}`, `"`, `{"a":}`, `[1 ,"a" ]`, `{"a": tru`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, raw []byte) { _, _ = jsonb(raw) })
}
