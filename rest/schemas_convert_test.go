package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sample is a value of a field: the JSON of it, and the entries that it consists of as text.
type sample struct {
	json    string
	entries []string
}

// convertedOptions are the options of the fields that have some. One holds a comma.
var convertedOptions = []string{"Smith, John", "Open", "true", "12", "12.5", "12.50", "2026-03-09", "2026-03-09T14:30:00.123Z", "14:30:00", "ann@example.com", "https://example.com/a,b"}

// sampled are values of every format that can be converted, other than free text.
var sampled = map[string][]sample{
	"boolean":        {{`true`, []string{"true"}}},
	"currency":       {{`12.5`, []string{"12.50"}}, {`12`, []string{"12.00"}}},
	"date":           {{`"2026-03-09"`, []string{"2026-03-09"}}},
	"date-time":      {{`"2026-03-09T14:30:00.123Z"`, []string{"2026-03-09T14:30:00.123Z"}}},
	"email":          {{`"ann@example.com"`, []string{"ann@example.com"}}},
	"enum":           choices(),
	"integer":        {{`12`, []string{"12"}}, {`1`, []string{"1"}}},
	"multi-picklist": append([]sample{{`["Smith, John","Open"]`, []string{"Smith, John", "Open"}}}, lists()...),
	"multi-select":   append([]sample{{`["Smith, John","Open"]`, []string{"Smith, John", "Open"}}}, lists()...),
	"number":         {{`12.5`, []string{"12.5"}}, {`12`, []string{"12"}}, {`1`, []string{"1"}}},
	"picklist":       choices(),
	"time":           {{`"14:30"`, []string{"14:30:00"}}},
	"url":            {{`"https://example.com/a,b"`, []string{"https://example.com/a,b"}}},
}

func choices() (out []sample) {
	for _, o := range convertedOptions {
		out = append(out, sample{fmt.Sprintf("%q", o), []string{o}})
	}
	return out
}

func lists() (out []sample) {
	for _, s := range choices() {
		out = append(out, sample{"[" + s.json + "]", s.entries})
	}
	return out
}

// written are the samples of free text: what people write for the values of another format.
func written(to string) (out []sample) {
	for _, s := range sampled[to] {
		text := strings.Join(s.entries, ", ")
		out = append(out, sample{fmt.Sprintf("%q", text), []string{text}})
	}
	if out == nil {
		out = []sample{{`"Some text"`, []string{"Some text"}}}
	}
	return out
}

var freeText = []string{"text", "text-area", "rich-text", "code"}

// becomes is the JSON that a value is to be as another format, "" if it is none.
func (s sample) becomes(from, to string) string {
	text, isFree := strings.Join(s.entries, ", "), slices.Contains(freeText, from)
	switch to {
	case "multi-picklist", "multi-select":
		entries := s.entries
		if isFree && to == "multi-select" {
			entries = strings.Split(text, ", ")
		}
		if isFree && to == "multi-picklist" && text == "Smith, John, Open" {
			entries = []string{"Smith, John", "Open"}
		}
		if to == "multi-picklist" && slices.ContainsFunc(entries, func(e string) bool { return !slices.Contains(convertedOptions, e) }) {
			return ""
		}
		return asText(entries)
	case "enum", "picklist":
		if len(s.entries) == 1 && slices.Contains(convertedOptions, text) {
			return asText(text)
		}
		return ""
	case "email", "url", "date", "date-time", "time":
		switch want := sampled[to][0]; {
		case text == want.entries[0]:
			return want.json
		case to == "date" && text == "2026-03-09T14:30:00.123Z":
			return `"2026-03-09"`
		case to == "date-time" && text == "2026-03-09":
			return `"2026-03-09T00:00:00.000Z"`
		}
		return ""
	case "boolean":
		if text == "true" || text == "1" {
			return "true"
		}
		return ""
	case "integer", "number", "currency":
		switch {
		case text == "1":
			return "1"
		case text == "12", text == "12.00":
			return map[string]string{"integer": "12", "number": "12", "currency": "12.00"}[to]
		case (text == "12.5" || text == "12.50") && to != "integer":
			return map[string]string{"number": "12.5", "currency": "12.50"}[to]
		}
		return ""
	default:
		return asText(text)
	}
}

// Every format becomes every format that convertible_to lists, with its values; a value that
// fits none is named.
func TestEveryFormatBecomesTheOthers(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	var formats []struct {
		Format        string
		Options       bool
		ConvertibleTo []string `json:"convertible_to"`
	}
	p.do("GET", "/v1/schema/formats", "").is(http.StatusOK).into(&formats)
	hasOptions := map[string]bool{}
	for _, f := range formats {
		hasOptions[f.Format] = f.Options && f.Format != "multi-select"
	}
	field := func(format string) string {
		if hasOptions[format] {
			return fmt.Sprintf(`"format":%q,"options":%s`, format, asText(convertedOptions))
		}
		return fmt.Sprintf(`"format":%q`, format)
	}
	var made, changed, fits, misfits []string
	wants := map[string]string{}
	for _, from := range formats {
		for _, to := range from.ConvertibleTo {
			samples := sampled[from.Format]
			if slices.Contains(freeText, from.Format) {
				samples = append(written(to), sample{`"Some text"`, []string{"Some text"}})
			}
			name := strings.ReplaceAll(from.Format+"_to_"+to, "-", "_")
			made = append(made, fmt.Sprintf(`%q:{"title":%q,%s}`, name, name, field(from.Format)))
			changed = append(changed, fmt.Sprintf(`%q:{%s}`, name, field(to)))
			good, bad := false, false
			for _, s := range samples {
				want := s.becomes(from.Format, to)
				switch {
				case want == "" && !bad:
					misfits, bad = append(misfits, fmt.Sprintf(`%q:%s`, name, s.json)), true
				case want != "" && !good:
					fits, good, wants[name] = append(fits, fmt.Sprintf(`%q:%s`, name, s.json)), true, want
				}
			}
		}
	}
	if len(made) < 17*16 || len(misfits) < 100 {
		t.Errorf("%d pairs and %d misfits are tried", len(made), len(misfits))
	}
	p.do("POST", "/v1/schema", `{"api_name":"all_pairs","title":"All pairs","properties":{`+strings.Join(made, ",")+`}}`).is(http.StatusCreated)
	record := func(fields []string) string {
		return fmt.Sprint(p.do("POST", "/v1/object/all_pairs", `{"name":"One",`+strings.Join(fields, ",")+`}`).is(http.StatusOK).rows()[0]["id"])
	}
	change := `{"properties":{` + strings.Join(changed, ",") + `}}`
	one, other := record(fits), record(misfits)

	var told struct{ Count int }
	problems := asText(p.runJob("all_pairs", change, "failed")["problems"])
	if err := json.Unmarshal([]byte(problems), &told); err != nil || told.Count != len(misfits) {
		t.Errorf("%d values fit nothing, and the job names %d: %s", len(misfits), told.Count, problems)
	}
	for i, m := range misfits {
		name, _, _ := strings.Cut(m, ":")
		misfits[i] = name + ":null"
	}
	p.do("PATCH", "/v1/object/all_pairs", `{"id":"`+other+`",`+strings.Join(misfits, ",")+`}`).is(http.StatusOK)

	p.runJob("all_pairs", change, "done")
	var stands map[string]any
	p.do("GET", "/v1/object/all_pairs/"+one, "").is(http.StatusOK).into(&stands)
	for name, want := range wants {
		var wanted any
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		if got := stands[name]; !reflect.DeepEqual(got, wanted) {
			t.Errorf("%s makes %s, want %s", name, asText(got), want)
		}
	}
}
