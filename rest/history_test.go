package rest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// revision is one change in wire shape.
type revision struct {
	Version int64
	At      string
	Op      string
	By      map[string]json.RawMessage
	Cause   string
	Via     string
	Address string
	Request string `json:"request_id"`
	Changes map[string]struct{ Before, After json.RawMessage }
}

func (r revision) String() string {
	out := fmt.Sprint(r.Version, " ", r.Op)
	for _, name := range slices.Sorted(maps.Keys(r.Changes)) {
		out += fmt.Sprintf(" %s %s→%s", name, r.Changes[name].Before, r.Changes[name].After)
	}
	return out
}

// shown is a record as it is answered.
type shown map[string]json.RawMessage

func (s shown) text(name string) (out string) {
	_ = json.Unmarshal(s[name], &out) // what is no text is ""
	return out
}

// shown is the record of an answer of success.
func (a *answer) shown() (out shown) {
	a.t.Helper()
	a.is(http.StatusOK).into(&out)
	return out
}

// history reads all pages of a record's history.
func history(p *person, object string, record id.ID, limit int) (out []revision) {
	p.t.Helper()
	for before := ""; ; {
		var page []revision
		a := p.do("GET", fmt.Sprintf("/v1/object/%s/%s/history?limit=%d&before=%s", object, record, limit, before), "").is(http.StatusOK)
		a.into(&page)
		out = append(out, page...)
		before = a.header.Get("X-Next-Before")
		if more := a.header.Get("X-Has-Next") == "true"; more != (before != "") {
			p.t.Fatalf("X-Has-Next %t, X-Next-Before %q", more, before)
		}
		if before == "" {
			return out
		}
	}
}

func told(of []revision) (lines []string) {
	for _, r := range of {
		lines = append(lines, r.String())
	}
	return lines
}

func TestARecordsHistoryIsListedAndRestored(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	var made []shown
	boss.do("POST", "/v1/object/contact", `{"name":"Grace","company":"Navy"}`).is(http.StatusOK).into(&made)
	one := id.ID(made[0].text("id"))
	at := "/v1/object/contact/" + string(one)
	patch := func(fields string) {
		t.Helper()
		boss.do("PATCH", "/v1/object/contact", `{"id":"`+string(one)+`",`+fields+`}`).is(http.StatusOK)
	}
	patch(`"company":"Vassar","do_not_call":true`)
	patch(`"owner":null,"tags":["pioneer"]`)
	patch(`"company":"Vassar"`) // as it is
	ownerWas := `{"id":"` + string(boss.id) + `","name":"Boss"}`
	want := []string{
		`3 updated owner ` + ownerWas + `→null tags []→["pioneer"]`,
		`2 updated company "Navy"→"Vassar" do_not_call false→true`,
		`1 created`,
	}
	got := history(boss, "contact", one, 100)
	if !slices.Equal(told(got), want) {
		t.Fatalf("history\n%s\nwant\n%s", strings.Join(told(got), "\n"), strings.Join(want, "\n"))
	}
	for _, r := range got {
		if string(r.By["modified_by"]) != ownerWas || r.Via != "api" || r.Address == "" || r.Request == "" || !strings.HasSuffix(r.At, "Z") ||
			!strings.HasPrefix(r.Cause, "contact.") {
			t.Errorf("%+v", r)
		}
	}
	for _, limit := range []int{1, 2} {
		if pages := history(boss, "contact", one, limit); !slices.Equal(told(pages), want) {
			t.Errorf("by pages of %d: %v", limit, told(pages))
		}
	}

	// One field, then all of it.
	a := boss.do("POST", at+"/restore", `{"version":1,"fields":["company"]}`)
	now := a.shown()
	if now.text("company") != "Navy" || string(now["tags"]) != `["pioneer"]` || a.header.Get("ETag") != `"4"` {
		t.Errorf("one field: %s, ETag %s", now, a.header.Get("ETag"))
	}
	now = boss.do("POST", at+"/restore", `{"version":1}`).shown()
	if !strings.HasPrefix(string(now["owner"]), strings.TrimSuffix(ownerWas, "}")) || string(now["tags"]) != "[]" || string(now["do_not_call"]) != "false" || string(now["version"]) != "5" {
		t.Errorf("all of it: %s", now)
	}
	now = boss.do("POST", at+"/restore", `{"version":3}`).shown()
	if now.text("company") != "Vassar" || string(now["owner"]) != "null" || string(now["tags"]) != `["pioneer"]` || string(now["version"]) != "6" {
		t.Errorf("forward again: %s", now)
	}
	now = boss.do("POST", at+"/restore", `{"version":6}`).shown()
	if string(now["version"]) != "6" {
		t.Errorf("to what it is: %s", now)
	}
	for body, word := range map[string]string{
		`{}`: "Name the version", `{"version":7}`: "from 1 to 6", `{"version":-1}`: "from 1 to 6", `{"version":"1"}`: "version",
		`{"version":1,"fields":["nonsense"]}`: "Unknown or unreadable field", `{"version":1,"fields":["created_date"]}`: "has no history",
		`{"version":1,"colour":"red"}`: "colour",
	} {
		if p := boss.do("POST", at+"/restore", body).problem(http.StatusUnprocessableEntity); !strings.Contains(fmt.Sprint(p.Detail, p.Errors), word) {
			t.Errorf("%s: %s %v", body, p.Detail, p.Errors)
		}
	}
	boss.do("GET", at+"/history?before=x", "").problem(http.StatusUnprocessableEntity)
	boss.do("GET", at+"/history?since=1", "").problem(http.StatusUnprocessableEntity)
	boss.do("GET", "/v1/object/contact/"+string(id.New())+"/history", "").problem(http.StatusNotFound)
	boss.do("GET", "/v1/object/session/"+string(one)+"/history", "").problem(http.StatusNotFound)
}

