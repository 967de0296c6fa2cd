package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"switchboard/actors/records"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// set makes a permission set.
func (w *world) set(name, objects, scopes string, system ...string) id.ID {
	w.t.Helper()
	return w.put("permission", row.Fields{
		"name": name, "object_permissions": json.RawMessage(objects), "scopes": json.RawMessage(scopes), "system": system,
	})
}

const usersRight = `"user":{"create":true,"read":true,"update":true},"team":{"create":true,"read":true,"update":true,"delete":true},"permission":{"read":true}`

// quoted makes a JSON list of ids.
func quoted(ids ...id.ID) string { return string(row.JSONValue(ids)) }

// An administrator of users can grant only rights that they have, by any route, to themselves or
// to others.
func TestAdministratorsGiveOnlyWhatTheyHave(t *testing.T) {
	w := newWorld(t)
	admins := w.set("Admins", `{`+usersRight+`,"contact":{"read":true,"update":true}}`, `{}`, "administer_users")
	desk := w.set("Desk", `{"contact":{"read":true,"update":true}}`, `{"contact":"own"}`)
	admin := w.person("Admin", row.Fields{"permissions": []id.ID{admins}})
	agent := w.person("Agent", nil)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	strong := w.person("Strong", row.Fields{"permissions": []id.ID{w.set("Strong", `{"note":{"read":true}}`, `{}`)}})
	patch := func(p *person, fields string) *answer {
		return admin.do("PATCH", "/v1/object/user", `{"id":"`+string(p.id)+`",`+fields+`}`)
	}
	create := func(fields string) *answer {
		return admin.do("POST", "/v1/object/user", `{"name":"New","email":"`+string(id.New())+`@example.com",`+fields+`}`)
	}
	for what, set := range map[string]id.ID{
		"another object": w.set("Notes", `{"note":{"read":true}}`, `{}`),
		"a further verb": w.set("Delete", `{"contact":{"delete":true}}`, `{}`),
		"create":         w.set("Create", `{"contact":{"create":true}}`, `{}`),
		"a system right": w.set("Export", `{}`, `{}`, "export"),
	} {
		give := `"permissions":` + quoted(desk, set)
		for door, a := range map[string]*answer{
			"himself": patch(admin, give), "another": patch(agent, give), "a new one": create(give),
			"one of a list": admin.do("PATCH", "/v1/object/user", `[{"id":"`+string(agent.id)+`","extension":"11"},{"id":"`+string(admin.id)+`",`+give+`}]`),
			"one of many new ones": admin.do("POST", "/v1/object/user",
				`[{"name":"A","email":"a`+string(set)+`@example.com"},{"name":"B","email":"b`+string(set)+`@example.com",`+give+`}]`),
		} {
			if p := a.problem(http.StatusForbidden); p.Detail == "" {
				t.Errorf("%s to %s: no word why", what, door)
			}
		}
	}
	patch(strong, `"permissions":[]`).problem(http.StatusForbidden) // nor revoke rights that they lack
	patch(agent, `"permissions":`+quoted(desk)).is(200)
	patch(agent, `"permissions":`+quoted(desk, admins)).is(200)
	patch(agent, `"permissions":[]`).is(200)
	create(`"permissions":` + quoted(desk) + `,"is_superuser":false`).is(200)
	create(`"is_superuser":true`).problem(http.StatusForbidden)
	for _, p := range []*person{admin, agent} {
		patch(p, `"is_superuser":true`).problem(http.StatusForbidden)
	}
	for _, fields := range []string{`"is_active":false`, `"is_superuser":false`, `"extension":"99"`, `"permissions":` + quoted(desk), `"first_name":"Eve"`} {
		patch(boss, fields).problem(http.StatusForbidden)
	}
	if user := w.record("user", boss.id); user.Version != 1 {
		t.Error("a superuser's record was changed")
	}
	patch(agent, `"is_active":false`).is(200)
	patch(admin, `"first_name":"Ada"`).is(200)
	boss.do("PATCH", "/v1/object/user", `{"id":"`+string(agent.id)+`","permissions":`+quoted(desk, admins)+`,"is_superuser":true}`).is(200)
}

