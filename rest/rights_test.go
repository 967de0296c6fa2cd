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

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// agentSet is the permission set of the agent who walks through everything.
var agentSet = row.Fields{
	"name": "Agents",
	"object_permissions": json.RawMessage(`{"contact":{"create":true,"read":true,"update":true},
		"note":{"read":true,"create":true,"update":true,"delete":true},"session":{"read":true,"create":true,"update":true,"delete":true}}`),
	"object_field_permissions": json.RawMessage(`{"contact":{"name":{"read":true,"update":true},
		"company":{"read":true,"update":true},"phone":{"read":true}}}`),
	"scopes": json.RawMessage(`{"note":"own"}`),
}

// sightOf says for every object what the agent sees of a record of somebody else.
var sightOf = map[string][]string{
	"contact": {"id", "version", "name", "company", "phone"},
	"user":    {"id", "version", "name", "is_active", "is_program", "rights"}, // of oneself more may be changed, and so a colleague says so
	// Its public fields are everybody's.
	"organization": {"id", "version", "name", "time_zone", "record_buttons", "enter_key"},
	// Closed, or open for one's own rows only: of somebody else's nothing.
	"note": nil, "call": nil, "conference": nil, "call_participant": nil, "twilio_recording": nil, "chat": nil, "chat_message": nil, "job": nil,
	"team": nil, "permission": nil, "twilio_phone": nil, "consent_event": nil,
	"twilio_conversation": nil, "twilio_participant": nil, "twilio_message": nil, "scheduled_text": nil,
	"session": nil, "call_event": nil, "invitation": nil, "api_key": nil, "schema": nil, "auth_request": nil,
	"integrated_app": nil, "onboarding": nil, "twilio_service": nil, "twilio_application": nil, "twilio_key": nil, "auth_credential": nil,
	"app": nil, "app_page": nil, "tag": nil, "picklist_label": nil, "event": nil, "email": nil, "template": nil, "list_filter": nil, "notification_subscriber": nil, "notification": nil,
	"file": nil, "related_file": nil, "report": nil, "dashboard": nil, "report_sql": nil, "campaign": nil, "campaign_member": nil,
	"product": nil, "purchase": nil, "sale": nil,
	"ai_output": nil, "function": nil, "record_trigger": nil, "schedule_trigger": nil, "api_trigger": nil,
}

// usable are objects that the agent may list without seeing other users' rows.
var usable = []string{"organization", "contact", "user", "note", "call", "conference", "call_participant", "twilio_recording", "chat", "chat_message", "job", "app", "auth_credential", "notification_subscriber", "notification"}

const marker = "zqleak"

// marked makes a record of somebody else with a telling value in every field.
func (w *world) marked(o *schema.Object, owner id.ID, n int) id.ID {
	set := row.Fields{}
	for _, f := range o.Fields {
		if f.System || !f.Stored() || f.Name == "account" {
			continue
		}
		text := fmt.Sprintf("%s %s %d", marker, f.Name, n)
		switch f.Type {
		case schema.Text, schema.TextArea, schema.RichText, schema.Picklist:
			set[f.Name] = text
		case schema.Email:
			set[f.Name] = fmt.Sprintf("%s%d@example.com", marker, n)
		case schema.JSON:
			set[f.Name] = row.JSONValue(map[string]string{"secret": text})
		case schema.Phone:
			set[f.Name] = row.JSONValue(schema.PhoneValue{CountryCode: "+1", PhoneNumber: fmt.Sprintf("+1555123%04d", n), FriendlyNumber: text})
		case schema.MultiList:
			set[f.Name] = []string{text}
		default: // holds no text that could tell
		}
	}
	if rule := o.Route.Owner; rule != "id" {
		set[rule] = owner
	}
	return w.put(o.APIName, set)
}

