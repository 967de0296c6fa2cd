package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What is added to a list and removed from it leaves the rest as it is, in one record, in
// several, and with each row by itself.
func TestListsTakeWhatIsAddedAndRemoved(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	a, b, c := w.person("A", nil).id, w.person("B", nil).id, w.person("C", nil).id
	north, south := w.put("team", row.Fields{"name": "North", "members": []id.ID{a, b}}), w.put("team", row.Fields{"name": "South"})
	form := func(team id.ID, change string) string { return fmt.Sprintf(`{"id":%q,"members":%s}`, team, change) }
	stands := func(team id.ID, want ...id.ID) {
		t.Helper()
		if got := w.record("team", team).Lookups("members"); !slices.Equal(got, want) {
			t.Errorf("the members are %v, not %v", got, want)
		}
	}
	rows := p.do("PATCH", "/v1/object/team", form(north, fmt.Sprintf(`{"add":[%q,{"id":%q}],"remove":[%q]}`, c, b, a))).is(http.StatusOK).rows()
	if list, _ := rows[0]["members"].([]any); len(list) != 2 || rows[0]["version"] != 2.0 {
		t.Errorf("answered %v", rows)
	}
	stands(north, b, c)
	// What stands already, and what isn't there, counts for nothing.
	rows = p.do("PATCH", "/v1/object/team", form(north, fmt.Sprintf(`{"add":[%q],"remove":[%q,%q]}`, b, a, someID))).is(http.StatusOK).rows()
	if rows[0]["version"] != 2.0 {
		t.Errorf("answered %v", rows)
	}
	p.do("PATCH", "/v1/object/team", form(north, `{"add":[],"remove":[]}`)).is(http.StatusOK)
	p.do("PATCH", "/v1/object/team", `[`+form(north, fmt.Sprintf(`{"add":[%q]}`, a))+`,`+form(south, fmt.Sprintf(`{"add":[%q,%q]}`, a, c))+`]`).is(http.StatusOK)
	stands(north, b, c, a)
	stands(south, a, c)
	p.do("PATCH", "/v1/object/team?partial=true", `[`+form(north, fmt.Sprintf(`{"remove":[%q]}`, c))+`,`+form(south, `{"add":["x"]}`)+`]`).is(http.StatusMultiStatus)
	stands(north, b, a)
	stands(south, a, c)
	p.do("PATCH", "/v1/object/team", form(north, fmt.Sprintf(`{"remove":[%q,%q]}`, a, b))).is(http.StatusOK)
	stands(north)
	p.do("PATCH", "/v1/object/team", strings.Replace(form(south, fmt.Sprintf(`{"add":[%q]}`, b)), "{", `{"version":1,`, 1)).problem(http.StatusPreconditionFailed)
	stands(south, a, c)
}

