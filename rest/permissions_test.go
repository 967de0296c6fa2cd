package rest_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What a permission set says is held to the objects, fields, rights and scopes that there are,
// and the refusal names what is wrong and where.
func TestAPermissionSetIsHeldToWhatThereIs(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	set := w.set("Clerks", `{"contact":{"read":true}}`, `{}`)
	for body, want := range map[string][2]string{
		`"object_permissions":{"contacts":{"read":true}}`:                     {"object_permissions", `There is no object "contacts"`},
		`"object_permissions":{"session":{"read":true}}`:                      {"object_permissions", `There is no object "session"`},
		`"object_permissions":{"note":{"read":true},"contact":{"wipe":true}}`: {"object_permissions", `Contact: there is no right "wipe"; there are create, read, update, delete`},
		`"object_permissions":{"contact":{"read":"yes"}}`:                     {"object_permissions", `Contact: read must be true or false`},
		`"object_permissions":{"contact":true}`:                               {"object_permissions", `Contact: the rights must be an object such as {"read": true}`},
		`"object_field_permissions":{"contact":{"shoe_size":{"read":true}}}`:  {"object_field_permissions", `Contact has no field "shoe_size"`},
		`"object_field_permissions":{"contact":{"phone":{"delete":true}}}`:    {"object_field_permissions", `Contact, Phone: there is no right "delete"; there are read, update`},
		`"object_field_permissions":{"contact":{"all_fields":{"read":1}}}`:    {"object_field_permissions", `Contact, all fields: read must be true or false`},
		`"object_field_permissions":{"call":{"legs":{"read":true}}}`:          {"object_field_permissions", `Call has no field "legs"`},
		`"scopes":{"contact":"everywhere"}`:                                   {"scopes", `The scope of Contact must be all, team or own, not "everywhere"`},
		`"scopes":{"contacts":"own"}`:                                         {"scopes", `There is no object "contacts"`},
		`"system":["root"]`:                                                   {"system", `System Rights has no option "root"; it has supervise_calls,`},
	} {
		refused := boss.do("PATCH", "/v1/object/permission", `{"id":"`+string(set)+`",`+body+`}`).problem(http.StatusUnprocessableEntity)
		if said := refused.Errors[want[0]]; len(said) != 1 || !strings.HasPrefix(said[0], want[1]) {
			t.Errorf("%s: %v", body, refused.Errors)
		}
	}
	// What was refused left nothing behind.
	if got := w.record("permission", set).Fields["object_permissions"]; !strings.Contains(string(row.JSONValue(got)), `"contact"`) {
		t.Errorf("stored: %s", row.JSONValue(got))
	}
	whole := boss.do("PATCH", "/v1/object/permission", `{"id":"`+string(set)+`",
		"object_permissions":{"contact":{"create":true,"read":true,"update":true,"delete":false}},
		"object_field_permissions":{"contact":{"all_fields":{"read":true,"update":false},"company":{"read":true,"update":true}}},
		"scopes":{"contact":"own"},"system":["export"],"schemas":["contact"]}`).is(http.StatusOK).rows()[0]
	if whole["system"].([]any)[0] != "export" {
		t.Errorf("answered: %v", whole)
	}
}

// A change of a permission set that another user changed since it was read is refused.
func TestAConcurrentChangeOfAPermissionSetIsRefused(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	set := w.set("Clerks", `{"contact":{"read":true}}`, `{}`)
	version := boss.do("GET", "/v1/object/permission/"+string(set), "").is(http.StatusOK).header.Get("ETag")
	change := func(rights string) *answer {
		return boss.do("PATCH", "/v1/object/permission", `{"id":"`+string(set)+`","object_permissions":{"contact":`+rights+`}}`, func(r *http.Request) {
			r.Header.Set("If-Match", version)
		})
	}
	change(`{"read":true,"update":true}`).is(http.StatusOK)
	change(`{"read":true,"delete":true}`).problem(http.StatusPreconditionFailed)
}

