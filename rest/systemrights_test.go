package rest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// asking is a request for which the right to an object is not enough.
type asking struct {
	right, method, target, body string
	refusal                     string // the words of the 403
}

// Each system right is checked in addition to the object's right by every route that needs it,
// and the error names it; with the right the request succeeds.
func TestEachRouteAsksItsSystemRight(t *testing.T) {
	w := newWorld(t)
	const all = `{"create":true,"read":true,"update":true,"delete":true}`
	const objects = `{"contact":` + all + `,"team":` + all + `,"twilio_phone":` + all + `,"auth_credential":` + all + `,"user":` + all + `,"permission":{"read":true}}`
	team := w.put("team", row.Fields{"name": "Blue"})
	number := w.put("twilio_phone", row.Fields{"name": "Ours", "sid": "PN2", "phone_number": "+14155550222"})
	secret := boss(w).do("POST", "/v1/object/auth_credential", `{"name":"CRM","api_key":"4111"}`).is(200).rows()[0]["id"]
	credential, _ := secret.(string)
	colleague := w.person("Colleague", nil)
	var many []string
	for range records.MassRows + 1 {
		many = append(many, string(w.put("contact", row.Fields{"name": "C"})))
	}
	rows := make([]object, len(many))
	for i, one := range many {
		rows[i] = object{"id": one, "company": "Acme"}
	}
	const tooMany = "You may change or delete 50 records at once, not 51: more take the system right mass_update."
	const phones, teams = "You need the system right manage_phones to change phone numbers", "You need the system right administer_users to change teams"
	const others = "You need the system right administer_users to see the rights of others"
	table := []asking{
		{access.MassUpdate, "PATCH", "/v1/object/contact", string(row.JSONValue(rows)), tooMany},
		{access.MassUpdate, "PATCH", "/v1/object/contact?partial=true", string(row.JSONValue(rows)), tooMany},
		{access.MassUpdate, "DELETE", "/v1/object/contact?ids=" + strings.Join(many, ","), "", tooMany},
		{access.ManagePhones, "POST", "/v1/object/twilio_phone", `{"name":"X","sid":"PN3","phone_number":"+14155550333"}`, phones},
		{access.ManagePhones, "PATCH", "/v1/object/twilio_phone", `{"id":"` + string(number) + `","name":"Main"}`, phones},
		{access.ManagePhones, "POST", "/v1/object/twilio_phone/" + string(number) + "/restore", `{"version":1}`, phones},
		{access.ManagePhones, "DELETE", "/v1/object/twilio_phone/" + string(number), "", phones},
		{access.AdministerUsers, "POST", "/v1/object/team", `{"name":"Green"}`, teams},
		{access.AdministerUsers, "PATCH", "/v1/object/team", `{"id":"` + string(team) + `","name":"Red"}`, teams},
		{access.AdministerUsers, "POST", "/v1/object/team/" + string(team) + "/restore", `{"version":1}`, teams},
		{access.AdministerUsers, "DELETE", "/v1/object/team/" + string(team), "", teams},
		{access.AdministerUsers, "PATCH", "/v1/object/user", `{"id":"` + string(colleague.id) + `","is_active":false}`, "You may not change Active."},
		{access.AdministerUsers, "GET", "/v1/permission/explain?object=contact&user=" + string(colleague.id), "", others},
		{access.AdministerUsers, "GET", "/v1/permission/effective?user=" + string(colleague.id), "", others},
		{access.Decrypt, "POST", "/v1/object/auth_credential/" + credential + "/decrypt", `{"field":"api_key"}`, "You need the system right decrypt to see API Key"},
	}
	for i, a := range table {
		others := slices.DeleteFunc(access.SystemRights(), func(right string) bool { return right == a.right })
		name := fmt.Sprint(i)
		without := w.person("Without"+name, row.Fields{"permissions": []id.ID{w.set("Without "+name, objects, `{}`, others...)}})
		with := w.person("With"+name, row.Fields{"permissions": []id.ID{w.set("With "+name, objects, `{}`, a.right)}})
		if got := without.do(a.method, a.target, a.body).problem(http.StatusForbidden); got.Detail != a.refusal {
			t.Errorf("%s %s without %s: %q, wanted %q", a.method, a.target, a.right, got.Detail, a.refusal)
		}
		if got := with.do(a.method, a.target, a.body); got.status >= 300 {
			t.Errorf("%s %s with %s: %d %s", a.method, a.target, a.right, got.status, got.body)
		}
	}
	// Those that no route of records asks, and why.
	elsewhere := map[string]string{
		access.SuperviseCalls: "commands for a call that is somebody else's take it (actors/calls)",
		access.SystemExport:   "nothing is exported yet",
		access.SystemImport:   "nothing is imported yet",
	}
	for _, right := range access.SystemRights() {
		asked := slices.ContainsFunc(table, func(a asking) bool { return a.right == right })
		if asked == (elsewhere[right] != "") {
			t.Errorf("%s is asked by no route of the table, or by one although it is said that it isn't", right)
		}
	}
}

// Every route refuses an unreadable object or record with the same message.
func TestEveryRouteRefusesUnreadableRecordsAlike(t *testing.T) {
	w := newWorld(t)
	contact := w.put("contact", row.Fields{"name": "Carl"})
	blind := w.person("Blind", row.Fields{"permissions": []id.ID{w.set("Blind", `{"note":{"read":true}}`, `{}`)}})
	own := w.person("Own", row.Fields{"permissions": []id.ID{w.set("Own", `{"contact":{"read":true,"update":true,"delete":true}}`, `{"contact":"own"}`)}})
	one := "/v1/object/contact/" + string(contact)
	for _, target := range []string{"/v1/object/contact", "/v1/object/contact?as_of=2026-01-01T00:00:00Z", "/v1/schema/contact", one, one + "/history", one + "/timeline", "/v1/permission/explain?object=contact"} {
		if got := blind.do("GET", target, "").problem(http.StatusForbidden); got.Detail != "You don't have permission to read this object" {
			t.Errorf("GET %s: %q", target, got.Detail)
		}
	}
	for _, target := range []string{one, one + "/history", one + "/timeline", "/v1/permission/explain?object=contact&id=" + string(contact)} {
		if got := own.do("GET", target, "").problem(http.StatusForbidden); got.Detail != "You don't have permission to read this record" {
			t.Errorf("GET %s: %q", target, got.Detail)
		}
	}
}
