package exact_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

func TestCheckTakes(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `null`, `true`, `false`, `0`, `-0`, `1.5e+10`, `-1E-2`, `"\u00e9\n\"\\\/\b\f\r\t"`, `"\ud83d\ude00"`, `"é😀"`,
		" \t\r\n{ \"a\" : [ 1 , { \"a\" : null } ] , \"b\" : \"\" } \n", `{"a":1,"A":2}`, `[{"a":1},{"a":1}]`,
		strings.Repeat("[", 32) + "1" + strings.Repeat("]", 32),
		strings.Repeat("1", 64), wide(1000),
	} {
		if err := exact.Check("The text", []byte(text)); err != nil {
			t.Errorf("%.80s: %v", text, err)
		}
		if !json.Valid([]byte(text)) {
			t.Errorf("%.80s: encoding/json does not take it", text)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for _, c := range []struct {
		text, says string
	}{
		{``, "line 1, column 1: it ends"},
		{`{`, "line 1, column 2: "},
		{`{"a"}`, "line 1, column 5: "},
		{`{"a":}`, "line 1, column 6: "},
		{`{"a":1,}`, "line 1, column 7: "},
		{`{"a":1 "b":2}`, "line 1, column 8: "},
		{"{\n  \"a\": 1,\n  \"a\": 2\n}", `line 3, column 3: the key "a" stands twice`},
		{`{"x":{"a":1,"\u0061":2}}`, `line 1, column 13: the key "a" stands twice`},
		{`[1,]`, "line 1, column 3: "},
		{`[1 2]`, "line 1, column 4: "},
		{`{} {}`, "something follows"},
		{`nul`, "line 1, column "},
		{`True`, "line 1, column 1: "},
		{`NaN`, "line 1, column 1: "},
		{`01`, "something follows"},
		{`1.`, "line 1, column 3: "},
		{`1e`, "line 1, column 3: "},
		{`+1`, "line 1, column 1: "},
		{`-`, "line 1, column 2: "},
		{`'a'`, "line 1, column 1: "},
		{`"a`, "line 1, column 3: "},
		{"\"a\nb\"", "line 1, column 3: "},
		{`"\x"`, "escape"},
		{`"\u12g4"`, "escape"},
		{`"\ud83d"`, "surrogate"},
		{`"\ude00\ud83d"`, "surrogate"},
		{"\"\xff\"", "invalid UTF-8"},
		{"\"\xed\xa0\x80\"", "invalid UTF-8"},
		{"\ufeff{}", "line 1, column 1: "},
		{`/* */1`, "line 1, column 1: "},
		{strings.Repeat("[", 33) + strings.Repeat("]", 33), "nested deeper than 32"},
		{strings.Repeat("[", 1_000_000), "nested deeper than 32"},
		{strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33), "nested deeper than 32"},
		{strings.Repeat("1", 65), "more than 64 characters"},
		{wide(1001), "more than 1000 keys"},
		{`{"é": 1, "b": x}`, "line 1, column 15: "},
	} {
		err := exact.Check("The text", []byte(c.text))
		if !fault.Is(err, fault.Malformed) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.40q: got %v, want %q", c.text, err, c.says)
		}
	}
}

// wide returns an object with n members.
func wide(members int) string {
	var b strings.Builder
	for i := range members {
		fmt.Fprintf(&b, `,"k%d":[%d]`, i, i)
	}
	return "{" + b.String()[1:] + "}"
}

// FuzzCheck checks that nothing panics and that Check accepts nothing that the standard library
// rejects.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2,{"b":"\u00e9"}]}`, `[true,null,-1.5e3]`, `"\ud83d\ude00"`, `{"a":1,"a":2}`, `{`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if exact.Check("The text", text) == nil && !json.Valid(text) {
			t.Errorf("took %q, which is no JSON", text)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	text := []byte(`{"conversation":"0199a2c4-7c35-7b9f-8f0e-0f4f7a3f2b11","text":"Hello there, how are you?","command":"0199a2c4-7c35-7b9f-8f0e-0f4f7a3f2b12"}`)
	for b.Loop() {
		if err := exact.Check("The text", text); err != nil {
			b.Fatal(err)
		}
	}
}
