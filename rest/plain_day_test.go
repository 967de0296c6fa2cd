package rest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"switchboard/storage/row"
)

// A plain day compared with a date and time is that whole day in the reader's time zone, for
// every operator, in filters, queries, groups and dynamic words alike.
func TestAPlainDayIsTheReadersWholeDay(t *testing.T) {
	w := newWorld(t)
	tokyo := w.person("Tokyo", row.Fields{"is_superuser": true, "time_zone": "Asia/Tokyo"})
	york := w.person("York", row.Fields{"is_superuser": true}) // the organization's zone, New York
	tokyo.do("POST", "/v1/schema", `{"api_name":"visit","title":"Visit","properties":{"at":{"title":"At","format":"date-time"},"day":{"title":"Day","format":"date"}}}`).is(http.StatusCreated)
	tokyo.do("POST", "/v1/object/visit", `[
		{"name":"A","at":"2026-03-08T14:59:59.999Z","day":"2026-03-08"},{"name":"B","at":"2026-03-08T15:00:00Z","day":"2026-03-09"},
		{"name":"C","at":"2026-03-09T14:59:59.999Z","day":"2026-03-09"},{"name":"D","at":"2026-03-09T15:00:00Z","day":"2026-03-10"},{"name":"E"}]`).is(http.StatusOK)
	for _, c := range []struct{ operator, value, tokyo, york string }{
		{"=", `"2026-03-09"`, "B C", "C D"}, // on March 8 the clocks of New York were put forward: the 9th begins at 04:00 UTC
		{"!=", `"2026-03-09"`, "A D E", "A B E"},
		{"<", `"2026-03-09"`, "A", "A B"},
		{"<=", `"2026-03-09"`, "A B C", "A B C D"},
		{">", `"2026-03-09"`, "D", ""},
		{">=", `"2026-03-09"`, "B C D", "C D"},
		{"IN", `["2026-03-09"]`, "B C", "C D"},
		{"IN", `["2026-03-08","2026-03-10"]`, "A D", "A B"},
		{"IN", `["2026-03-08","2026-03-09T15:00:00Z"]`, "A D", "A B D"},
		{"NOT IN", `["2026-03-09","2026-03-10"]`, "A E", "A B E"},
		{"=", `"2026-03-09T15:00:00Z"`, "D", "D"},
	} {
		for p, want := range map[*person]string{tokyo: c.tokyo, york: c.york} {
			rows := filter(fmt.Sprintf(`[{"field":"at","operator":%q,"value":%s}]`, c.operator, c.value))
			if got := valuesOf(p.do("GET", "/v1/object/visit"+rows+"&order=name", "").is(http.StatusOK).rows(), "name"); got != want {
				t.Errorf("for %s the filter %s %s finds %q, not %q", p.id, c.operator, c.value, got, want)
			}
			value := strings.NewReplacer(`"`, "'", "[", "(", "]", ")").Replace(c.value)
			if got := valuesOf(p.ask("SELECT name FROM visit WHERE at "+c.operator+" "+value+" ORDER BY name"), "name"); got != want {
				t.Errorf("for %s the query %s %s finds %q, not %q", p.id, c.operator, value, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"at BETWEEN '2026-03-08' AND '2026-03-09'":     "A B C",
		"at NOT BETWEEN '2026-03-08' AND '2026-03-09'": "D E",
		"'2026-03-09' >= at":                           "A B C",
		"DATE_TRUNC('day', at) = '2026-03-09'":         "B C",
		"DATE(at) = '2026-03-09'":                      "B C",
		"day = '2026-03-09'":                           "B C", // a day has no zone
		"day IN ('2026-03-09', '2026-03-10')":          "B C D",
		"CASE at WHEN '2026-03-09' THEN 1 ELSE 0 END = 1 AND COALESCE(at, '2026-03-09') = '2026-03-09'": "B C",
		"COALESCE(at, '2026-03-09') = '2026-03-09'":                                                     "B C E",
	} {
		if got := valuesOf(tokyo.ask("SELECT name FROM visit WHERE "+text+" ORDER BY name"), "name"); got != want {
			t.Errorf("%s finds %q, not %q", text, got, want)
		}
	}
	// One shape serves all days, and all readers.
	if got := valuesOf(tokyo.ask("SELECT name FROM visit WHERE at = '2026-03-10' ORDER BY name"), "name"); got != "D" {
		t.Errorf("another day finds %q", got)
	}
	for p, want := range map[*person]string{tokyo: "2026-03-08 2026-03-09 2026-03-10", york: "2026-03-08 2026-03-09"} {
		rows := p.ask("SELECT DATE(at) AS d, COUNT(*) AS n FROM visit WHERE at IS NOT NULL GROUP BY DATE(at) ORDER BY d")
		if got := valuesOf(rows, "d"); got != want {
			t.Errorf("the groups of %s are %q, not %q", p.id, got, want)
		}
	}
	for _, wrong := range []string{"2026-02-30", "0000-01-01"} {
		rows := "?filter=" + url.QueryEscape(`[{"field":"at","operator":"=","value":"`+wrong+`"}]`)
		tokyo.do("GET", "/v1/object/visit"+rows, "").problem(http.StatusUnprocessableEntity)
	}
}
