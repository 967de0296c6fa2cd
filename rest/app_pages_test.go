package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// paged is a world in which Ann administers one app, which has a page, as has another app and
// none.
type paged struct {
	*world

	ann                      *person
	ours, other              id.ID // apps
	page, another, ownerless id.ID // pages of them, and of no app
}

func newPaged(t *testing.T) *paged {
	t.Helper()
	w := newWorld(t)
	p := &paged{world: w, ann: w.person("Ann", nil)}
	p.ours = w.put("app", row.Fields{"name": "Ours", "app_admins": []id.ID{p.ann.id}})
	p.other = w.put("app", row.Fields{"name": "Theirs"})
	page := func(name string, app any) id.ID {
		return w.put("app_page", row.Fields{"name": name, "type": "Home Page", "app": app})
	}
	p.page, p.another, p.ownerless = page("Ours", p.ours), page("Theirs", p.other), page("Nobody's", nil)
	return p
}

const pagesURL = "/v1/object/app_page"

func inApp(name string, app id.ID) string {
	return fmt.Sprintf(`{"name":%q,"type":"Home Page","app":%q}`, name, app)
}

// Administrators of an app read, make, change, delete and restore its pages, and no others.
func TestAdministratorsOfAnAppWriteItsPages(t *testing.T) {
	w := newPaged(t)
	names := func(query string) (out []string) {
		for _, record := range w.ann.do("GET", pagesURL+query, "").is(http.StatusOK).rows() {
			out = append(out, fmt.Sprint(record["name"]))
		}
		return out
	}
	if got := names(""); !slices.Equal(got, []string{"Ours"}) {
		t.Errorf("the administrator lists %v", got)
	}
	made := w.ann.do("POST", pagesURL, `[`+inApp("First", w.ours)+`,`+inApp("Second", w.ours)+`]`).is(http.StatusOK).rows()
	first, second := fmt.Sprint(made[0]["id"]), fmt.Sprint(made[1]["id"])
	w.ann.do("PATCH", pagesURL, `[{"id":"`+first+`","name":"Front","data":{"components":[]}},{"id":"`+second+`","active":false}]`).is(http.StatusOK)
	w.ann.do("PATCH", pagesURL, `{"id":"`+first+`","name":"Front","app":"`+string(w.ours)+`"}`).is(http.StatusOK)
	w.ann.do("POST", pagesURL+"/"+first+"/restore", `{"version":1}`).is(http.StatusOK)
	w.ann.do("DELETE", pagesURL+"/"+first, "").is(http.StatusNoContent)
	w.ann.do("POST", pagesURL+"/"+first+"/restore", "").is(http.StatusOK)
	w.ann.do("DELETE", pagesURL+"?ids="+second, "").is(http.StatusNoContent)
	if got := names("?order=name"); !slices.Equal(got, []string{"First", "Ours"}) {
		t.Errorf("then he lists %v", got)
	}
	rows := w.ann.do("POST", "/v1/query", `{"query":"SELECT name FROM app_page ORDER BY name"}`).is(http.StatusOK).rows()
	if len(rows) != 2 {
		t.Errorf("a query finds %v", rows)
	}
}

