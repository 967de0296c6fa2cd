package rest_test

import (
	"net/http"
	"os"
	"regexp"
	"testing"
)

// What docs/schemas.md shows can be done, in its order.
func TestWhatTheDocumentOfSchemasShows(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	text, err := os.ReadFile("../docs/schemas.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(text, -1)
	if len(examples) != 3 {
		t.Fatalf("%d examples, of which three are known", len(examples))
	}
	p.do("POST", "/v1/schema", string(examples[0][1])).is(http.StatusCreated)
	p.change("deal", string(examples[1][1]), http.StatusOK)
	// The third is of fields that are there.
	p.change("deal", `{"properties":{"amount":null}}`, http.StatusOK)
	p.change("deal", `{"properties":{"amount":{"title":"Amount","format":"text"},"code":{"title":"Code","format":"text"},"region":{"title":"Region","format":"text"}}}`, http.StatusOK)
	p.makes(`{"name":"One","amount":"1"}`)
	p.runJob("deal", string(examples[2][1]), "done")
	for _, path := range []string{"/v1/schema/deal", "/v1/schema/deal/definition", "/v1/schema/formats", "/v1/schema/retired"} {
		p.do("GET", path, "").is(http.StatusOK)
	}
}
