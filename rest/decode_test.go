package rest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/storage/fault"
)

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