func TestADeletedRecordComesBack(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	one := w.put("contact", row.Fields{"name": "Grace", "company": "Navy"})
	at := "/v1/object/contact/" + string(one)
	boss.do("DELETE", at, "").is(http.StatusNoContent)
	boss.do("GET", at, "").problem(http.StatusNotFound)
	boss.do("GET", at+"/history", "").problem(http.StatusNotFound)
	agent.do("POST", at+"/restore", "").problem(http.StatusNotFound) // deleting is not permitted
	boss.do("POST", at+"/restore", `{"version":1}`).problem(http.StatusUnprocessableEntity)
	back := boss.do("POST", at+"/restore", "", header("Idempotency-Key", "undo")).shown()
	if back.text("company") != "Navy" || string(back["version"]) != "3" {
		t.Errorf("back: %s", back)
	}
	back = boss.do("POST", at+"/restore", "", header("Idempotency-Key", "undo")).shown()
	if string(back["version"]) != "3" {
		t.Errorf("once more under its key: %s", back)
	}
	if got := told(history(boss, "contact", one, 9)); !slices.Equal(got, []string{"3 restored", "2 removed", "1 created"}) {
		t.Errorf("history %v", got)
	}
	// A user may delete, and therefore restore, their own note but not another user's.
	mine, theirs := w.put("note", row.Fields{"name": "Mine", "notes": "x", "owner": agent.id}), w.put("note", row.Fields{"name": "Theirs", "notes": "x", "owner": boss.id})
	for _, note := range []id.ID{mine, theirs} {
		boss.do("DELETE", "/v1/object/note/"+string(note), "").is(http.StatusNoContent)
	}
	agent.do("POST", "/v1/object/note/"+string(mine)+"/restore", "").is(http.StatusOK)
	agent.do("POST", "/v1/object/note/"+string(theirs)+"/restore", "").problem(http.StatusNotFound)
}

