package rest

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"switchboard/storage/fault"
)

func TestScannerTakes(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `null`, `true`, `false`, `0`, `-0`, `1.5e+10`, `-1E-2`, `"\u00e9\n\"\\\/\b\f\r\t"`, `"\ud83d\ude00"`, `"é😀"`,
		" \t\r\n{ \"a\" : [ 1 , { \"a\" : null } ] , \"b\" : \"\" } \n", `{"a":1,"A":2}`, `[{"a":1},{"a":1}]`,
		strings.Repeat("[", 32) + "1" + strings.Repeat("]", 32),
	} {
		if err := checkJSON([]byte(text)); err != nil {
			t.Errorf("%s: %s at %d", text, err.reason, err.offset)
		}
		if !json.Valid([]byte(text)) {
			t.Errorf("%s: encoding/json does not take it", text)
		}
	}
}

func TestScannerRefuses(t *testing.T) {
	for _, c := range []struct {
		text, says   string
		line, column int
	}{
		{``, "ends where a value is expected", 1, 1},
		{`{`, "a key", 1, 2},
		{`{"a"}`, "a colon", 1, 5},
		{`{"a":}`, "a value", 1, 6},
		{`{"a":1,}`, "a key", 1, 8},
		{`{"a":1 "b":2}`, "a comma or }", 1, 8},
		{"{\n  \"a\": 1,\n  \"a\": 2\n}", `"a" stands twice`, 3, 3},
		{`{"x":{"a":1,"\u0061":2}}`, `"a" stands twice`, 1, 13},
		{`[1,]`, "a value", 1, 4},
		{`[1 2]`, "a comma or ]", 1, 4},
		{`{} {}`, "something follows", 1, 4},
		{`nul`, "a value", 1, 1},
		{`True`, "a value", 1, 1},
		{`NaN`, "a value", 1, 1},
		{`01`, "something follows", 1, 2},
		{`1.`, "after the decimal point", 1, 3},
		{`1e`, "in the exponent", 1, 3},
		{`+1`, "a value", 1, 1},
		{`-`, "a digit", 1, 2},
		{`'a'`, "a value", 1, 1},
		{`"a`, "not closed", 1, 3},
		{"\"a\nb\"", "control character", 1, 3},
		{`"\x"`, "unknown escape", 1, 3},
		{`"\u12g4"`, "hexadecimal", 1, 6},
		{`"\ud83d"`, "surrogate", 1, 8},
		{`"\ude00\ud83d"`, "surrogate", 1, 14},
		{"\"\xff\"", "not UTF-8", 1, 2},
		{"\"\xed\xa0\x80\"", "not UTF-8", 1, 2},
		{"\ufeff{}", "a value", 1, 1},
		{`/* */1`, "a value", 1, 1},
		{strings.Repeat("[", 34) + strings.Repeat("]", 34), "nested deeper", 1, 34},
		{strings.Repeat("[", 1_000_000), "nested deeper", 1, 34},
		{strings.Repeat("1", 65), "more than 64 characters", 1, 1},
	} {
		err := checkJSON([]byte(c.text))
		if err == nil || !strings.Contains(err.reason, c.says) {
			t.Errorf("%.40q: got %v, want %q", c.text, err, c.says)
			continue
		}
		if line, column := err.position([]byte(c.text)); line != c.line || column != c.column {
			t.Errorf("%.40q: at %d:%d, want %d:%d", c.text, line, column, c.line, c.column)
		}
	}
}

// FuzzScanner holds the scanner to encoding/json: it takes nothing that the
// standard library refuses.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2,{"b":"\u00e9"}]}`, `[true,null,-1.5e3]`, `"\ud83d\ude00"`, `{"a":1,"a":2}`, `{`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if checkJSON(text) == nil && !json.Valid(text) {
			t.Errorf("took %q, which is no JSON", text)
		}
	})
}

func post(contentType, body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	return r
}

func TestReadBody(t *testing.T) {
	for _, c := range []struct {
		contentType, body string
		code              fault.Code
	}{
		{"application/json", `{"a":1}`, ""},
		{"application/json; charset=utf-8", `{"a":1}`, ""},
		{"application/json; charset=latin1", `{}`, fault.Unsupported},
		{"text/plain", `{}`, fault.Unsupported},
		{"application/x-www-form-urlencoded", `a=1`, fault.Unsupported},
		{"application/jsonx", `{}`, fault.Unsupported},
		{"", `{}`, fault.Unsupported},
		{"application/json", `{"a":`, fault.Malformed},
		{"application/json", `"` + strings.Repeat("x", 100) + `"`, fault.TooLarge},
	} {
		_, err := readBody(post(c.contentType, c.body), 64, false)
		if c.code == "" && err != nil || c.code != "" && !fault.Is(err, c.code) {
			t.Errorf("%s %.20s: %v, want %q", c.contentType, c.body, err, c.code)
		}
	}
	// A body of unknown length is cut off too.
	r := post("application/json", "")
	r.Body, r.ContentLength = http.NoBody, -1
	r.Body = struct {
		*strings.Reader
		nothing
	}{strings.NewReader(strings.Repeat(" ", 1000)), nothing{}}
	if _, err := readBody(r, 64, false); !fault.Is(err, fault.TooLarge) {
		t.Errorf("a stream over the limit: %v", err)
	}
}

type nothing struct{}

func (nothing) Close() error { return nil }

func TestDecodeInto(t *testing.T) {
	type target struct {
		Username string   `json:"username"`
		Number   int64    `json:"number"`
		On       bool     `json:"on"`
		List     []string `json:"list"`
	}
	var got target
	if err := decodeInto([]byte(`{"username":"a","number":3,"on":true,"list":["x"]}`), &got); err != nil {
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
		if err := decodeInto([]byte(text), &target{}); !errors.As(err, &e) || e.Code != fault.Invalid || e.Fields[field] == nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := decodeInto([]byte(`[]`), &target{}); !fault.Is(err, fault.Malformed) {
		t.Errorf("a list: %v", err)
	}
}

func TestAsRows(t *testing.T) {
	for text, want := range map[string]int{`{"a":1}`: 1, `[{"a":1},{"b":2}]`: 2} {
		if rows, err := asRows([]byte(text)); err != nil || len(rows) != want {
			t.Errorf("%s: %d rows, %v", text, len(rows), err)
		}
	}
	if _, err := asRows([]byte(`[{},7]`)); fault.From(err).Index != 1 {
		t.Errorf("the index of the bad row: %v", err)
	}
	for text, code := range map[string]fault.Code{
		`7`: fault.Malformed, `"x"`: fault.Malformed, `[]`: fault.Invalid,
		`[` + strings.Repeat(`{},`, 1000) + `{}]`: fault.Invalid,
	} {
		if _, err := asRows([]byte(text)); !fault.Is(err, code) {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

func TestEveryCodeHasAStatus(t *testing.T) {
	for _, code := range fault.Codes() {
		if statuses[code] == 0 {
			t.Errorf("%s has no status", code)
		}
	}
	if len(statuses) != len(fault.Codes()) {
		t.Error("the table holds codes that do not exist")
	}
}
