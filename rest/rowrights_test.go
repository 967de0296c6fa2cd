package rest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"switchboard/rest/wire"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// rowRights is what a record says of what may be done with it; nil if it says nothing.
func rowRights(t *testing.T, record object) *wire.RowRights {
	t.Helper()
	raw, err := json.Marshal(record["rights"])
	var out *wire.RowRights
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// One record, a list and the answer of a change say what may be done with each record, and
// the server does as it says.
func TestEachRecordSaysWhatMayBeDoneWithIt(t *testing.T) {
	w := newWorld(t)
	reading := w.put("permission", row.Fields{"name": "Reading", "object_permissions": json.RawMessage(`{"contact":{"read":true}}`)})
	own := w.put("permission", row.Fields{"name": "Own", "object_permissions": json.RawMessage(`{"contact":{"create":true,"read":true,"update":true,"delete":true}}`), "scopes": json.RawMessage(`{"contact":"own"}`)})
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{reading, own}})
	colleague := w.person("Colleague", row.Fields{"permissions": []id.ID{reading, own}})
	superuser := boss(w)
	mine := w.put("contact", row.Fields{"name": "Mine", "owner": agent.id})
	theirs := w.put("contact", row.Fields{"name": "Theirs", "owner": colleague.id})

	check := func(where string, p *person, record object) {
		t.Helper()
		target := "/v1/object/contact"
		says := rowRights(t, record)
		change, remove := says == nil || slices.Contains(says.Update, "company"), says == nil || says.Delete
		name, _ := record["id"].(string)
		for verb, allowed := range map[string]bool{"PATCH": change, "DELETE": remove} {
			path, body := target, `{"id":"`+name+`","company":"`+where+string(p.id)+`"}`
			if verb == "DELETE" {
				path, body = target+"/"+name, ""
			}
			got := p.do(verb, path, body).status
			if want := map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[allowed]; got != want && (got != http.StatusNoContent || !allowed) {
				t.Errorf("%s: %s of %v, which says %+v: %d", where, verb, record["name"], says, got)
			}
			if got == http.StatusNoContent {
				p.do("POST", target+"/"+name+"/restore", "").is(200)
			}
		}
	}
	var one object
	for _, p := range []*person{agent, colleague, superuser} {
		rows := p.do("GET", "/v1/object/contact", "").rows()
		if len(rows) != 2 {
			t.Fatalf("%d rows", len(rows))
		}
		for _, record := range rows {
			check("list", p, record)
		}
		for _, contact := range []id.ID{mine, theirs} {
			one = nil
			p.do("GET", "/v1/object/contact/"+string(contact), "").into(&one)
			check("one", p, one)
		}
	}
	if one["rights"] != nil {
		t.Errorf("a superuser's record has %v", one["rights"])
	}
	agent.do("GET", "/v1/object/contact/"+string(theirs), "").into(&one)
	if says := rowRights(t, one); says == nil || len(says.Update) > 0 || says.Delete {
		t.Errorf("a colleague's record says %+v", says)
	}

	// The response reflects a new owner, and sending back an unchanged record changes nothing.
	given := agent.do("PATCH", "/v1/object/contact", `{"id":"`+string(mine)+`","owner":"`+string(colleague.id)+`"}`).is(200).rows()[0]
	if says := rowRights(t, given); says == nil || says.Delete {
		t.Errorf("a record that was given away says %+v", says)
	}
	whole, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	agent.do("PATCH", "/v1/object/contact", string(whole)).is(200)
	superuser.do("POST", "/v1/schema", `{"api_name":"thing","title":"Thing","properties":{"rights":{"title":"Rights","format":"text"}}}`).problem(422)
}
