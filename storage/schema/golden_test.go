package schema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/schema"
	"switchboard/storage/schema/schematest"
)

// inputs are what every type is asked to read: each takes some of them.
var inputs = []string{
	`null`, `""`, `" "`, `"Ann"`, `" a "`, `"a\u0000"`, `7`, `-7`, `3.0`, `2.5`, `1e400`, `true`, `"true"`, `"open"`, `"Open"`,
	`"ann@example.com"`, `" ann@example.com "`, `"example.com"`, `"https://example.com/a?b=c"`, `"javascript:x"`,
	`"2026-03-09T14:30:00.1239+02:00"`, `"2026-03-09"`, `"` + string(someID) + `"`, `"0198C0DE-0000-7000-8000-0000000000AA"`,
	`[]`, `["a","b","a",""]`, `[1]`, `["` + string(someID) + `"]`, `[{"id":"` + string(someID) + `"}]`, `[null]`,
	`{}`, `{"x":1}`, `{"id":"` + string(someID) + `"}`, `{"id":null}`, `{"phone_number":"(555) 123-4567"}`,
	`{"phone_number":"555"}`, `{"extension":"1"}`, `{"country_code":"+44","phone_number":"02079460000","extension":"x"}`,
	`{"city":" Bath ","line1":""}`, `{"city":""}`, `{"city":{}}`, `{"url":"example.com/a.png","width":64}`, `{"url":"x:y"}`,
	`{"url":"example.com","width":-1}`, `{"url":"example.com","width":"1"}`, `{"schema":"contact","id":"` + string(someID) + `","name":"n"}`,
	`{"schema":{"api_name":"contact"},"id":"` + string(someID) + `"}`, `{"schema":"contact"}`, `{"b":1e30,"a":[true]}`, `{"a":1e99}`,
}

// What each type reads, what it refuses with which words, and how it is described
// stays as it is.
func TestTypesReadAndSayWhatTheyDid(t *testing.T) {
	var b strings.Builder
	for _, kind := range schematest.Recorded(t) {
		start := b.Len()
		fmt.Fprintf(&b, "# %s\n", kind)
		for _, f := range []schema.Field{{}, {Required: true}, {Indexed: true, Width: 90, HelpText: "help"}} {
			f.Name, f.Title, f.Type, f.Target, f.Options = "f", "Field", kind, "contact", []string{"Open", "Closed"}
			o := &schema.Object{APIName: "o", Title: "O", Fields: []*schema.Field{&f}}
			r, err := features.Registry().Adding(o)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Describe(r.Object("o"), everything{}).Properties {
				if p.Name == "f" {
					raw, _ := json.Marshal(p)
					fmt.Fprintf(&b, "%s\n", raw)
				}
			}
			for _, in := range append(inputs, `"`+strings.Repeat("x", 2_100)+`"`, `"`+strings.Repeat("x", 100_001)+`"`) {
				got, err := schema.Check(&f, json.RawMessage(in))
				if raw, isJSON := got.(json.RawMessage); isJSON {
					got = "json " + string(raw)
				}
				said := fmt.Sprintf("%.80s → %T %.80v", in, got, got)
				if err != nil {
					said = err.Error()
				}
				if !strings.Contains(b.String()[start:], "\n"+said+"\n") { // each refusal once, of the variants what differs
					fmt.Fprintln(&b, said)
				}
			}
		}
	}
	schematest.Compare(t, b.String())
}