// The agent walks every object and every field by every way that leads to a
// value: read, list, filter, order, create and patch.
func TestAgentWalksEverything(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	other := w.person("Other", nil)
	for n, o := range features.Registry().Objects() {
		visible, decided := sightOf[o.APIName]
		if !decided {
			t.Errorf("nobody decided what the agent sees of %s", o.APIName)
			continue
		}
		record := w.marked(o, other.id, n)
		base := "/v1/object/" + o.APIName
		if o.Internal {
			for _, a := range []*answer{
				agent.do("GET", base, ""), agent.do("GET", base+"/"+string(record), ""), agent.do("DELETE", base+"/"+string(record), ""),
				agent.do("POST", base, `[{"name":"x"}]`), agent.do("PATCH", base, `[{"id":"`+string(record)+`"}]`), agent.do("GET", "/v1/schema/"+o.APIName, ""),
			} {
				a.problem(http.StatusNotFound)
			}
			continue
		}
		one := agent.do("GET", base+"/"+string(record), "")
		list := agent.do("GET", base, "")
		switch {
		case visible != nil:
			var fields object
			one.into(&fields)
			sees(t, o.APIName, fields, visible)
			for _, fields := range list.rows() {
				if fields["id"] == string(record) {
					sees(t, o.APIName, fields, visible)
				}
			}
		case slices.Contains(usable, o.APIName):
			one.problem(http.StatusForbidden)
			if rows := list.is(http.StatusOK).rows(); len(rows) != 0 || list.header.Get("X-Total-Count") != "0" {
				t.Errorf("%s: %d rows, total %s", o.APIName, len(rows), list.header.Get("X-Total-Count"))
			}
		default:
			one.problem(http.StatusForbidden)
			list.problem(http.StatusForbidden)
		}
		for _, f := range o.Fields {
			w.walkField(agent, o, f, record, slices.Contains(visible, f.Name))
		}
		after := w.record(o.APIName, record)
		if after.Version != 1 {
			t.Errorf("%s: a refusal wrote: version %d", o.APIName, after.Version)
		}
	}
}

func sees(t *testing.T, name string, fields object, visible []string) {
	t.Helper()
	got := slices.Sorted(maps.Keys(fields))
	want := slices.Sorted(slices.Values(visible))
	if !slices.Equal(got, want) {
		t.Errorf("of a %s the agent sees %v, want %v", name, got, want)
	}
}

func (w *world) walkField(agent *person, o *schema.Object, f *schema.Field, record id.ID, visible bool) {
	base := "/v1/object/" + o.APIName
	open := slices.Contains(usable, o.APIName)
	// A value that would match, so that a leak would show by the row's presence.
	filter := func(field string) *answer {
		return agent.do("GET", base+"?filter="+url.QueryEscape(`[{"field":"`+field+`","operator":"LIKE","value":"`+marker+`"}]`), "")
	}
	order := func(field string) *answer { return agent.do("GET", base+"?order=-"+field, "") }
	patch := func(field string) *answer {
		return agent.do("PATCH", base, string(row.JSONValue([]object{{field: marker, "id": record}})))
	}
	create := func(field string) *answer {
		return agent.do("POST", base, string(row.JSONValue([]object{{field: marker, "name": "New"}})))
	}
	for way, ask := range map[string]func(string) *answer{"filter": filter, "order": order, "patch": patch, "create": create} {
		if visible && way == "patch" {
			continue // TestWhatTheAgentMayDo
		}
		a := ask(f.Name)
		for _, hidden := range o.Fields {
			if !slices.Contains(sightOf[o.APIName], hidden.Name) && strings.Contains(string(a.body), marker+" "+hidden.Name+" ") {
				w.t.Errorf("%s by %s.%s shows %s: %s", way, o.APIName, f.Name, hidden.Name, a.body)
			}
		}
		if strings.Contains(string(a.body), marker+"0@") || strings.Contains(string(a.body), marker+"4@") {
			w.t.Errorf("%s by %s.%s shows an address: %s", way, o.APIName, f.Name, a.body)
		}
		if f.Name == "id" && (way == "patch" || way == "create") {
			continue // names the record, and is no field there
		}
		switch {
		case o.APIName == "contact" && !visible, o.APIName == "user" && !visible && (way == "filter" || way == "order"):
			// Hidden and absent fields get the same error.
			p, absent := a.problem(http.StatusUnprocessableEntity), ask("nonsense").problem(http.StatusUnprocessableEntity)
			if p.Detail != absent.Detail || !strings.HasPrefix(p.Detail, "Unknown or unreadable field") {
				w.t.Errorf("%s by %s.%s: %q, absent %q", way, o.APIName, f.Name, p.Detail, absent.Detail)
			}
		case !open:
			a.problem(http.StatusForbidden)
		case way == "patch" && !visible:
			if a.status == http.StatusOK {
				w.t.Errorf("%s.%s of somebody else was patched", o.APIName, f.Name)
			}
		}
	}
}