// A page is not moved out of the apps that one administers, nor into them, and what is of
// another app, or of none, is superusers'.
func TestPagesOfOtherAppsAreSuperusers(t *testing.T) {
	w := newPaged(t)
	seer := w.put("permission", row.Fields{"name": "Seers", "object_permissions": json.RawMessage(`{"app":{"read":true},"app_page":{"create":true,"read":true,"update":true,"delete":true}}`)})
	bea := w.person("Bea", row.Fields{"permissions": []id.ID{seer}}) // who reads all of them besides
	w.put("app", row.Fields{"name": "Bea's", "app_admins": []id.ID{bea.id}})
	cy := w.person("Cy", row.Fields{"permissions": []id.ID{seer}}) // who reads all, and administers none
	superuser := boss(w.world)

	refused := func(who *person, method, path, body string, status int) {
		t.Helper()
		if got := who.do(method, path, body); got.status != status {
			t.Errorf("%s %s %s: %d, want %d", method, path, body, got.status, status)
		}
	}
	for _, page := range []id.ID{w.another, w.ownerless} {
		for _, who := range []*person{w.ann, bea, cy} {
			refused(who, "PATCH", pagesURL, `{"id":"`+string(page)+`","name":"X"}`, http.StatusForbidden)
			refused(who, "PATCH", pagesURL, `{"id":"`+string(page)+`","app":"`+string(w.ours)+`"}`, http.StatusForbidden)
			refused(who, "DELETE", pagesURL+"/"+string(page), "", http.StatusForbidden)
			refused(who, "POST", pagesURL+"/"+string(page)+"/restore", `{"version":1}`, map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[who == bea])
		}
		refused(w.ann, "GET", pagesURL+"/"+string(page), "", http.StatusForbidden)
		superuser.do("DELETE", pagesURL+"/"+string(page), "").is(http.StatusNoContent)
		for _, who := range []*person{w.ann, bea, cy} {
			refused(who, "POST", pagesURL+"/"+string(page)+"/restore", "", http.StatusNotFound)
		}
		superuser.do("POST", pagesURL+"/"+string(page)+"/restore", "").is(http.StatusOK)
	}
	own := bea.do("POST", pagesURL, inApp("Bea's", w.app("Bea's"))).is(http.StatusOK).rows()[0]["id"]
	for body, status := range map[string]int{
		`{"name":"X","type":"Home Page"}`:            http.StatusForbidden,
		`{"name":"X","type":"Home Page","app":null}`: http.StatusForbidden,
		inApp("X", w.ours):                           http.StatusForbidden,
		inApp("X", someID):                           http.StatusUnprocessableEntity,
		`[` + inApp("X", w.app("Bea's")) + `,` + inApp("Y", w.other) + `]`: http.StatusForbidden,
	} {
		refused(bea, "POST", pagesURL, body, status)
		refused(cy, "POST", pagesURL, body, http.StatusForbidden)
	}
	for app, status := range map[string]int{`null`: http.StatusForbidden, `"` + string(w.other) + `"`: http.StatusForbidden, `"` + string(someID) + `"`: http.StatusUnprocessableEntity} {
		refused(bea, "PATCH", pagesURL, fmt.Sprintf(`{"id":%q,"app":%s}`, own, app), status)
	}
	// A user can't move a page to an app that they can't see.
	refused(w.ann, "PATCH", pagesURL, fmt.Sprintf(`{"id":%q,"app":%q}`, w.page, w.other), http.StatusUnprocessableEntity)
	refused(w.ann, "PATCH", pagesURL, fmt.Sprintf(`[{"id":%q,"name":"X"},{"id":%q,"name":"X"}]`, w.page, w.another), http.StatusForbidden)
	for page, name := range map[id.ID]string{w.page: "Ours", w.another: "Theirs", w.ownerless: "Nobody's"} {
		if got := w.record("app_page", page).Text("name"); got != name {
			t.Errorf("the page %s became %s", name, got)
		}
	}
	refused(cy, "PATCH", pagesURL, `{"id":"`+string(w.page)+`","name":"X"}`, http.StatusForbidden)
	superuser.do("PATCH", pagesURL, fmt.Sprintf(`{"id":%q,"app":%q}`, w.another, w.ours)).is(http.StatusOK)
	w.ann.do("PATCH", pagesURL, `{"id":"`+string(w.another)+`","name":"Won"}`).is(http.StatusOK)
}

// app finds an app by its name.
func (w *world) app(name string) id.ID {
	w.t.Helper()
	found, err := w.store.Find(w.t.Context(), w.org, row.Query{Object: "app", Where: []row.Condition{{Field: "name", Operator: "=", Value: name}}})
	if err != nil || len(found) != 1 {
		w.t.Fatalf("the app %s: %v %v", name, found, err)
	}
	return found[0].ID
}

