package rest_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rid is what differs between two answers alike.
var rid = regexp.MustCompile(`"request_id":"[^"]*"`)

// A saved filter that names a retired field stays what it is. A list that it is asked of says
// which field is in its way, as for one that never was; the list itself, and other filters,
// work on, and with the field the filter does again.
func TestASavedFilterOfARetiredField(t *testing.T) {
	_, p := working(t)
	p.makes(`{"name":"One","stage":"won"}`)
	p.makes(`{"name":"Two","stage":"lost"}`)
	saved := p.do("POST", "/v1/object/list_filter", `[{"name":"Won","object":"deal","filters":[{"field":"stage","operator":"=","value":"won"}]}]`).is(http.StatusOK).rows()[0]
	filters := func() string {
		t.Helper()
		var stands struct{ Filters json.RawMessage }
		one, _ := saved["id"].(string)
		p.do("GET", "/v1/object/list_filter/"+one, "").is(http.StatusOK).into(&stands)
		return string(stands.Filters)
	}
	listed := func(query string) []string {
		t.Helper()
		return names(p.do("GET", "/v1/object/deal"+query, "").is(http.StatusOK).rows())
	}
	before := filters()
	if got := listed(filter(before)); !slices.Equal(got, []string{"One"}) {
		t.Fatalf("the filter finds %v", got)
	}

	p.change("deal", `{"properties":{"stage":null}}`, http.StatusOK)
	if after := filters(); after != before {
		t.Errorf("the filter became %s", after)
	}
	refused := string(p.do("GET", "/v1/object/deal"+filter(filters()), "").is(http.StatusUnprocessableEntity).body)
	never := string(p.do("GET", "/v1/object/deal"+filter(strings.ReplaceAll(before, "stage", "never")), "").is(http.StatusUnprocessableEntity).body)
	if !strings.Contains(refused, "stage") || strings.ReplaceAll(rid.ReplaceAllString(refused, ""), "stage", "never") != rid.ReplaceAllString(never, "") {
		t.Errorf("refused with %s\nand a field that never was with %s", refused, never)
	}
	p.do("GET", "/v1/object/deal?order=stage", "").problem(http.StatusUnprocessableEntity)
	if got := listed(""); len(got) != 2 {
		t.Errorf("the list itself has %v", got)
	}
	if got := listed(filter(`[{"field":"name","operator":"=","value":"Two"}]`)); !slices.Equal(got, []string{"Two"}) {
		t.Errorf("another filter finds %v", got)
	}
	one, _ := saved["id"].(string)
	p.do("PATCH", "/v1/object/list_filter", `[{"id":"`+one+`","name":"Won deals"}]`).is(http.StatusOK) // it can be renamed still

	p.do("POST", "/v1/schema/deal/restore", `{"field":"stage"}`).is(http.StatusOK)
	if got := listed(filter(filters())); !slices.Equal(got, []string{"One"}) {
		t.Errorf("with the field it finds %v", got)
	}
}
