package schema

import (
	"encoding/json"
	"testing"
	"time"

	"switchboard/storage/id"
)

// asEncoded is what encoding/json writes of the value.
func asEncoded(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func FuzzEncodedText(f *testing.F) {
	for _, text := range []string{"", "Dana", `a "quoted" \ one`, "<b>&amp;</b>", "Zoë\u2028\u2029", "\x00\n\x7f", "\xff\xfe"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := string(encoded(text)), asEncoded(t, text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
		if got, want := string(appendNamed(nil, "1", &text)), `{"id":"1","name":`+asEncoded(t, text)+`}`; got != want {
			t.Errorf("a lookup named %q is %s, want %s", text, got, want)
		}
	})
}

func FuzzCompacted(f *testing.F) {
	for _, text := range []string{
		`{"a": 1, "b": [true, null, "x y"]}`, `"\"  \\"`, ` [ ] `, `"<"`, "\"\u2028 €\"", `1.50`, `{"a\\": " \\\" "}`, "\"\xff\"",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			t.Skip()
		}
		if got, want := string(Compacted(raw)), asEncoded(t, json.RawMessage(raw)); got != want {
			t.Errorf("%q is %q, want %q", raw, got, want)
		}
	})
}

func TestValuesAreEncodedAsByTheStandardLibrary(t *testing.T) {
	for _, value := range []any{int64(0), int64(-5), int64(1) << 62, true, false, id.ID("0198c0de-0000-7000-8000-0000000000aa"), 1.5, []string{"a", "<"}} {
		if got, want := string(encoded(value)), asEncoded(t, value); got != want {
			t.Errorf("%v is %s, want %s", value, got, want)
		}
	}
	at := time.Date(2026, 11, 25, 1, 2, 3, 4_000_000, time.FixedZone("", 3600))
	if got, want := string(showTime(nil, at, nil)), `"2026-11-25T00:02:03.004Z"`; got != want {
		t.Errorf("a time is %s, want %s", got, want)
	}
	if got, want := string(appendNamed(nil, "1", nil)), `{"id":"1","name":null}`; got != want {
		t.Errorf("a lookup without a name is %s, want %s", got, want)
	}
}

func BenchmarkEncoding(b *testing.B) {
	const packed = `{"country_code": "+1", "phone_number": "+12065550100", "friendly_number": "", "extension": ""}`
	b.Run("text", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			encoded("Dana Whitfield")
		}
	})
	b.Run("compacted", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Compacted([]byte(packed))
		}
	})
}