func TestWhatTheAgentMayDo(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	contact := w.put("contact", row.Fields{"name": "Carl", "company": "Acme", "email": "carl@example.com",
		"phone": row.JSONValue(schema.PhoneValue{CountryCode: "+1", PhoneNumber: "+15551234567", FriendlyNumber: "(555) 123-4567"})})
	target := "/v1/object/contact"
	id := string(contact)

	rows := agent.do("PATCH", target, `[{"id":"`+id+`","company":"Bolt"}]`).is(200).rows()
	if rows[0]["company"] != "Bolt" || rows[0]["version"] != 2.0 || rows[0]["email"] != nil {
		t.Errorf("answered %v", rows)
	}
	// Readable but not writable fields: refused if different, ignored if unchanged.
	agent.do("PATCH", target, `[{"id":"`+id+`","company":"Core","phone":{"phone_number":"5550000000"}}]`).problem(http.StatusForbidden)
	var read object
	agent.do("GET", target+"/"+id, "").into(&read)
	read["company"] = "Core"
	whole, err := json.Marshal(read)
	if err != nil {
		t.Fatal(err)
	}
	if rows := agent.do("PATCH", target, string(whole)).is(200).rows(); rows[0]["company"] != "Core" {
		t.Errorf("a record that was read and sent back: %v", rows)
	}
	agent.do("DELETE", target+"/"+id, "").problem(http.StatusForbidden)
	made := agent.do("POST", target, `[{"name":"New","company":"Bolt"}]`).is(200).rows()
	if made[0]["name"] != "New" {
		t.Errorf("made %v", made)
	}
	agent.do("POST", target, `[{"name":"New","phone":{"phone_number":"5550000000"}}]`).problem(http.StatusForbidden)
	if w.record("contact", contact).Text("company") != "Core" {
		t.Error("the record is not as it was last written")
	}
	agent.do("GET", target+"/"+string(someID), "").problem(http.StatusNotFound)
	agent.do("GET", target+"/nonsense", "").problem(http.StatusNotFound)
}

// What a body may not smuggle in (budibase GHSA-6xp4-cf37-ppjh).
func TestMassAssignment(t *testing.T) {
	w := newWorld(t)
	agent := w.person("Agent", nil)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	me := string(agent.id)
	set := w.put("permission", agentSet)
	for _, field := range []string{
		`"is_superuser":true`, `"is_active":false`, `"permissions":["` + string(set) + `"]`, `"organization_id":"` + string(someID) + `"`,
		`"organication_id":"` + string(someID) + `"`, `"teams":["` + string(someID) + `"]`,
	} {
		agent.do("PATCH", "/v1/object/user", `[{"id":"`+me+`",`+field+`}]`).problem(http.StatusForbidden)
		agent.do("PATCH", "/v1/object/user", `[{"id":"`+string(boss.id)+`",`+field+`}]`)
	}
	for _, field := range []string{`"account":"x"`, `"deleted_date":null`, `"Settings":{}`, `"__proto__":{}`} {
		agent.do("PATCH", "/v1/object/user", `[{"id":"`+me+`",`+field+`}]`).problem(http.StatusUnprocessableEntity)
	}
	if len(w.desk.sets) != 0 {
		t.Errorf("the owner was told %v", w.desk.sets)
	}
	// A whole user that was read a minute ago goes back; what is the server's is
	// passed over, with a warning where it differs.
	var read object
	agent.do("GET", "/v1/object/user/"+me, "").into(&read)
	read["settings"] = object{"theme": "dark"}
	read["modified_date"] = "2001-01-01T00:00:00Z"
	read["version"] = 99
	read["email"] = "other@example.com"
	whole, err := json.Marshal([]object{read})
	if err != nil {
		t.Fatal(err)
	}
	a := agent.do("PATCH", "/v1/object/user", string(whole)).is(200)
	if got := a.header.Get("X-Ignored-Fields"); got != "email,modified_date" {
		t.Errorf("ignored %q", got)
	}
	if len(w.desk.sets) != 1 || len(w.desk.sets[0]) != 1 || w.desk.sets[0]["settings"] == nil {
		t.Errorf("the owner was told %v", w.desk.sets)
	}
	agent.do("PATCH", "/v1/object/user", `{"id":"`+me+`","do_not_disturb":true}`).is(200)
	if w.desk.sets[1]["do_not_disturb"] != true {
		t.Errorf("the command did not arrive: %v", w.desk.sets[1])
	}
	if user := w.record("user", agent.id); user.Text("email") != "agent@example.com" {
		t.Error("the address changed")
	}
	// Superusers may; only they can write permission sets.
	boss.do("PATCH", "/v1/object/user", `{"id":"`+me+`","is_superuser":true}`).is(200)
	boss.do("POST", "/v1/object/permission", `{"name":"Mine","object_permissions":{"contact":{"read":true}}}`).is(200)
}

