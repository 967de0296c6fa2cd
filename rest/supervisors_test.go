package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A supervisor of a team sees rows that its members own, by the same permission set, until the
// supervision ends; members see none of the supervisor's.
func TestSupervisorsSeeTheirTeamsRows(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", row.Fields{
		"name": "By team", "object_permissions": json.RawMessage(`{"contact":{"read":true,"update":true}}`), "scopes": json.RawMessage(`{"contact":"team"}`),
	})
	sets := row.Fields{"permissions": []id.ID{set}}
	boss, head := w.person("Boss", row.Fields{"is_superuser": true}), w.person("Head", sets)
	member, other := w.person("Member", sets), w.person("Other", sets)
	team := w.put("team", row.Fields{"name": "Support", "members": []id.ID{member.id}, "supervisors": []id.ID{head.id}})
	w.put("team", row.Fields{"name": "Sales", "members": []id.ID{other.id}})
	own := func(name string, owner *person) id.ID {
		return w.put("contact", row.Fields{"name": name, "owner": owner.id})
	}
	theirs := own("Of the member", member)
	own("Of the head", head)
	strange := own("Of another team", other)

	list := func(p *person) string {
		a := p.do("GET", "/v1/object/contact?order=name", "").is(http.StatusOK)
		var all []string
		for _, r := range a.rows() {
			all = append(all, r["name"].(string))
		}
		if total := a.header.Get("X-Total-Count"); total != string('0'+rune(len(all))) {
			t.Errorf("%d rows, a total of %s", len(all), total)
		}
		return strings.Join(all, ", ")
	}
	for p, want := range map[*person]string{head: "Of the head, Of the member", member: "Of the member", other: "Of another team"} {
		if got := list(p); got != want {
			t.Errorf("%s sees %q, want %q", p.id, got, want)
		}
	}
	head.do("PATCH", "/v1/object/contact", `{"id":"`+string(theirs)+`","company":"Navy"}`).is(http.StatusOK)
	head.do("GET", "/v1/object/contact/"+string(strange), "").problem(http.StatusForbidden)
	var why struct {
		Allowed bool
		Because []struct{ Text string }
	}
	boss.do("GET", "/v1/permission/explain?object=contact&id="+string(theirs)+"&user="+string(head.id), "").is(http.StatusOK).into(&why)
	if !why.Allowed {
		t.Errorf("explained: %+v", why)
	}
	// Users can't become supervisors of rows that they may not see.
	teams := w.put("permission", row.Fields{"name": "Teams", "system": []string{"administer_users"},
		"object_permissions": json.RawMessage(`{"team":{"read":true,"update":true}}`)})
	keeper := w.person("Keeper", row.Fields{"permissions": []id.ID{teams}})
	keeper.do("PATCH", "/v1/object/team", `{"id":"`+string(team)+`","supervisors":["`+string(keeper.id)+`"]}`).problem(http.StatusForbidden)

	boss.do("PATCH", "/v1/object/team", `{"id":"`+string(team)+`","supervisors":[]}`).is(http.StatusOK)
	w.accounts.Principals.Invalidate(w.org, &entry.Entry{Object: "team", ID: team, Op: entry.Updated})
	if got := list(head); got != "Of the head" {
		t.Errorf("who supervises no more sees %q", got)
	}
}