// What can't be meant is refused, and says why.
func TestWhatListsDontTake(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	a := w.person("A", nil).id
	members := []id.ID{a}
	for range 998 {
		members = append(members, id.New()) // who are gone
	}
	team := w.put("team", row.Fields{"name": "North", "members": members})
	more := string(row.JSONValue([]id.ID{w.person("B", nil).id, w.person("C", nil).id}))
	for change, says := range map[string]string{
		`{}`:                                  "Members: say what to add, or what to remove",
		`{"add":[],"set":[]}`:                 `Members has no key "set"; it has add, remove`,
		`{"add":"x"}`:                         "Members must be a list of ids of user records",
		`{"add":null}`:                        "Members must be a list of ids of user records",
		`{"remove":[null]}`:                   "Members must be a list of ids of user records",
		`{"add":["` + someID.String() + `"]}`: "Members names a User that does not exist or that you can't see",
		`{"add":["` + team.String() + `"]}`:   "Members names a User that does not exist or that you can't see",
		fmt.Sprintf(`{"add":[%q],"remove":[%[1]q]}`, a): "Members: " + a.String() + " can't be both added and removed",
		`{"add":` + more + `}`:                          "Members may have 1000 entries, not 1001",
	} {
		got := p.do("PATCH", "/v1/object/team", fmt.Sprintf(`{"id":%q,"members":%s}`, team, change)).problem(http.StatusUnprocessableEntity)
		if said := got.Errors["members"]; len(said) != 1 || said[0] != says {
			t.Errorf("%s: %q", change, said)
		}
	}
	got := p.do("POST", "/v1/object/team", fmt.Sprintf(`{"name":"South","members":{"add":[%q]}}`, a)).problem(http.StatusUnprocessableEntity)
	if said := got.Errors["members"]; len(said) != 1 || said[0] != "Members: a new record has nothing to add to. Send the list itself." {
		t.Errorf("in a new record: %q", said)
	}
	if got := w.record("team", team); got.Version != 1 {
		t.Errorf("the team became %v", got)
	}
	// Who is gone is removed all the same.
	p.do("PATCH", "/v1/object/team", fmt.Sprintf(`{"id":%q,"members":{"add":%s,"remove":[%q]}}`, team, more, members[1])).is(http.StatusOK)
	p.do("PATCH", "/v1/object/team", fmt.Sprintf(`{"id":%q,"name":{"add":[%q]}}`, team, a)).problem(http.StatusUnprocessableEntity)
}

// Partial changes of a list need the same rights as changes of the whole list.
func TestRightsAreGivenInPartsByThoseWhoHaveThem(t *testing.T) {
	w := newWorld(t)
	keepers := w.put("permission", row.Fields{"name": "Keepers", "system": []string{access.AdministerUsers},
		"object_permissions": json.RawMessage(`{"user":{"create":true,"read":true,"update":true},"permission":{"read":true}}`)})
	plain := w.put("permission", row.Fields{"name": "Plain", "object_permissions": json.RawMessage(`{"user":{"read":true}}`)})
	strong := w.put("permission", row.Fields{"name": "Strong", "object_permissions": json.RawMessage(`{"contact":{"read":true,"delete":true}}`)})
	keeper := w.person("Keeper", row.Fields{"permissions": []id.ID{keepers}})
	ben := w.person("Ben", row.Fields{"permissions": []id.ID{strong}})
	change := func(who *person, form string) *answer {
		return who.do("PATCH", "/v1/object/user", fmt.Sprintf(`{"id":%q,"permissions":%s}`, ben.id, form))
	}
	stands := func(want ...id.ID) {
		t.Helper()
		if got := w.record("user", ben.id).Lookups("permissions"); !slices.Equal(got, want) {
			t.Errorf("he has %v, not %v", got, want)
		}
	}
	change(keeper, fmt.Sprintf(`{"add":[%q,%q]}`, plain, strong)).is(http.StatusOK) // the administrator has the strong one
	stands(strong, plain)
	change(keeper, fmt.Sprintf(`{"remove":[%q]}`, strong)).problem(http.StatusForbidden)
	change(keeper, fmt.Sprintf(`{"add":[%q],"remove":[%q,%q]}`, keepers, plain, strong)).problem(http.StatusForbidden)
	change(keeper, fmt.Sprintf(`{"add":[%q],"remove":[%q]}`, keepers, plain)).is(http.StatusOK)
	stands(strong, keepers)
	change(boss(w), fmt.Sprintf(`{"remove":[%q]}`, strong)).is(http.StatusOK)
	change(keeper, fmt.Sprintf(`{"add":[%q]}`, strong)).problem(http.StatusForbidden)
	change(ben, fmt.Sprintf(`{"add":[%q]}`, strong)).problem(http.StatusForbidden)
	nobody := w.person("Nobody", nil)
	change(nobody, fmt.Sprintf(`{"add":[%q]}`, plain)).problem(http.StatusUnprocessableEntity) // the user can't see the permissions of others
	nobody.do("PATCH", "/v1/object/user", fmt.Sprintf(`{"id":%q,"permissions":{"add":[%q]}}`, nobody.id, plain)).problem(http.StatusForbidden)
	stands(keepers)
}