// An administrator of users who is no superuser can't widen rights.
func TestRightsAreNotGrantedByThoseWhoLackThem(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", row.Fields{"name": "Admins", "system": []string{"administer_users"},
		"object_permissions": json.RawMessage(`{"permission":{"create":true,"read":true,"update":true,"delete":true},"team":{"create":true,"read":true,"update":true,"delete":true}}`)})
	plain := w.put("permission", row.Fields{"name": "Plain",
		"object_permissions": json.RawMessage(`{"team":{"create":true,"read":true,"update":true,"delete":true}}`)})
	admin := w.person("Admin", row.Fields{"permissions": []id.ID{set}})
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{plain}})
	all := `"object_permissions":{"contact":{"read":true}}`
	admin.do("POST", "/v1/object/permission", `{"name":"X",`+all+`}`).problem(403)
	admin.do("PATCH", "/v1/object/permission", `{"id":"`+string(set)+`",`+all+`}`).problem(403)
	admin.do("DELETE", "/v1/object/permission/"+string(plain), "").problem(403)
	admin.do("POST", "/v1/object/team", `{"name":"X"}`).is(200)
	agent.do("POST", "/v1/object/team", `{"name":"Y","members":["`+string(agent.id)+`"]}`).problem(403)
	// What would be refused is not offered.
	for who, want := range map[*person]string{admin: "create,delete,read,update", agent: "read"} {
		if has := who.do("GET", "/v1/object/team", "").header.Get("X-Rights"); has != want {
			t.Errorf("%s has %q to teams, want %q", who.id, has, want)
		}
	}
}

// A second record inside a body is authorised like the first (zammad CVE-2026-34722).
func TestReferencesAreAuthorised(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet)
	agent, other := w.person("Agent", row.Fields{"permissions": []id.ID{set}}), w.person("Other", nil)
	foreign := w.put("note", row.Fields{"name": "N", "notes": "secret", "owner": other.id})
	for _, related := range []string{
		`{"schema":"note","id":"` + string(foreign) + `"}`, `{"schema":"note","id":"` + string(someID) + `"}`,
		`{"schema":"session","id":"` + string(someID) + `"}`, `{"schema":"nonsense","id":"` + string(someID) + `"}`,
	} {
		p := agent.do("POST", "/v1/object/note", `{"name":"A","notes":"B","related_to":`+related+`}`).problem(422)
		if p.Errors["related_to"] == nil {
			t.Errorf("%s: %+v", related, p)
		}
	}
	agent.do("POST", "/v1/object/note", `{"name":"A","notes":"B","owner":"`+string(other.id)+`"}`).is(200)
	agent.do("POST", "/v1/object/note", `{"name":"A","notes":"B","owner":"`+string(someID)+`"}`).problem(422)
}

