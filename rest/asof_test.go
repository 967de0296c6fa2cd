package rest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// ago waits until what was changed lies behind a moment, and what is changed next before it.
func ago() string {
	time.Sleep(2 * time.Millisecond)
	at := time.Now().UTC().Format(time.RFC3339Nano)
	time.Sleep(2 * time.Millisecond)
	return at
}

// names are those of a list's records, in its order.
func (a *answer) names() string {
	a.t.Helper()
	var list struct{ Data []shown }
	a.is(http.StatusOK).into(&list)
	var out []string
	for _, one := range list.Data {
		out = append(out, one.text("name"))
	}
	return strings.Join(out, " ")
}

func TestRecordsAreReturnedAsOfAVersion(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	before := ago()
	one, two := w.put("contact", row.Fields{"name": "Ada", "company": "Navy"}), w.put("contact", row.Fields{"name": "Ben"})
	first := ago()
	at := "/v1/object/contact/" + string(one)
	boss.do("PATCH", "/v1/object/contact", `{"id":"`+string(one)+`","name":"Grace","company":null}`).is(http.StatusOK)
	second := ago()
	boss.do("DELETE", "/v1/object/contact/"+string(two), "").is(http.StatusNoContent)

	a := boss.do("GET", at+"?as_of="+first, "")
	if then := a.shown(); then.text("name") != "Ada" || then.text("company") != "Navy" || string(then["version"]) != "1" || a.header.Get("ETag") != "" {
		t.Errorf("the record then: %s, ETag %q", then, a.header.Get("ETag"))
	}
	if then := boss.do("GET", at+"?as_of="+second, "").shown(); then.text("name") != "Grace" || !strings.Contains(string(then["modified_by"]), "Boss") {
		t.Errorf("the record now: %s", then)
	}
	boss.do("GET", at+"?as_of="+before, "").problem(http.StatusNotFound)
	if then := boss.do("GET", "/v1/object/contact/"+string(two)+"?as_of="+second, "").shown(); then.text("name") != "Ben" {
		t.Errorf("what was removed since: %s", then)
	}
	boss.do("GET", "/v1/object/contact/"+string(id.New())+"?as_of="+second, "").problem(http.StatusNotFound)

	list := func(query, at string) string {
		t.Helper()
		return boss.do("GET", "/v1/object/contact?"+query+"&as_of="+at, "").names()
	}
	filter := "filter=" + url.QueryEscape(`[{"field":"company","operator":"=","value":"Navy"}]`)
	for _, c := range []struct{ query, at, want string }{
		{"order=name", first, "Ada Ben"},
		{"order=-name", second, "Grace Ben"},
		{"", before, ""},
		{filter, first, "Ada"},
		{filter, second, ""},
		{"order=name&limit=1&offset=1", first, "Ben"},
		{"order=name", time.Now().UTC().Format("2006-01-02T15:04:05.000000 00:00"), "Grace"}, // a zone's sign that nobody escaped
	} {
		if got := list(c.query, strings.ReplaceAll(c.at, " ", "+")); got != c.want {
			t.Errorf("%s as of %s: %q, want %q", c.query, c.at, got, c.want)
		}
	}
	if a := boss.do("GET", "/v1/object/contact?as_of="+first, ""); a.header.Get("X-Total-Count") != "2" {
		t.Errorf("counted %s", a.header.Get("X-Total-Count"))
	}
	for query, word := range map[string]string{
		"as_of=yesterday": "must be a time such as", "as_of=2999-01-01T00:00:00Z": "a moment of the past", "search=Ada&as_of=" + first: "can't be searched",
		"order=modified_date&as_of=" + first: "has no history",
	} {
		if p := boss.do("GET", "/v1/object/contact?"+query, "").problem(http.StatusUnprocessableEntity); !strings.Contains(fmt.Sprint(p.Detail, p.Errors), word) {
			t.Errorf("%s: %s %v", query, p.Detail, p.Errors)
		}
	}
	boss.do("GET", at+"?asof="+first, "").problem(http.StatusUnprocessableEntity)
}

// Past states are limited by the reader's current rights: fields and records that are hidden now
// stay hidden, even if they were once visible.
func TestPastStatesFollowCurrentRights(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet) // reads name, company and phone of contacts, and their own notes
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	one := w.put("contact", row.Fields{"name": "Ada", "company": "Navy", "email": "secret@example.com"})
	mine := w.put("note", row.Fields{"name": "Was mine", "notes": "x", "owner": agent.id})
	yours := w.put("note", row.Fields{"name": "Was yours", "notes": "x", "owner": boss.id})
	at := ago()
	change := func(object string, one id.ID, set row.Fields) {
		t.Helper()
		if _, err := w.store.Commit(t.Context(), row.Change{Organization: w.org, Writes: []row.Write{{Object: object, ID: one, Op: entry.Updated, Set: set}}}); err != nil {
			t.Fatal(err)
		}
	}
	change("contact", one, row.Fields{"name": "Grace", "email": nil})
	change("note", mine, row.Fields{"owner": boss.id})
	change("note", yours, row.Fields{"owner": agent.id})
	path := "/v1/object/contact/" + string(one) + "?as_of=" + at
	if then := agent.do("GET", path, "").shown(); then.text("name") != "Ada" || then["email"] != nil {
		t.Errorf("he is told %s", then)
	}
	if then := boss.do("GET", path, "").shown(); then.text("email") != "secret@example.com" {
		t.Errorf("the superuser is told %s", then)
	}
	agent.do("GET", "/v1/object/note/"+string(mine)+"?as_of="+at, "").problem(http.StatusForbidden)
	if then := agent.do("GET", "/v1/object/note/"+string(yours)+"?as_of="+at, "").shown(); then.text("name") != "Was yours" || !strings.Contains(string(then["owner"]), string(boss.id)) {
		t.Errorf("what came to him since: %s", then)
	}
	if got := agent.do("GET", "/v1/object/note?as_of="+at, "").names(); got != "Was yours" {
		t.Errorf("his notes then: %q", got)
	}
	boss.do("DELETE", "/v1/object/contact/"+string(one), "").is(http.StatusNoContent)
	agent.do("GET", path, "").problem(http.StatusNotFound) // deleting is not permitted
	if got := agent.do("GET", "/v1/object/contact?order=name&as_of="+at, ""); got.names() != "" || got.header.Get("X-Total-Count") != "0" {
		t.Errorf("he is told of what was removed: %s", got.header)
	}
	filter := "filter=" + url.QueryEscape(`[{"field":"email","operator":"LIKE","value":"secret"}]`)
	agent.do("GET", "/v1/object/contact?as_of="+at+"&"+filter, "").problem(http.StatusUnprocessableEntity)
	stranger := w.person("Stranger", nil)
	stranger.do("GET", path, "").problem(http.StatusForbidden)
	stranger.do("GET", "/v1/object/contact?as_of="+at, "").problem(http.StatusForbidden)
}
