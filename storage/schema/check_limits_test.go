package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/fault"
	"switchboard/storage/schema"
)

// A text that an index holds is shorter than one that none does: the index of the
// database takes 2,704 bytes.
func TestIndexedTextsAreShort(t *testing.T) {
	for _, f := range []schema.Field{{Indexed: true}, {Unique: true}, {}} {
		f.Name, f.Title, f.Type = "f", "Field", schema.Text
		limit := 1000
		if f.Indexed || f.Unique {
			limit = 255
		}
		for n, good := range map[int]bool{limit: true, limit + 1: false} {
			_, err := schema.Check(&f, json.RawMessage(`"`+strings.Repeat("😀", n)+`"`))
			if (err == nil) != good || err != nil && len(fault.From(err).Fields["f"]) != 1 {
				t.Errorf("%d characters, indexed %v, unique %v: %v", n, f.Indexed, f.Unique, err)
			}
		}
	}
}

// The database writes numbers out: 1e308 has 309 digits there.
func TestNumbersInJSONStaySmall(t *testing.T) {
	f := &schema.Field{Name: "f", Title: "Field", Type: schema.JSON}
	for in, good := range map[string]bool{
		`{"a":1e308}`: false, `{"a":1e-300}`: false, `{"a":-1e99}`: false, `{"a":1e40}`: false, `[[1e308]]`: false,
		`{"a":1e20}`: true, `{"a":-0.5}`: true, `{"a":1.5e-9}`: true, `{"a":12345678901234567890}`: true, `{"a":0}`: true, `{"a":1e0}`: true,
		`[` + strings.Repeat("1e38,", 10_000) + `1]`: false, // 50 KB that become 400
	} {
		if _, err := schema.Check(f, json.RawMessage(in)); (err == nil) != good {
			t.Errorf("%.40s: %v", in, err)
		}
	}
}

func TestShapes(t *testing.T) {
	user := features.Registry().Object("user")
	for in, says := range map[string]string{
		`{"theme":"dark","phone_settings":{"tabs":{"Calls":true}},"pinned_filters":{"contact":{"id":"x"}}}`: "",
		`{"theme":null,"phone_settings":null}`:                       "",
		`{"teme":"dark"}`:                                            `Settings has no key "teme"`,
		`{"phone_settings":{"x":1}}`:                                 `Settings.phone_settings has no key "x"`,
		`{"phone_settings":[]}`:                                      "must be an object",
		`{"leftPanelContent":"` + strings.Repeat("x", 17<<10) + `"}`: "too large",
		`{"open_tabs":[` + strings.Repeat(`{},`, 10) + `{"path":"/contacts","id":null}]}`: "",
	} {
		_, err := schema.Check(user.Field("settings"), json.RawMessage(in))
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(fault.From(err).Detail, says)) {
			t.Errorf("settings %.80s: %v, want %q", in, err, says)
		}
	}
	for in, good := range map[string]bool{
		`{"call_availability":{"call_status":"busy","has_mobile_app":true},"monday_enabled":true,"monday_start_time":"09:00","holidays":[]}`: true,
		`{"call_availability":{"status":"busy"}}`:          false,
		`{"holidays":"` + strings.Repeat("x", 5000) + `"}`: false,
	} {
		if _, err := schema.Check(user.Field("availability"), json.RawMessage(in)); (err == nil) != good {
			t.Errorf("availability %.80s: %v", in, err)
		}
	}
}

// The year of a time is that of UTC, not of the zone it was written in.
func TestTimesAtTheEdges(t *testing.T) {
	for _, in := range []string{`"9999-12-31T23:59:59-14:00"`, `"0001-01-01T00:00:00+14:00"`} {
		if got, err := schema.Check(field(schema.DateTime), json.RawMessage(in)); err == nil {
			t.Errorf("%s became %v", in, got)
		}
	}
}
