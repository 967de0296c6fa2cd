package rest_test

import "testing"

func TestTheExamplesOfSearch(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	d := w.page("search.md", map[string]*person{"": p})
	d.ids["0198c0de-0000-7000-8000-00000000b055"] = p.id.String()
	d.examples()
}
