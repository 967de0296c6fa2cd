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

// Searches do not match fields that the user may not read.
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
		"":                                      "Enter a name",
		"?q=%20":                                "Enter a name",
		"?q=a&find=b":                           "no parameter",
		"?q=a&q=b":                              "more than once",
		"?q=a&limit=0":                          "limit",
		"?q=" + strings.Repeat("a", 201):        "limited to 200 characters; this one has 201",
		"?q=" + strings.Repeat("a+", 9):         "limited to 8 words; this one has 9",
		"?q=" + url.QueryEscape("a\x00b c d e"): "invalid characters",
	} {
		if got := p.do("GET", "/v1/search"+query, "").problem(http.StatusUnprocessableEntity); !strings.Contains(fmt.Sprint(got.Detail, got.Errors), want) {
			t.Errorf("%s: %+v, want %s", query, got, want)
		}
	}
}

// The default order of a list can also be requested explicitly, and the schema names it with the
// sortable and searchable fields.
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

// lookups are what a search found of one object, with what is marked in brackets.
type lookup struct {
	Object  string
	Records []object
	Marked  []map[string][]struct {
		Text  string
		Found bool
	}
	Alike int
	More  bool
}

func (l *lookup) mark(i int, field string) string {
	out := ""
	for _, piece := range l.Marked[i][field] {
		if piece.Found {
			out += "[" + piece.Text + "]"
		} else {
			out += piece.Text
		}
	}
	return out
}

func lookedUp(a *answer) lookup {
	var answered struct{ Data []lookup }
	a.is(http.StatusOK).into(&answered)
	if len(answered.Data) != 1 {
		return lookup{}
	}
	return answered.Data[0]
}

func TestASearchMarksWhatItFound(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	w.put("contact", row.Fields{
		"name": "<b>Dana</b> Whitfield", "email": "dana@example.com", "company": "Danish Foods",
		"phone": row.JSONValue(schema.PhoneValue{CountryCode: "+1", PhoneNumber: "+12065550100", FriendlyNumber: "(206) 555-0100"}),
	})
	for typed, want := range map[string]map[string]string{
		"dan":            {"name": "<b>[Dan]a</b> Whitfield", "email": "[dan]a@example.com", "company": "[Dan]ish Foods"},
		"(206) 555-0100": {"phone": "([206) 555-0100]"},
		"206.555.0100":   {"phone": "([206) 555-0100]"},
		"+1206555":       {"phone": "([206) 555]-0100"},
		"example.com":    {"email": "dana@[example.com]"},
		"whitfeild":      {"name": "<b>Dana</b> [Whitfield]"},
	} {
		got := lookedUp(p.do("GET", search(typed)+"&objects=contact", ""))
		if len(got.Records) != 1 || len(got.Marked) != 1 || len(got.Marked[0]) != len(want) {
			t.Errorf("%q: %+v", typed, got)
			continue
		}
		for field, text := range want {
			if got.mark(0, field) != text {
				t.Errorf("%q marks %s in %s, want %s", typed, got.mark(0, field), field, text)
			}
		}
	}
}

// Names are found that were typed with a slip, behind those that were typed right.
func TestASearchForgivesASlip(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for _, name := range []string{"Jonathan Smith", "Jonatan Berg", "Catherine Moss", "José García", "Anne Lee", "Mark Lee"} {
		w.put("contact", row.Fields{"name": name, "company": "Lovelace"})
	}
	for typed, want := range map[string][]string{
		"jonatan":               {"Jonatan Berg", "Jonathan Smith"},
		"jontahan":              {"Jonathan Smith"},
		"smiht":                 {"Jonathan Smith"},
		"jonathan smitth":       {"Jonathan Smith"},
		"katherine":             {"Catherine Moss"},
		"jose":                  {"José García"},
		"garca jose":            {"José García"},
		"lovelace catherin mos": {"Catherine Moss"},
		"lovelaec":              nil, // of names alone
		"anna":                  {"Anne Lee"},
		"karl":                  nil,
		"le":                    {"Anne Lee", "Mark Lee"}, // short words are only found as they are
		"lees%":                 nil,
	} {
		got := lookedUp(p.do("GET", search(typed)+"&objects=contact", ""))
		if !slices.Equal(names(got.Records), want) || got.More {
			t.Errorf("%q finds %v, want %v", typed, names(got.Records), want)
		}
	}
	if got := lookedUp(p.do("GET", search("jonatan")+"&objects=contact", "")); got.Alike != 1 || got.mark(1, "name") != "[Jonathan] Smith" {
		t.Errorf("%+v", got)
	}
	if got := lookedUp(p.do("GET", search("jonatan")+"&objects=contact&limit=1", "")); !slices.Equal(names(got.Records), []string{"Jonatan Berg"}) {
		t.Errorf("of one: %+v", got)
	}
	// Enough that are typed right leave no doubt.
	for _, name := range []string{"Jonatan A", "Jonatan B"} {
		w.put("contact", row.Fields{"name": name})
	}
	if got := lookedUp(p.do("GET", search("jonatan")+"&objects=contact", "")); len(got.Records) != 3 || got.Alike != 0 {
		t.Errorf("among enough: %+v", got)
	}
}