// Field by field and row by row.
func TestAdministratorsGiveNoFurtherFieldsOrRows(t *testing.T) {
	w := newWorld(t)
	admins := w.put("permission", row.Fields{
		"name": "Admins", "system": []string{"administer_users"},
		"object_permissions":       json.RawMessage(`{` + usersRight + `,"contact":{"read":true,"update":true},"note":{"read":true}}`),
		"object_field_permissions": json.RawMessage(`{"contact":{"name":{"read":true,"update":true},"company":{"read":true}}}`),
		"scopes":                   json.RawMessage(`{"note":"own"}`),
	})
	admin, agent := w.person("Admin", row.Fields{"permissions": []id.ID{admins}}), w.person("Agent", nil)
	fields := func(name, fields string) id.ID {
		return w.put("permission", row.Fields{
			"name": name, "object_permissions": json.RawMessage(`{"contact":{"read":true,"update":true}}`),
			"object_field_permissions": json.RawMessage(`{"contact":` + fields + `}`),
		})
	}
	give := func(set id.ID) *answer {
		return admin.do("PATCH", "/v1/object/user", `{"id":"`+string(agent.id)+`","permissions":`+quoted(set)+`}`)
	}
	give(fields("same", `{"name":{"update":true},"company":{"read":true}}`)).is(200)
	give(fields("less", `{"name":{"read":true}}`)).is(200)
	give(fields("a further field", `{"phone":{"read":true}}`)).problem(403)
	give(fields("a further right", `{"company":{"update":true}}`)).problem(403)
	give(fields("all fields", `{"all_fields":true}`)).problem(403)
	give(w.set("own notes", `{"note":{"read":true}}`, `{"note":"own"}`)).is(200)
	give(w.set("team's notes", `{"note":{"read":true}}`, `{"note":"team"}`)).problem(403)
	give(w.set("all notes", `{"note":{"read":true}}`, `{}`)).problem(403)
}

// Numbers require the right to manage phones in addition to rights on the object.
func TestNumbersTakeTheRightToManagePhones(t *testing.T) {
	w := newWorld(t)
	const phones = `{"twilio_phone":{"create":true,"read":true,"update":true,"delete":true}}`
	clerk := w.person("Clerk", row.Fields{"permissions": []id.ID{w.set("Clerks", phones, `{}`)}})
	keeper := w.person("Keeper", row.Fields{"permissions": []id.ID{w.set("Keepers", phones, `{}`, "manage_phones")}})
	number := w.put("twilio_phone", row.Fields{"name": "Ours", "sid": "PN2", "phone_number": "+14155550222"})
	for p, status := range map[*person]int{clerk: 403, keeper: 200} {
		p.do("POST", "/v1/object/twilio_phone", `{"name":"X","sid":"PN3","phone_number":"+14155550333"}`).is(status)
		p.do("PATCH", "/v1/object/twilio_phone", `{"id":"`+string(number)+`","friendly_number":"(415) 555-0222"}`).is(status)
	}
	clerk.do("DELETE", "/v1/object/twilio_phone/"+string(number), "").problem(403)
	keeper.do("DELETE", "/v1/object/twilio_phone/"+string(number), "").is(204)
}

// Many records at once are for those with the right to mass updates.
func TestManyRecordsTakeTheRightToMassUpdates(t *testing.T) {
	w := newWorld(t)
	const contacts = `{"contact":{"read":true,"update":true,"delete":true}}`
	few := w.person("Few", row.Fields{"permissions": []id.ID{w.set("Few", contacts, `{}`)}})
	many := w.person("Many", row.Fields{"permissions": []id.ID{w.set("Many", contacts, `{}`, "mass_update")}})
	var ids []string
	for range records.MassRows + 1 {
		ids = append(ids, string(w.put("contact", row.Fields{"name": "C"})))
	}
	body := func(n int) string {
		rows := make([]object, n)
		for i := range rows {
			rows[i] = object{"id": ids[i], "company": "Acme"}
		}
		return string(row.JSONValue(rows))
	}
	few.do("PATCH", "/v1/object/contact", body(records.MassRows)).is(200)
	few.do("PATCH", "/v1/object/contact", body(records.MassRows+1)).problem(403)
	few.do("DELETE", "/v1/object/contact?ids="+strings.Join(ids, ","), "").problem(403)
	many.do("PATCH", "/v1/object/contact", body(records.MassRows+1)).is(200)
	many.do("DELETE", "/v1/object/contact?ids="+strings.Join(ids, ","), "").is(204)
}