// Each record of another organization does not exist.
func TestOrganizationsAreApart(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	contact := w.put("contact", row.Fields{"name": "Carl"})
	foreign := newOrganization(w)
	theirs := foreign.person("Stranger", row.Fields{"is_superuser": true})
	for _, method := range []string{"GET", "DELETE"} {
		theirs.do(method, "/v1/object/contact/"+string(contact), "").problem(404)
	}
	theirs.do("PATCH", "/v1/object/contact", `{"id":"`+string(contact)+`","name":"X"}`).problem(404)
	if rows := theirs.do("GET", "/v1/object/contact", "").rows(); len(rows) != 0 {
		t.Errorf("%d contacts of another organization", len(rows))
	}
	if rows := boss.do("GET", "/v1/object/contact", "").rows(); len(rows) != 1 {
		t.Errorf("%d contacts of one's own", len(rows))
	}
}

// A permission set that says something unknown would grant, or keep back, what
// nobody meant.
func TestPermissionSetsAreChecked(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for field, body := range map[string]string{
		"scopes": `"scopes":{"contact":"Own"}`, "object_permissions": `"object_permissions":[1]`,
		"object_field_permissions": `"object_field_permissions":{"contact":{"nothing":true}}`, "system": `"system":["root"]`,
	} {
		if got := p.do("POST", "/v1/object/permission", `{"name":"X",`+body+`}`).problem(422); got.Errors[field] == nil {
			t.Errorf("%s: %+v", field, got)
		}
	}
	set := w.put("permission", agentSet)
	p.do("PATCH", "/v1/object/permission", `{"id":"`+string(set)+`","scopes":{"contact":"mine"}}`).problem(422)
	p.do("PATCH", "/v1/object/permission", `{"id":"`+string(set)+`","scopes":{"contact":"team"}}`).is(200)
}

// A right in other letters is another reader's right, and none of ours.
func TestPermissionSetsTakeExactNames(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for field, body := range map[string]string{
		"object_permissions":       `"object_permissions":{"contact":{"read":false,"READ":true}}`,
		"object_field_permissions": `"object_field_permissions":{"contact":{"phone":{"read":false,"Read":true}}}`,
		"scopes":                   `"scopes":{"Contact":"own"}`,
	} {
		if got := p.do("POST", "/v1/object/permission", `{"name":"X",`+body+`}`).problem(422); got.Errors[field] == nil {
			t.Errorf("%s: %+v", field, got)
		}
	}
	p.do("POST", "/v1/object/permission", `{"name":"Y","object_field_permissions":{"contact":{"phone":{"read":true,"delete":true}}}}`).problem(422)
	p.do("POST", "/v1/object/permission", `{"name":"Z","object_field_permissions":{"contact":{"all_fields":true,"phone":{"read":true}}}}`).is(200)
	// One that was stored before it was refused grants nothing by such a name.
	set := w.put("permission", row.Fields{"name": "Old", "object_permissions": json.RawMessage(`{"contact":{"READ":true}}`)})
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	agent.do("GET", "/v1/object/contact", "").problem(http.StatusForbidden)
}

// A number of another organization would bring its calls here.
func TestNobodyTakesAnotherOrganizationsNumber(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	foreign := newOrganization(w)
	foreign.put("twilio_phone", row.Fields{"name": "Theirs", "sid": "PN1", "phone_number": "+14155550111"})
	mine := w.put("twilio_phone", row.Fields{"name": "Ours", "sid": "PN2", "phone_number": "+14155550222"})
	p.do("POST", "/v1/object/twilio_phone", `{"name":"X","sid":"PN3","phone_number":"+14155550111"}`).problem(409)
	p.do("PATCH", "/v1/object/twilio_phone", `{"id":"`+string(mine)+`","phone_number":"+14155550111"}`).problem(409)
	if got := w.record("twilio_phone", mine).Text("phone_number"); got != "+14155550222" {
		t.Errorf("the number became %s", got)
	}
	p.do("POST", "/v1/object/twilio_phone", `{"name":"X","sid":"PN3","phone_number":"415 555 0333"}`).problem(422)
	p.do("POST", "/v1/object/twilio_phone", `{"name":"X","sid":"PN3","phone_number":"+14155550333"}`).is(200)
	p.do("PATCH", "/v1/object/twilio_phone", `{"id":"`+string(mine)+`","phone_number":"+14155550444"}`).is(200)
}