// An object of an organization's own that says nothing of searches is searched by its
// name, with the same tolerance for spelling.
func TestASearchForgivesASlipWithoutSearchFields(t *testing.T) {
	p := boss(newWorld(t))
	p.do("POST", "/v1/schema", `{"api_name":"venue","title":"Venue","properties":{"town":{"title":"Town","format":"text"}}}`).is(http.StatusCreated)
	p.do("POST", "/v1/object/venue", `[{"name":"Jonathan Hall","town":"Whitfield"},{"name":"Garden"}]`).is(http.StatusOK)
	for typed, want := range map[string][]string{
		"jonathan":  {"Jonathan Hall"},
		"jontahan":  {"Jonathan Hall"},
		"gardem":    {"Garden"},
		"whitfeild": nil, // of names alone
	} {
		got := lookedUp(p.do("GET", search(typed)+"&objects=venue", ""))
		if !slices.Equal(names(got.Records), want) {
			t.Errorf("%q finds %v, want %v", typed, names(got.Records), want)
		}
	}
}

// A phone number is found however it was copied.
func TestASearchReadsPastedNumbers(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/object/contact", `[{"name":"Dana","phone":{"phone_number":"\u202a(206)\u00a0555\u20110100\u202c"}},
		{"name":"Ed","phone":{"phone_number":"011 44 20 7946 0000"}},{"name":"Luz","phone":{"country_code":"+52","phone_number":"+52 1 55 1234 5678"}},
		{"name":"Ana","phone":{"country_code":"+54","phone_number":"+54 11 2345-6789"}}]`).is(http.StatusOK)
	for typed, want := range map[string]string{
		"\u202a+1\u00a0206\u2011555\u20110100\u202c": "Dana", "\u0662\u0660\u0666 555 0100": "Dana", "206\u2013555": "Dana",
		"011 44 20 7946 0000": "Ed", "\ufeff+44 20 7946": "Ed",
		"+52 1 55 1234 5678": "Luz", "+52 55 1234 5678": "Luz", "+54 9 11 2345 6789": "Ana",
	} {
		if got := lookedUp(p.do("GET", search(typed)+"&objects=contact", "")); !slices.Equal(names(got.Records), []string{want}) {
			t.Errorf("a search for %+q finds %v, want %s", typed, names(got.Records), want)
		}
		if got := p.do("GET", "/v1/object/contact?search="+url.QueryEscape(typed), "").is(http.StatusOK).names(); got != want {
			t.Errorf("a list searched for %+q has %q, want %s", typed, got, want)
		}
	}
}

// A slip finds nothing that is not to be read, and what is found shows no more than is.
func TestASlipKeepsToRights(t *testing.T) {
	w := newWorld(t)
	read := object{"read": true}
	reader := func(name string, fields object, scope string) *person {
		set := row.Fields{"name": name, "object_permissions": row.JSONValue(object{"contact": read}), "scopes": row.JSONValue(object{"contact": scope})}
		if fields != nil {
			set["object_field_permissions"] = row.JSONValue(object{"contact": fields})
		}
		return w.person(name, row.Fields{"permissions": []id.ID{w.put("permission", set)}})
	}
	own := reader("Own", nil, "own")
	nameless := reader("Nameless", object{"company": read}, "all")
	brief := reader("Brief", object{"name": read}, "all")
	w.put("contact", row.Fields{"name": "Jonathan Smith", "company": "Smithers"})
	w.put("contact", row.Fields{"name": "Jonathan Mine", "owner": own.id})
	if got := lookedUp(own.do("GET", search("jonathna")+"&objects=contact", "")); !slices.Equal(names(got.Records), []string{"Jonathan Mine"}) {
		t.Errorf("who sees his own alone finds %+v", got)
	}
	if got := lookedUp(nameless.do("GET", search("jonathna")+"&objects=contact", "")); len(got.Records) != 0 {
		t.Errorf("by a name that he may not read: %+v", got)
	}
	got := lookedUp(nameless.do("GET", search("smith")+"&objects=contact", ""))
	if len(got.Records) != 1 || got.Records[0]["name"] != nil || len(got.Marked[0]) != 1 || got.mark(0, "company") != "[Smith]ers" {
		t.Errorf("without the name: %+v", got)
	}
	if got := lookedUp(brief.do("GET", search("smith")+"&objects=contact", "")); len(got.Records) != 1 || len(got.Marked[0]) != 1 || got.mark(0, "name") != "Jonathan [Smith]" {
		t.Errorf("with the name alone: %+v", got)
	}
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	if got := found(stranger.do("GET", search("jonathna"), "")); len(got) != 0 {
		t.Errorf("another organization found %v", got)
	}
}

// What decides which actions a result offers comes with it, to those who may read it.
func TestSearchSaysWhoIsNotToBeCalled(t *testing.T) {
	w := newWorld(t)
	w.put("contact", row.Fields{"name": "Barred Bea", "do_not_call": true})
	set := func(name string, fields object) *person {
		return w.person(name, row.Fields{"permissions": []id.ID{w.put("permission", row.Fields{
			"name": name, "object_permissions": row.JSONValue(object{"contact": object{"read": true}}),
			"object_field_permissions": row.JSONValue(object{"contact": fields}),
		})}})
	}
	read := object{"read": true}
	for who, want := range map[*person]any{
		set("Sees", object{"name": read, "do_not_call": read}): true,
		set("Blind", object{"name": read}):                     nil,
	} {
		got := lookedUp(who.do("GET", search("barred")+"&objects=contact", ""))
		if len(got.Records) != 1 || got.Records[0]["do_not_call"] != want {
			t.Errorf("%s finds %v, want do_not_call %v", who.id, got.Records, want)
		}
	}
}