// Unreadable fields appear in no history, and only users who may change a record can restore it.
func TestAHistoryShowsWhatOneMayRead(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet) // reads name, company and phone, changes name and company
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	stranger := w.person("Stranger", nil)
	one := w.put("contact", row.Fields{"name": "Grace", "company": "Navy", "email": "secret@example.com"})
	change := func(set row.Fields) {
		t.Helper()
		if _, err := w.store.Commit(t.Context(), row.Change{Organization: w.org, Writes: []row.Write{{Object: "contact", ID: one, Op: entry.Updated, Set: set}}}); err != nil {
			t.Fatal(err)
		}
	}
	change(row.Fields{"email": "hidden@example.com"})
	change(row.Fields{"company": "Vassar", "email": nil})
	change(row.Fields{"phone": json.RawMessage(`{"phone_number":"+12065550100"}`)})
	for range 9 {
		change(row.Fields{"email": string(id.New()) + "@example.com"})
	}
	for _, limit := range []int{1, 2, 50} {
		got := history(agent, "contact", one, limit)
		want := []string{`4 updated phone null→{"phone_number":"+12065550100"}`, `3 updated company "Navy"→"Vassar"`, "1 created"}
		if !slices.Equal(told(got), want) {
			t.Errorf("by pages of %d: %v", limit, told(got))
		}
		for _, r := range got {
			if r.Address != "" || r.Request != "" || len(r.By) != 0 {
				t.Errorf("he is told %+v", r)
			}
		}
	}
	at := "/v1/object/contact/" + string(one)
	stranger.do("GET", at+"/history", "").problem(http.StatusForbidden)
	stranger.do("POST", at+"/restore", `{"version":1}`).problem(http.StatusForbidden)
	before := w.record("contact", one)
	agent.do("POST", at+"/restore", `{"version":1}`).is(http.StatusOK)
	after := w.record("contact", one)
	if after.Text("company") != "Navy" || after.Text("email") != before.Text("email") || string(after.Fields["phone"].(json.RawMessage)) != `{"phone_number":"+12065550100"}` {
		t.Errorf("brought back %v", after.Fields)
	}
	agent.do("POST", at+"/restore", `{"version":1,"fields":["phone"]}`).problem(http.StatusForbidden)
	agent.do("POST", at+"/restore", `{"version":1,"fields":["email"]}`).problem(http.StatusUnprocessableEntity)
}

// What was deleted is listed to those who may bring it back, the latest first.
func TestWhatWasDeletedIsListed(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet) // deletes their own notes, but no contacts
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	for _, name := range []string{"Ada", "Ben", "Cleo"} {
		one := w.put("contact", row.Fields{"name": name, "company": name + " Ltd"})
		if name != "Cleo" {
			boss.do("DELETE", "/v1/object/contact/"+string(one), "").is(http.StatusNoContent)
			ago() // so that the next is later
		}
	}
	for query, want := range map[string]string{
		"deleted=true": "Ben Ada", "deleted=true&order=name": "Ada Ben", "deleted=true&limit=1&offset=1": "Ada", "deleted=false": "Cleo", "": "Cleo",
		"deleted=true&search=ben": "Ben", "deleted=true&filter=" + url.QueryEscape(`[{"field":"company","operator":"=","value":"Ada Ltd"}]`): "Ada",
	} {
		a := boss.do("GET", "/v1/object/contact?"+query, "")
		if got := a.names(); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
		if strings.HasPrefix(query, "deleted=true&order") && a.header.Get("X-Total-Count") != "2" {
			t.Errorf("counted %s", a.header.Get("X-Total-Count"))
		}
	}
	agent.do("GET", "/v1/object/contact?deleted=true", "").problem(http.StatusForbidden)
	mine, theirs := w.put("note", row.Fields{"name": "Mine", "notes": "x", "owner": agent.id}), w.put("note", row.Fields{"name": "Theirs", "notes": "x", "owner": boss.id})
	for _, note := range []id.ID{mine, theirs} {
		boss.do("DELETE", "/v1/object/note/"+string(note), "").is(http.StatusNoContent)
	}
	if got := agent.do("GET", "/v1/object/note?deleted=true", "").names(); got != "Mine" {
		t.Errorf("his notes: %q", got)
	}
	boss.do("GET", "/v1/object/chat?deleted=true", "").problem(http.StatusForbidden)
	boss.do("GET", "/v1/object/call?deleted=true", "").problem(http.StatusForbidden)
	for _, query := range []string{"deleted=yes", "deleted=true&as_of=" + ago()} {
		boss.do("GET", "/v1/object/contact?"+query, "").problem(http.StatusUnprocessableEntity)
	}
}
