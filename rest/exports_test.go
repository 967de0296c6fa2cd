package rest_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchboard/actors/exports"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/tabular"
)

// exports asks for an export, waits for it and reads its file.
func (p *person) exports(object, body string) (exports.Shown, *answer) {
	p.t.Helper()
	export := p.started("/v1/export/"+object, body)
	p.becomes(export, "done")
	var shown exports.Shown
	p.do("GET", "/v1/export/"+export.String(), "").is(http.StatusOK).into(&shown)
	if shown.File == nil {
		p.t.Fatalf("no file: %+v", shown)
	}
	return shown, p.do("GET", *shown.File, "").is(http.StatusOK)
}

func TestAListIsExported(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	for i := range 2_345 {
		w.put("contact", row.Fields{"name": fmt.Sprintf("Contact %04d", i), "company": map[bool]string{true: "=HYPERLINK(1)", false: "Other"}[i%1000 == 0]})
	}
	shown, file := p.exports("contact", `{"fields":["name","company","owner"],"order":"name"}`)
	lines := strings.Split(string(file.body), "\r\n")
	if len(lines) != 2_347 || lines[0] != "\ufeffName,Company,Owner" || lines[1] != "Contact 0000,'=HYPERLINK(1)," || lines[2345] != "Contact 2344,Other," {
		t.Errorf("%d lines: %q … %q", len(lines), lines[:2], lines[len(lines)-2:])
	}
	if shown.Size != int64(len(file.body)) || !strings.HasPrefix(shown.Name, "Contacts 20") || shown.Expires == nil || shown.Done != 2_345 ||
		file.header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("shown: %+v; %v", shown, file.header)
	}

	filter := `"filter":[{"field":"company","operator":"=","value":"=HYPERLINK(1)"}]`
	_, file = p.exports("contact", `{"format":"jsonl","fields":["name","company"],`+filter+`}`)
	if got := strings.Split(strings.TrimSpace(string(file.body)), "\n"); len(got) != 3 || !strings.Contains(string(file.body), `{"name":"Contact 0000","company":"=HYPERLINK(1)"}`) {
		t.Errorf("JSON Lines: %s", file.body)
	}

	_, file = p.exports("contact", `{"format":"xlsx","fields":["name","company"],"search":"Contact 20"}`)
	path := filepath.Join(t.TempDir(), "book.xlsx")
	if err := os.WriteFile(path, file.body, 0o600); err != nil {
		t.Fatal(err)
	}
	book, err := tabular.ReadXLSX(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for {
		_, cells, err := book.Next()
		if err != nil {
			break
		}
		if rows++; !strings.HasPrefix(cells[0], "Contact 20") {
			t.Fatalf("found %q", cells)
		}
	}
	if rows != 100 {
		t.Errorf("the workbook has %d rows", rows)
	}

	_, file = p.exports("contact", `{"query":"SELECT company, COUNT(id) AS n FROM contact GROUP BY company ORDER BY company"}`)
	if !strings.Contains(string(file.body), "Other,2342") {
		t.Errorf("the query gives %q", file.body)
	}
}

// What was exported is imported as it was.
func TestAnExportIsImportedAgain(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	p.do("POST", "/v1/object/contact", `[{"name":"=Ann","email":"ann@example.com","phone":{"phone_number":"+12065550101","extension":"7"},"tags":["red","green"],"do_not_call":true,"address":{"city":"Seattle","line1":"A, B"}}]`).is(http.StatusOK)
	_, file := p.exports("contact", `{"fields":["name","email","phone","tags","do_not_call","address","owner"]}`)
	p.do("DELETE", "/v1/object/contact/"+fmt.Sprint(p.do("GET", "/v1/object/contact", "").rows()[0]["id"]), "").is(http.StatusNoContent)
	if _, done := p.imports("contact", string(file.body)); done["result"] != "Created 1 contact." {
		t.Fatalf("%v from %q", done["result"], file.body)
	}
	one := p.do("GET", "/v1/object/contact", "").rows()[0]
	for field, want := range map[string]string{
		"name": `=Ann`, "email": "ann@example.com", "phone": `"extension":"7"`, "tags": `["red","green"]`, "do_not_call": "true", "address": `"line1":"A, B"`, "owner": `"Boss"`,
	} {
		if got := asText(one[field]); !strings.Contains(got, want) {
			t.Errorf("%s is %s, want %s", field, got, want)
		}
	}
}

func TestWhatCannotBeExportedIsRefused(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	for body, want := range map[string]string{
		`{"format":"pdf"}`:                  "format must be csv, xlsx or jsonl",
		`{"fields":["nonsense"]}`:           "Unknown or unreadable field",
		`{"filter":{}}`:                     "The filter must be a JSON array of {field, operator, value}.",
		`{"comparison":"XOR"}`:              "comparison must be AND or OR",
		`{"order":"nonsense"}`:              "Unknown or unreadable field",
		`{"query":"SELECT 1","search":"x"}`: "Send a query or a filter, not both",
		`{"filter":[{"field":"nonsense","operator":"=","value":1}]}`: "Unknown or unreadable field",
	} {
		p.do("POST", "/v1/export/contact", body).refusedAs(t, body, want)
	}
	p.do("POST", "/v1/export/auth_credential", `{"fields":["api_key"]}`).refusedAs(t, "an encrypted field", "API Key is encrypted and is never exported")
	p.do("POST", "/v1/export/nonsense", `{}`).is(http.StatusNotFound)
	p.do("GET", "/v1/export/"+id.New().String(), "").is(http.StatusNotFound)

	// An export is its owner's alone, and takes its right.
	shown, _ := p.exports("contact", `{}`)
	other := w.person("Other", row.Fields{"is_superuser": true})
	other.do("GET", "/v1/export/"+shown.ID.String(), "").is(http.StatusNotFound)
	other.do("GET", *shown.File, "").is(http.StatusNotFound)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{w.set("Agent", `{"contact":{"read":true}}`, `{}`)}})
	agent.do("POST", "/v1/export/contact", `{}`).is(http.StatusForbidden)
}
