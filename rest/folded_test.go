package rest_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/row"
)

// LIKE of a query and of a filter finds texts whatever their case, their accents and the way in
// which their characters are composed; % alone is a wildcard.
func TestLikeFoldsTexts(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for _, name := range []string{"José", "Łódź", "王小明", "ﬁt １２", "İnci", "Straße", "Σίσυφος", "50％_x"} {
		w.put("contact", row.Fields{"name": name, "tags": []string{"Tag " + name}})
	}
	for pattern, want := range map[string]string{
		"Jose": "José", "JOSÉ": "José", "jose\u0301": "José", "j%E": "José", "j_se": "",
		"Lodz": "Łódź", "小明": "王小明", "%明": "王小明", "王%": "王小明", "王明": "", "FI": "ﬁt １２", "t 12": "ﬁt １２",
		"inci": "İnci", "İ%": "İnci", "STRASSE": "Straße", "%ß%": "Straße", "σισυφοσ": "Σίσυφος", "%ΦΟΣ": "Σίσυφος",
		"50%x": "50％_x", "50％": "50％_x", "％_": "50％_x", "5％": "", "\\": "", "\u0301%q": "",
	} {
		text := "SELECT name FROM contact WHERE name LIKE '" + pattern + "'"
		if got := valuesOf(p.query(text).is(http.StatusOK).rows(), "name"); got != want {
			t.Errorf("%s answers %q, not %q", text, got, want)
		}
		text = "SELECT name FROM contact WHERE tags LIKE '%tag " + strings.TrimPrefix(pattern, "%") + "%'"
		if got := valuesOf(p.query(text).is(http.StatusOK).rows(), "name"); want != "" && pattern == "Lodz" && got != want {
			t.Errorf("%s answers %q, not %q", text, got, want)
		}
		filter := `[{"field":"name","operator":"LIKE","value":` + asText(pattern) + `}]`
		if got := valuesOf(p.do("GET", "/v1/object/contact?filter="+url.QueryEscape(filter), "").is(http.StatusOK).rows(), "name"); got != want {
			t.Errorf("the filter LIKE %s lists %q, not %q", pattern, got, want)
		}
	}
}

// Duplicates are the same to people, however they were typed.
func TestDuplicatesAreFolded(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.change("contact", `{"duplicate_fields":["name"]}`, http.StatusOK)
	one := w.put("contact", row.Fields{"name": "José Łódź 王 %_"})
	for _, name := range []string{"JOSE LODZ 王 %_", " jose\u0301 łódź 王 ％＿ ", "Jose Lodz 王 xx", "José Łódź 小 %_"} {
		w.put("contact", row.Fields{"name": name})
	}
	if got := duplicates(p, one); !slices.Equal(got, []string{" jose\u0301 łódź 王 ％＿ ", "JOSE LODZ 王 %_"}) {
		t.Errorf("found %q", got)
	}
}

// A unique text is taken if another record has it with a different case, accents or composition.
// The error names one of several rows.
func TestUniqueTextsAreFolded(t *testing.T) {
	p := boss(newWorld(t))
	p.do("POST", "/v1/schema", `{"api_name":"venue","title":"Venue","properties":{"code":{"title":"Code","format":"text","unique":true}}}`).is(http.StatusCreated)
	p.do("POST", "/v1/object/venue", `[{"name":"A","code":"José"},{"name":"B","code":"Łódź"},{"name":"C","code":"王小明"},{"name":"D","code":"100%_"}]`).is(http.StatusOK)
	for _, taken := range []string{"José", "JOSE", "jose\u0301", "lodz", "王小明", "100％＿"} {
		said := p.do("POST", "/v1/object/venue", `[{"name":"X","code":"free"},{"name":"Y","code":`+asText(taken)+`}]`).problem(http.StatusConflict)
		if len(said.Errors["code"]) == 0 || said.Index == nil || *said.Index != 1 {
			t.Errorf("%s: %+v", taken, said)
		}
	}
	if said := p.do("POST", "/v1/object/venue", `[{"name":"X","code":"Free"},{"name":"Y","code":"FRÉE"}]`).problem(http.StatusConflict); said.Index == nil || *said.Index != 1 {
		t.Errorf("twice in one request: %+v", said)
	}
	p.do("POST", "/v1/object/venue", `[{"name":"E","code":"Josef"},{"name":"F","code":"小明"},{"name":"G","code":"100%a"},{"name":"H"},{"name":"I"}]`).is(http.StatusOK)
	// Equality is of the exact text.
	if got := valuesOf(p.query("SELECT name FROM venue WHERE code = 'José'").rows(), "name"); got != "A" {
		t.Error(got)
	}
	if got := valuesOf(p.query("SELECT name FROM venue WHERE code = 'Jose'").rows(), "name"); got != "" {
		t.Error(got)
	}
}
