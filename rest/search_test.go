package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// found are the names that a search found, of one object after the other.
func found(a *answer) map[string][]string {
	var answered struct {
		Data []struct {
			Object  string
			Records []object
		}
	}
	a.is(http.StatusOK).into(&answered)
	out := map[string][]string{}
	for _, d := range answered.Data {
		out[d.Object] = names(d.Records)
	}
	return out
}

func search(text string) string { return "/v1/search?q=" + url.QueryEscape(text) }

// searchCases are shared with the browser (ui/src/lib/search.test.ts), which decides by
// itself whether a record that changed is found.
type searchCases struct {
	Records  []map[string]string
	Searches map[string][]string
}

func TestSearchesFindWhatPeopleKnow(t *testing.T) {
	raw, err := os.ReadFile("testdata/search.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases searchCases
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	p := boss(w)
	for _, r := range cases.Records {
		set := row.Fields{"name": r["name"]}
		for _, field := range []string{"company", "email"} {
			if r[field] != "" {
				set[field] = r[field]
			}
		}
		if r["phone"] != "" {
			set["phone"] = row.JSONValue(schema.PhoneValue{CountryCode: r["phone"][:2], PhoneNumber: r["phone"], FriendlyNumber: r["phone"]})
		}
		w.put("contact", set)
	}
	for text, want := range cases.Searches {
		got := found(p.do("GET", search(text)+"&objects=contact&limit=50", ""))["contact"]
		listed := names(p.do("GET", "/v1/object/contact?order=name&search="+url.QueryEscape(text), "").is(200).rows())
		slices.Sort(got)
		slices.Sort(listed)
		slices.Sort(want)
		if !slices.Equal(got, want) || !slices.Equal(listed, want) {
			t.Errorf("%q finds %v and lists %v, want %v", text, got, listed, want)
		}
	}
}

func TestASearchPutsTheBestFirst(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for _, name := range []string{"Joanna", "Mary Ann", "Annika", "Ann", "Hannah"} {
		w.put("contact", row.Fields{"name": name})
	}
	w.put("note", row.Fields{"name": "Ask Ann", "notes": "x"})
	w.put("contact", row.Fields{"name": "Company's", "company": "Ann Ltd"})
	got := found(p.do("GET", search("ann")+"&limit=4", ""))
	if !slices.Equal(got["contact"], []string{"Ann", "Annika", "Mary Ann", "Company's"}) || !slices.Equal(got["note"], []string{"Ask Ann"}) {
		t.Errorf("found %v", got)
	}
	if got := found(p.do("GET", search("boss"), "")); !slices.Equal(got["user"], []string{"Boss"}) {
		t.Errorf("found %v", got)
	}
	if got := found(p.do("GET", search("ann")+"&objects=note,Contact", "")); len(got) != 2 {
		t.Errorf("of two objects: %v", got)
	}
}

// What somebody may not read he doesn't find by, either.
func TestASearchKeepsToRights(t *testing.T) {
	w := newWorld(t)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{w.put("permission", agentSet)}})
	other := w.person("Other", row.Fields{"email": "secret@example.com"})
	w.put("contact", row.Fields{"name": "Carl", "company": "Acme", "email": "hidden@example.com"})
	w.put("note", row.Fields{"name": "Somebody's", "notes": "x", "owner": other.id})
	if got := found(agent.do("GET", search("acme"), "")); !slices.Equal(got["contact"], []string{"Carl"}) {
		t.Errorf("by a readable field: %v", got)
	}
	for _, text := range []string{"hidden", "secret", "Somebody"} {
		if got := found(agent.do("GET", search(text), "")); len(got) != 0 {
			t.Errorf("%q found %v", text, got)
		}
		if rows := agent.do("GET", "/v1/object/contact?search="+text, "").is(200).rows(); len(rows) != 0 {
			t.Errorf("%q lists %v", text, rows)
		}
	}
	if got := found(agent.do("GET", search("other"), "")); !slices.Equal(got["user"], []string{"Other"}) {
		t.Errorf("a colleague: %v", got)
	}
	agent.do("GET", search("x")+"&objects=session", "").problem(http.StatusNotFound)
	agent.do("GET", search("x")+"&objects=permission", "").problem(http.StatusForbidden)
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	if got := found(stranger.do("GET", search("Carl"), "")); len(got) != 0 {
		t.Errorf("another organization found %v", got)
	}
}

func TestBadSearches(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for query, want := range map[string]string{
		"":                                      "Say what to search for",
		"?q=%20":                                "Say what to search for",
		"?q=a&find=b":                           "no parameter",
		"?q=a&q=b":                              "more than once",
		"?q=a&limit=0":                          "limit",
		"?q=" + strings.Repeat("a", 201):        "200 characters, not 201",
		"?q=" + strings.Repeat("a+", 9):         "8 words, not 9",
		"?q=" + url.QueryEscape("a\x00b c d e"): "can't be stored",
	} {
		if got := p.do("GET", "/v1/search"+query, "").problem(http.StatusUnprocessableEntity); !strings.Contains(fmt.Sprint(got.Detail, got.Errors), want) {
			t.Errorf("%s: %+v, want %s", query, got, want)
		}
	}
}

// The order of a list that asks for none is one that its reader may ask for too, and the
// schema names it, with what he may sort and search by.
func TestSchemasSayHowListsMayBeAsked(t *testing.T) {
	w := newWorld(t)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{w.put("permission", agentSet)}})
	for _, p := range []*person{boss(w), agent} {
		var schemas []struct {
			APIName    string `json:"api_name"`
			Search     []string
			Order      string
			Properties map[string]struct{ Sort bool }
			Rights     struct{ Read bool }
		}
		p.do("GET", "/v1/schema", "").is(200).into(&schemas)
		for _, s := range schemas {
			if !s.Rights.Read {
				continue
			}
			list := "/v1/object/" + s.APIName
			if a := p.do("GET", list+"?order="+s.Order, ""); a.status != http.StatusOK {
				t.Errorf("%s can't be sorted by its order %s: %s", s.APIName, s.Order, a.body)
			}
			if a := p.do("GET", list+"?search=x", ""); (a.status == http.StatusOK) != (len(s.Search) > 0) {
				t.Errorf("%s searches by %v: %s", s.APIName, s.Search, a.body)
			}
			for name, f := range s.Properties {
				if a := p.do("GET", list+"?limit=1&order="+name, ""); (a.status == http.StatusOK) != f.Sort {
					t.Errorf("%s says %v of sorting by %s: %s", s.APIName, f.Sort, name, a.body)
				}
			}
			if s.APIName == "user" && p == agent && (s.Order != "name" || !slices.Equal(s.Search, []string{"name"})) {
				t.Errorf("an agent's users are in the order of %q, searched by %v", s.Order, s.Search)
			}
		}
	}
}
