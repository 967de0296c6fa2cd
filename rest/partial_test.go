package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

type outcome struct {
	Status  int
	Record  object
	Problem struct {
		Status int
		Detail string
		Index  *int
		Errors map[string][]string
	}
}

// With partial=true each row of an array stands or falls by itself, and the answer says
// which; what may not be done at all is refused as a whole.
func TestRowsByThemselves(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	key := header("Idempotency-Key", "import of 2026-03-09, page 1")
	body := `[{"name":"Ann"},{"name":"Ben","email":"x"},{"name":"Cleo"},{"company":"Nameless"}]`
	var first, again []outcome
	p.do("POST", "/v1/object/contact?partial=true", body, key).is(http.StatusMultiStatus).into(&first)
	p.do("POST", "/v1/object/contact?partial=true", body, key).is(http.StatusMultiStatus).into(&again)
	if len(first) != 4 || first[0].Record["name"] != "Ann" || first[2].Status != 200 || first[1].Status != 422 || first[1].Problem.Errors["email"] == nil ||
		first[1].Problem.Index == nil || *first[1].Problem.Index != 1 || *first[3].Problem.Index != 3 {
		t.Fatalf("answered %+v", first)
	}
	if again[0].Record["id"] != first[0].Record["id"] || again[2].Record["id"] != first[2].Record["id"] {
		t.Errorf("the repeat made other records: %+v", again)
	}
	ann, cleo := first[0].Record["id"].(string), first[2].Record["id"].(string)
	var changed []outcome
	p.do("PATCH", "/v1/object/contact?partial=true", `[{"id":"`+ann+`","company":"Navy","version":9},{"id":"`+string(someID)+`","company":"Navy"},{"id":"`+cleo+`","company":"Navy"}]`).
		is(http.StatusMultiStatus).into(&changed)
	if changed[0].Status != 412 || changed[1].Status != 404 || changed[2].Status != 200 || changed[2].Record["company"] != "Navy" {
		t.Errorf("changed %+v", changed)
	}
	if rows := p.do("GET", "/v1/object/contact?order=name", "").rows(); len(rows) != 2 || rows[0]["company"] != nil || rows[1]["company"] != "Navy" {
		t.Errorf("stored %v", rows)
	}
	p.do("POST", "/v1/object/contact?partial=perhaps", body).problem(http.StatusUnprocessableEntity)
	p.do("POST", "/v1/object/contact?partially=true", body).problem(http.StatusUnprocessableEntity)
	p.do("POST", "/v1/object/contact?partial=true", `[]`).problem(http.StatusUnprocessableEntity)
	p.do("PATCH", "/v1/object/contact?partial=true", `[{"id":"`+ann+`"}]`, header("If-Match", `"1"`)).problem(http.StatusUnprocessableEntity)
	set := w.put("permission", agentSet)
	agent, plain := w.person("Agent", row.Fields{"permissions": []id.ID{set}}), w.person("Plain", nil)
	plain.do("POST", "/v1/object/contact?partial=true", body).problem(http.StatusForbidden)
	many := `[` + strings.TrimSuffix(strings.Repeat(`{"id":"`+ann+`","company":"x"},`, 51), ",") + `]`
	agent.do("PATCH", "/v1/object/contact?partial=true", many).problem(http.StatusForbidden) // as without partial
}
