package rest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"testing"

	"switchboard/storage/row"
)

// Lists, their pages, comparisons and queries agree on one order of texts. The browser sorts the
// same file (ui/src/lib/compare.test.ts).
func TestTextsHaveOneOrder(t *testing.T) {
	raw, err := os.ReadFile("testdata/order.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	p := boss(w)
	shuffled := slices.Clone(want)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, name := range shuffled {
		w.put("contact", row.Fields{"name": name, "company": "ordered"})
	}
	const list = `/v1/object/contact?filter=[{"field":"company","operator":"=","value":"ordered"}]&limit=`
	for order, want := range map[string][]string{"name": want, "-name": reversed(want)} {
		if got := names(p.do("GET", list+"100&order="+order, "").is(http.StatusOK).rows()); !slices.Equal(got, want) {
			t.Errorf("a list by %s is\n%q, not\n%q", order, got, want)
		}
		var paged []string
		for cursor := ""; len(paged) < len(want); {
			a := p.do("GET", list+"7&order="+order+"&cursor="+url.QueryEscape(cursor), "").is(http.StatusOK)
			paged = append(paged, names(a.rows())...)
			if cursor = a.header.Get("X-Next-Cursor"); cursor == "" {
				break
			}
		}
		if !slices.Equal(paged, want) {
			t.Errorf("the pages of a list by %s are\n%q, not\n%q", order, paged, want)
		}
	}
	for i, name := range want {
		filter := url.QueryEscape(fmt.Sprintf(`[{"field":"company","operator":"=","value":"ordered"},{"field":"name","operator":"<","value":%s}]`, asText(name)))
		if got := names(p.do("GET", "/v1/object/contact?order=name&limit=100&filter="+filter, "").is(http.StatusOK).rows()); !slices.Equal(got, want[:i]) {
			t.Errorf("names before %q are %q, not %q", name, got, want[:i])
		}
	}
	query := func(text string) []object {
		return p.do("POST", "/v1/query", asText(map[string]any{"query": text, "limit": 100})).is(http.StatusOK).rows()
	}
	if got := names(query("SELECT name FROM contact WHERE company = 'ordered' ORDER BY name")); !slices.Equal(got, want) {
		t.Errorf("a query by name gives\n%q, not\n%q", got, want)
	}
	if got := names(query("SELECT name FROM contact WHERE company = 'ordered' AND name >= 'émile' ORDER BY name")); !slices.Equal(got, want[slices.Index(want, "Émile"):]) {
		t.Errorf("names from émile on are %q", got)
	}
	ends := query("SELECT MIN(name) AS first, MAX(name) AS last FROM contact WHERE company = 'ordered'")
	if len(ends) != 1 || ends[0]["first"] != want[0] || ends[0]["last"] != want[len(want)-1] {
		t.Errorf("the first and the last name are %v", ends)
	}
}

func reversed(texts []string) []string {
	out := slices.Clone(texts)
	slices.Reverse(out)
	return out
}
