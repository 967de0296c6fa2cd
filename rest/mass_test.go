package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// changes starts a change of many contacts and waits for its job.
func (p *person) changesMany(body, status string) map[string]any {
	p.t.Helper()
	return p.becomes(p.started("/v1/mass/contact", body), status)
}

func (p *person) started(path, body string) id.ID {
	p.t.Helper()
	var job struct{ ID id.ID }
	p.do("POST", path, body).is(http.StatusAccepted).into(&job)
	return job.ID
}

func (p *person) counts(filter string) int {
	p.t.Helper()
	return len(p.do("GET", "/v1/object/contact?limit=1000&filter="+filter, "").is(http.StatusOK).rows())
}

// All records of a filter are changed in batches; the change is undone where nobody has changed
// the same fields since.
func TestAllRecordsOfAFilterAreChangedAndUndone(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	var ids []id.ID
	for i := range 123 {
		ids = append(ids, w.put("contact", row.Fields{"name": fmt.Sprint("Many ", i), "company": "Old & Co", "last_name": "Clerk"}))
	}
	w.put("contact", row.Fields{"name": "Other", "company": "Elsewhere"})
	const old, renamed = `[{"field":"company","operator":"=","value":"Old%20%26%20Co"}]`, `[{"field":"company","operator":"=","value":"New%20%26%20Co"}]`

	change := `{"filter":[{"field":"company","operator":"=","value":"Old & Co"}],"set":{"company":"New & Co","last_name":"Director"}}`
	done := p.changesMany(change, "done")
	if done["result"] != "Changed 123 contacts." || done["done"] != 123.0 || done["total"] != 123.0 {
		t.Errorf("the job says %v", done)
	}
	if all, left := p.counts(renamed), p.counts(old); all != 123 || left != 0 {
		t.Errorf("%d are renamed, %d are left", all, left)
	}

	// One is changed by someone since: undoing leaves that field.
	p.do("PATCH", "/v1/object/contact", fmt.Sprintf(`{"id":%q,"last_name":"Owner"}`, ids[7])).is(http.StatusOK)
	undone := p.becomes(p.started("/v1/job/"+fmt.Sprint(done["id"])+"/undo", ""), "done")
	if undone["result"] != "Restored 123 contacts." {
		t.Errorf("the undo says %v", undone)
	}
	if all, left := p.counts(old), p.counts(renamed); all != 123 || left != 0 {
		t.Errorf("%d are as before, %d are left", all, left)
	}
	var one object
	p.do("GET", "/v1/object/contact/"+ids[7].String(), "").is(http.StatusOK).into(&one)
	if one["last_name"] != "Owner" || one["company"] != "Old & Co" {
		t.Errorf("what someone changed since is %v", one)
	}
	p.do("POST", "/v1/job/"+fmt.Sprint(undone["id"])+"/undo", "").is(http.StatusConflict)
}

// Records that can't be changed do not stop the others; the job names them.
func TestRefusedRecordsAreNamed(t *testing.T) {
	w := newWorld(t)
	w.work(t)
	p := w.person("Agent", row.Fields{"permissions": []id.ID{
		w.set("Reader", `{"contact":{"read":true}}`, `{"contact":"all"}`),
		w.set("Owner", `{"contact":{"read":true,"update":true}}`, `{"contact":"own"}`),
	}})
	mine := w.put("contact", row.Fields{"name": "Mine", "owner": p.id})
	theirs := w.put("contact", row.Fields{"name": "Theirs"})
	p.do("POST", "/v1/mass/contact", fmt.Sprintf(`{"ids":[%q,%q],"set":{"company":"New"}}`, mine, id.New())).is(http.StatusNotFound)
	failed := p.changesMany(fmt.Sprintf(`{"ids":[%q,%q],"set":{"company":"New"}}`, mine, theirs), "failed")
	var problems struct {
		Object   string
		Count    int
		Problems []struct{ ID, Detail string }
	}
	if err := json.Unmarshal([]byte(asText(failed["problems"])), &problems); err != nil {
		t.Fatal(err)
	}
	if failed["error"] != "Changed 1 contact; 1 was refused." || problems.Count != 1 || problems.Object != "contact" ||
		problems.Problems[0].ID != theirs.String() || problems.Problems[0].Detail == "" {
		t.Errorf("the job says %v", failed)
	}
	if p.counts(`[{"field":"company","operator":"=","value":"New"}]`) != 1 {
		t.Error("the other one is not changed")
	}
}

func TestWhatCannotBeChangedInManyIsRefusedAtOnce(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	one := w.put("contact", row.Fields{"name": "One"})
	for body, want := range map[string]string{
		`{"set":{},"filter":[]}`:                                                                             "Set 1 to 20 fields",
		`{"filter":[],"set":{"nonsense":1}}`:                                                                 "Unknown or unreadable field",
		`{"filter":[],"set":{"created_date":"2026-01-01T00:00:00Z"}}`:                                        "Created Date can't be changed",
		`{"filter":[],"set":{"do_not_call":"maybe"}}`:                                                        "Do Not Call must be true or false",
		`{"set":{"name":"A"},"ids":[]}`:                                                                      "Name the records, or send a filter; [] means all",
		`{"set":{"name":"A"},"filter":[],"comparison":"XOR"}`:                                                "comparison must be AND or OR",
		`{"filter":[],"set":{"name":"A"},"object":"note"}`:                                                   "object is part of the path",
		`{"set":{"name":"A"},"filter":[{"field":"nonsense","operator":"=","value":1}]}`:                      "Unknown or unreadable field",
		fmt.Sprintf(`{"set":{"name":"A"},"ids":[%q],"filter":[{"field":"name","operator":"IS NULL"}]}`, one): "Send ids or a filter, not both",
	} {
		p.do("POST", "/v1/mass/contact", body).refusedAs(t, body, want)
	}
	// A job keeps what it was given as it is.
	p.do("POST", "/v1/mass/auth_credential", `{"filter":[],"set":{"api_key":"secret"}}`).refusedAs(t, "an encrypted field", "API Key is encrypted: change it record by record")
	p.do("POST", "/v1/mass/nonsense", `{"filter":[],"set":{"name":"A"}}`).is(http.StatusNotFound)

	agent := w.person("Agent", row.Fields{"permissions": []id.ID{w.set("Agent", `{"contact":{"read":true,"update":true}}`, `{}`)}})
	agent.do("POST", "/v1/mass/contact", `{"filter":[],"set":{"company":"A"}}`).is(http.StatusForbidden)
	agent.do("POST", "/v1/mass/contact", fmt.Sprintf(`{"set":{"company":"A"},"ids":[%q]}`, one)).is(http.StatusAccepted)
}

func (a *answer) refusedAs(t *testing.T, what, want string) {
	t.Helper()
	if a.status != http.StatusUnprocessableEntity && a.status != http.StatusBadRequest {
		t.Errorf("%s: %d %s", what, a.status, a.body)
		return
	}
	var shown struct {
		Detail string
		Errors map[string][]string
	}
	if err := json.Unmarshal(a.body, &shown); err != nil {
		t.Fatal(err)
	}
	for _, messages := range shown.Errors {
		if len(messages) > 0 && messages[0] == want {
			return
		}
	}
	if shown.Detail != want {
		t.Errorf("%s: %s", what, a.body)
	}
}