// Teams widen visibility: a new member sees the team's rows, and the team sees the member's.
func TestAdministratorsWidenNothingByTeams(t *testing.T) {
	w := newWorld(t)
	admins := w.set("Admins", `{`+usersRight+`,"note":{"read":true}}`, `{"note":"team"}`, "administer_users")
	all := w.set("All", `{`+usersRight+`,"note":{"read":true}}`, `{}`, "administer_users")
	mine, other := w.put("team", row.Fields{"name": "Mine"}), w.put("team", row.Fields{"name": "Other"})
	admin := w.person("Admin", row.Fields{"permissions": []id.ID{admins}, "teams": []id.ID{mine}})
	chief := w.person("Chief", row.Fields{"permissions": []id.ID{all}})
	colleague := w.person("Colleague", row.Fields{"teams": []id.ID{mine}})
	far := w.person("Far", row.Fields{"teams": []id.ID{other}})
	join := func(by, who *person, teams ...id.ID) *answer {
		return by.do("PATCH", "/v1/object/user", `{"id":"`+string(who.id)+`","teams":`+quoted(teams...)+`}`)
	}
	take := func(by *person, team id.ID, members ...id.ID) *answer {
		return by.do("PATCH", "/v1/object/team", `{"id":"`+string(team)+`","members":`+quoted(members...)+`}`)
	}
	found := func(by *person, members ...id.ID) *answer {
		return by.do("POST", "/v1/object/team", `{"name":"`+string(id.New())+`","members":`+quoted(members...)+`}`)
	}
	// A user's own way into a team, and another's into theirs.
	join(admin, admin, mine, other).problem(403)
	join(admin, far, other, mine).problem(403)
	take(admin, other, admin.id).problem(403)
	take(admin, other, colleague.id).problem(403)
	take(admin, mine, far.id).problem(403)
	found(admin, admin.id, far.id).problem(403)
	admin.do("POST", "/v1/object/user", `{"name":"New","email":"new@example.com","teams":`+quoted(other)+`}`).problem(403)
	// A set for rows of teams can only be given to users whose teams the administrator is in.
	give := func(who *person) *answer {
		return admin.do("PATCH", "/v1/object/user", `{"id":"`+string(who.id)+`","permissions":`+quoted(admins)+`}`)
	}
	give(far).problem(403)
	give(colleague).is(200)
	// Allowed within the administrator's team, and to users who see all rows anyway.
	take(admin, mine, admin.id, colleague.id).is(200)
	found(admin, admin.id, colleague.id).is(200)
	admin.do("POST", "/v1/object/user", `{"name":"New","email":"newer@example.com","teams":`+quoted(mine)+`}`).is(200)
	join(chief, far, other, mine).is(200)
	take(chief, other, chief.id, admin.id).is(200)
}

// What members show to their teams is part of what a team gives: nobody takes it, or gives
// it to others, from outside the team.
func TestAdministratorsOpenNothingThatTeamsAreShown(t *testing.T) {
	w := newWorld(t)
	admins := w.set("Admins", `{`+usersRight+`,"list_filter":{"read":true}}`, `{}`, "administer_users")
	mine, other := w.put("team", row.Fields{"name": "Mine"}), w.put("team", row.Fields{"name": "Other"})
	admin := w.person("Admin", row.Fields{"permissions": []id.ID{admins}, "teams": []id.ID{mine}})
	far := w.person("Far", row.Fields{"teams": []id.ID{other}})
	fresh := w.person("Fresh", nil)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	shown := w.put("list_filter", row.Fields{"name": "Ours", "object": "user", "visibility": "team", "owner": far.id})
	for what, a := range map[string]*answer{
		"joins":        admin.do("PATCH", "/v1/object/user", `{"id":"`+string(admin.id)+`","teams":`+quoted(mine, other)+`}`),
		"adds":         admin.do("PATCH", "/v1/object/user", `{"id":"`+string(fresh.id)+`","teams":`+quoted(other)+`}`),
		"is a member":  admin.do("PATCH", "/v1/object/team", `{"id":"`+string(other)+`","members":`+quoted(far.id, admin.id)+`}`),
		"supervises":   admin.do("PATCH", "/v1/object/team", `{"id":"`+string(other)+`","supervisors":`+quoted(admin.id)+`}`),
		"makes a team": admin.do("POST", "/v1/object/team", `{"name":"New","members":`+quoted(far.id, admin.id)+`}`),
		"takes theirs": admin.do("PATCH", "/v1/object/team", `{"id":"`+string(mine)+`","members":`+quoted(far.id, admin.id)+`}`),
	} {
		if a.status != 403 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	admin.do("GET", "/v1/object/list_filter/"+string(shown), "").problem(403)
	admin.do("PATCH", "/v1/object/team", `{"id":"`+string(mine)+`","members":`+quoted(admin.id, fresh.id)+`}`).is(200)
	boss.do("DELETE", "/v1/object/team/"+string(other), "").is(204)
	admin.do("POST", "/v1/object/team/"+string(other)+"/restore", `{}`).problem(403)
	boss.do("POST", "/v1/object/team/"+string(other)+"/restore", `{}`).is(200)
}