// A user administrator who is not a superuser can grant the rights they have, write no set, and
// not increase their own rights.
func TestUsersCannotIncreaseTheirOwnRights(t *testing.T) {
	w := newWorld(t)
	own := w.set("Keepers", `{`+usersRight+`}`, `{}`, access.AdministerUsers)
	strong := w.set("Strong", `{"contact":{"read":true,"delete":true}}`, `{}`)
	exports := w.set("Exports", `{}`, `{}`, access.SystemExport)
	keeper := w.person("Keeper", row.Fields{"permissions": []id.ID{own}})
	for _, set := range []id.ID{strong, exports} {
		refused := keeper.do("PATCH", "/v1/object/user", `[{"id":"`+string(keeper.id)+`","permissions":`+quoted(own, set)+`}]`).problem(http.StatusForbidden)
		if !strings.Contains(refused.Detail, "includes a right that you don't have") {
			t.Errorf("refused by %q", refused.Detail)
		}
	}
	for _, body := range []string{`"system":["administer_users","export"]`, `"object_permissions":{"contact":{"read":true}}`} {
		refused := keeper.do("PATCH", "/v1/object/permission", `[{"id":"`+string(own)+`",`+body+`}]`).problem(http.StatusForbidden)
		if refused.Detail == "" {
			t.Errorf("%s: refused without a word", body)
		}
	}
	keeper.do("POST", "/v1/object/permission", `[{"name":"Mine","system":["export"]}]`).problem(http.StatusForbidden)
}

func TestWhatSomebodyMayDoInAll(t *testing.T) {
	w := newWorld(t)
	notes := w.set("Notes", `{"note":{"read":true,"update":true}}`, `{"note":"team"}`)
	own := w.set("Contacts", `{"contact":{"create":true,"read":true}}`, `{"contact":"own"}`, access.SystemExport)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{notes, own}})
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	away := w.person("Away", row.Fields{"permissions": []id.ID{notes}})
	boss.do("PATCH", "/v1/object/user", `[{"id":"`+string(away.id)+`","is_active":false}]`).is(http.StatusOK)
	of := func(p *person, query string) (out wire.Effective) {
		t.Helper()
		p.do("GET", "/v1/permission/effective"+query, "").is(http.StatusOK).into(&out)
		return out
	}
	got := of(boss, "?user="+string(agent.id))
	if want := (wire.EffectiveRights{Rights: wire.Rights{Read: true, Update: true}, Rows: "team"}); got.Rights["note"] != want {
		t.Errorf("notes: %+v", got.Rights["note"])
	}
	if want := (wire.EffectiveRights{Rights: wire.Rights{Create: true, Read: true}, Rows: "own"}); got.Rights["contact"] != want {
		t.Errorf("contacts: %+v", got.Rights["contact"])
	}
	if team := got.Rights["team"]; team != (wire.EffectiveRights{}) || !got.Active || got.Superuser || !reflect.DeepEqual(got.System, []string{access.SystemExport}) {
		t.Errorf("told: %+v", got)
	}
	if _, told := got.Rights["session"]; told {
		t.Error("an internal object is told of")
	}
	if got := of(boss, ""); !got.Superuser || got.Rights["contact"].Rows != "all" || len(got.System) != len(access.SystemRights()) {
		t.Errorf("of oneself: %+v", got)
	}
	if got := of(boss, "?user="+string(away.id)); got.Active {
		t.Error("who is deactivated may do nothing")
	}
	// Users see no more of their own rights than they may know.
	if got := of(agent, "?user="+string(agent.id)); got.Rights["note"].Rows != "team" {
		t.Errorf("of oneself: %+v", got)
	} else if _, told := got.Rights["permission"]; told {
		t.Error("a closed object is told of")
	}
	agent.do("GET", "/v1/permission/effective?user="+string(boss.id), "").problem(http.StatusForbidden)
	boss.do("GET", "/v1/permission/effective?user="+string(id.New()), "").problem(http.StatusNotFound)
	boss.do("GET", "/v1/permission/effective?user=x", "").problem(http.StatusUnprocessableEntity)
}
