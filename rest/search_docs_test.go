package rest_test

import "testing"

func TestTheExamplesOfSearch(t *testing.T) {
	w := newWorld(t)
	w.page("search.md", map[string]*person{"": boss(w)}).examples()
}
