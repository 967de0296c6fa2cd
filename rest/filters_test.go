package rest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A filter is visible to its owner, their teams or everyone, as the owner chose, and only to
// users who can read what it filters: in lists and counts, by id, and explained.
func TestWhoSeesAFilter(t *testing.T) {
	w := newWorld(t)
	set := func(name, objects string) id.ID {
		return w.put("permission", row.Fields{"name": name, "object_permissions": json.RawMessage(objects), "scopes": json.RawMessage(`{"list_filter":"own"}`)})
	}
	agents := set("Agents", `{"contact":{"read":true},"list_filter":{"create":true,"read":true,"update":true,"delete":true}}`)
	blind := set("Blind", `{"list_filter":{"create":true,"read":true,"update":true,"delete":true}}`)
	team := w.put("team", row.Fields{"name": "Blue"})
	agent := func(name string, set id.ID, teams ...id.ID) *person {
		return w.person(name, row.Fields{"permissions": []id.ID{set}, "teams": teams})
	}
	ann, mate, far, dark := agent("Ann", agents, team), agent("Mate", agents, team), agent("Far", agents), agent("Dark", blind, team)
	superuser := boss(w)

	filters := map[string]id.ID{}
	for _, with := range []string{"private", "team", "organization", ""} {
		body := `{"name":"` + with + `.","object":"contact","visibility":"` + with + `"}`
		if with == "" {
			body = `{"name":"Nothing said","object":"contact"}`
		}
		made := ann.do("POST", "/v1/object/list_filter", body).is(200).rows()[0]
		filters[with] = id.ID(made["id"].(string))
		if with == "" && made["visibility"] != "private" {
			t.Errorf("a new filter is %v", made["visibility"])
		}
	}
	ann.do("POST", "/v1/object/list_filter", `{"name":"X","object":"contact","visibility":"world"}`).problem(422)
	dark.do("POST", "/v1/object/list_filter", `{"name":"X","object":"contact"}`).problem(422)

	sees := map[*person][]string{ann: {"", "organization", "private", "team"}, mate: {"organization", "team"}, far: {"organization"}, dark: nil, superuser: {"", "organization", "private", "team"}}
	for p, wanted := range sees {
		list := p.do("GET", "/v1/object/list_filter", "")
		var listed []string
		for _, r := range list.rows() {
			for with, filter := range filters {
				if r["id"] == string(filter) {
					listed = append(listed, with)
				}
			}
		}
		slices.Sort(listed)
		count := list.header.Get("X-Total-Count")
		if !slices.Equal(listed, wanted) || count != string(row.JSONValue(len(wanted))) {
			t.Errorf("%s is shown %q, %s in all, wanted %q", p.id, listed, count, wanted)
		}
		for with, filter := range filters {
			status, allowed := http.StatusForbidden, false
			if slices.Contains(wanted, with) {
				status, allowed = http.StatusOK, true
			}
			p.do("GET", "/v1/object/list_filter/"+string(filter), "").is(status)
			var told struct{ Allowed bool }
			superuser.do("GET", "/v1/permission/explain?object=list_filter&id="+string(filter)+"&user="+string(p.id), "").into(&told)
			if told.Allowed != allowed {
				t.Errorf("it is explained that %s sees the %q filter: %v", p.id, with, told.Allowed)
			}
		}
	}
	// Seeing is not changing: that is its owner's, or theirs to whose scope it belongs.
	shared := string(filters["organization"])
	mate.do("PATCH", "/v1/object/list_filter", `{"id":"`+shared+`","name":"Mine"}`).problem(403)
	mate.do("DELETE", "/v1/object/list_filter/"+shared, "").problem(403)
	ann.do("PATCH", "/v1/object/list_filter", `{"id":"`+shared+`","visibility":"private"}`).is(200)
	far.do("GET", "/v1/object/list_filter/"+shared, "").problem(403)
}

// A dashboard is seen by everybody who may read dashboards, unless its owner says otherwise,
// and begins with one tile.
func TestWhoSeesADashboard(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", row.Fields{"name": "Desk", "object_permissions": json.RawMessage(`{"dashboard":{"create":true,"read":true,"update":true}}`)})
	ann, far := w.person("Ann", row.Fields{"permissions": []id.ID{set}}), w.person("Far", row.Fields{"permissions": []id.ID{set}})
	made := ann.do("POST", "/v1/object/dashboard", `[{},{"name":"Mine","visibility":"private","layout":[]}]`).is(http.StatusOK).rows()
	first, _ := made[0]["layout"].([]any)
	tile, _ := first[0].(object)
	if made[0]["name"] != "New Dashboard" || made[0]["visibility"] != "organization" || len(first) != 1 || tile["i"] != "c-0" || tile["w"] != 2.0 || tile["h"] != 1.0 {
		t.Errorf("a new dashboard is %v", made[0])
	}
	if got := names(far.do("GET", "/v1/object/dashboard", "").is(http.StatusOK).rows()); !slices.Equal(got, []string{"New Dashboard"}) {
		t.Errorf("a colleague sees %v", got)
	}
	private, _ := made[1]["id"].(string)
	far.do("GET", "/v1/object/dashboard/"+private, "").problem(http.StatusForbidden)
	ann.do("GET", "/v1/object/dashboard/"+private, "").is(http.StatusOK)
}