// Administrators can change their app, which does not change their own rights.
func TestAdministratorsChangeTheirApp(t *testing.T) {
	w := newPaged(t)
	const apps = "/v1/object/app"
	w.ann.do("PATCH", apps, fmt.Sprintf(`{"id":%q,"name":"Ours too","description":"D","app_version":"2","environment":"e","active":false,"schemas":["contact"],"records":{"app_page":[%q]}}`, w.ours, w.page)).is(http.StatusOK)
	for _, refused := range []string{`"app_admins":[]`, fmt.Sprintf(`"app_admins":[%q,%q]`, w.ann.id, boss(w.world).id), fmt.Sprintf(`"owner":%q`, w.ann.id)} {
		w.ann.do("PATCH", apps, fmt.Sprintf(`{"id":%q,%s}`, w.ours, refused)).problem(http.StatusForbidden)
	}
	w.ann.do("PATCH", apps, fmt.Sprintf(`{"id":%q,"name":"X"}`, w.other)).problem(http.StatusForbidden)
	w.ann.do("POST", apps, fmt.Sprintf(`{"name":"X","app_admins":[%q]}`, w.ann.id)).problem(http.StatusForbidden)
	w.ann.do("DELETE", apps+"/"+string(w.ours), "").problem(http.StatusForbidden)
	w.ann.do("PATCH", "/v1/schema/contact", `{"properties":{"f":{"title":"F","format":"text"}}}`).problem(http.StatusForbidden) // it names contacts, and didn't bring them
	w.ann.do("POST", "/v1/object/permission", `{"name":"X"}`).problem(http.StatusForbidden)
	w.ann.do("POST", "/v1/object/user", `{"name":"X"}`).problem(http.StatusForbidden)
	w.ann.do("POST", "/v1/object/function", `{"name":"X"}`).problem(http.StatusForbidden)
}

// The reported rights to pages match what the server allows.
func TestReportedRightsToPagesMatchTheServer(t *testing.T) {
	w := newPaged(t)
	ben, superuser := w.person("Ben", nil), boss(w.world)
	all, none := wire.Rights{Create: true, Read: true, Update: true, Delete: true}, wire.Rights{}
	for who, want := range map[*person]wire.Rights{w.ann: all, ben: none, superuser: all} {
		var me struct {
			Rights map[string]struct {
				wire.Rights
				Rows string
			}
		}
		who.do("GET", "/v1/me", "").is(http.StatusOK).into(&me)
		if got := me.Rights["app_page"]; got.Rights != want || got.Rows != map[*person]string{w.ann: "own", superuser: "all"}[who] {
			t.Errorf("v1/me says %+v", got)
		}
	}
	var told struct {
		Rights     wire.Rights
		Properties map[string]struct {
			Modify bool
		}
	}
	w.ann.do("GET", "/v1/schema/app_page", "").is(http.StatusOK).into(&told)
	if told.Rights != all || !told.Properties["data"].Modify || !told.Properties["app"].Modify || told.Properties["version"].Modify {
		t.Errorf("v1/schema says %+v", told)
	}
	ben.do("GET", "/v1/schema/app_page", "").problem(http.StatusForbidden)

	const mine, no = "those of the apps that one administers", "Only a superuser, or who administers their app, may change app pages"
	for query, want := range map[string]struct {
		who     *person
		allowed bool
		text    string
	}{
		"right=create":                        {w.ann, true, "Administrators of apps may create app pages: " + mine},
		"right=read":                          {w.ann, true, "Administrators of apps may read app pages: " + mine},
		"right=update&field=data":             {w.ann, true, "Administrators of apps may update Components of app pages: " + mine},
		"right=update&field=version":          {w.ann, false, "Only a superuser, or who administers their app"},
		"right=delete&id=" + string(w.page):   {w.ann, true, "Administrators of apps may delete app pages: " + mine},
		"right=create&user=" + string(ben.id): {w.ann, false, ""},
	} {
		explained(t, want.who, query, want.allowed, want.text)
	}
	for query, want := range map[string]string{
		"right=update&user=" + string(ben.id):                                "one administers none. " + no,
		"right=create&user=" + string(ben.id):                                "one administers none. " + no,
		"right=delete&user=" + string(w.ann.id) + "&id=" + string(w.another): "but only " + mine + "; this is none of them. " + no,
		"right=read&user=" + string(w.ann.id) + "&id=" + string(w.another):   "but only " + mine + "; this is none of them.",
	} {
		explained(t, superuser, query, false, want)
	}
	explained(t, superuser, "right=update&user="+string(w.ann.id)+"&id="+string(w.page), true, mine)
}

// explained asks why, and checks the answer; without a text, that the question is refused.
func explained(t *testing.T, who *person, query string, allowed bool, text string) {
	t.Helper()
	a := who.do("GET", "/v1/permission/explain?object=app_page&"+query, "")
	if text == "" {
		a.problem(http.StatusForbidden)
		return
	}
	var out access.Explanation
	a.is(http.StatusOK).into(&out)
	texts := make([]string, 0, len(out.Because))
	for _, reason := range out.Because {
		texts = append(texts, reason.Text)
	}
	if said := strings.Join(texts, " "); out.Allowed != allowed || !strings.Contains(said, text) {
		t.Errorf("%s: %v, %s", query, out.Allowed, said)
	}
}
