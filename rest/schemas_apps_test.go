package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Administrators of an app change what belongs to it, and nothing else.
func TestAdministratorsOfAnAppChangeWhatIsItsOwn(t *testing.T) {
	w, p := working(t)
	ann := w.person("Ann", nil)
	app := w.put("app", row.Fields{"name": "Ours", "app_admins": []id.ID{ann.id}})
	other := w.put("app", row.Fields{"name": "Theirs"})
	in := func(app id.ID, name string) string {
		return fmt.Sprintf(`{"properties":{%q:{"title":"F","format":"text","app":%q}}}`, name, app)
	}
	for who, administered := range map[*person]string{ann: fmt.Sprintf("[%q]", app), p: "[]"} {
		var me struct{ Administers json.RawMessage }
		if who.do("GET", "/v1/me", "").is(http.StatusOK).into(&me); string(me.Administers) != administered {
			t.Errorf("v1/me says that one administers %s, want %s", me.Administers, administered)
		}
	}
	w.person("Ben", nil).do("PATCH", "/v1/schema/deal", in(app, "f")).problem(http.StatusForbidden)
	ann.do("GET", "/v1/schema/formats", "").is(http.StatusOK)
	ann.do("GET", "/v1/schema/deal/definition", "").is(http.StatusOK)
	for _, body := range []string{
		`{"title":"X"}`, `{"columns":["code"]}`, `{"properties":{"code":{"title":"X"}}}`, `{"properties":{"code":null}}`, `{"properties":{"code":{"unique":true}}}`,
		`{"properties":{"f":{"title":"F","format":"text"}}}`, in(other, "f"),
	} {
		ann.do("PATCH", "/v1/schema/deal", body).problem(http.StatusForbidden)
	}
	ann.do("PATCH", "/v1/schema/deal", in(app, "f")).is(http.StatusOK)
	ann.do("PATCH", "/v1/schema/deal", `{"properties":{"f":{"title":"G"}}}`).is(http.StatusOK)
	ann.do("PATCH", "/v1/schema/deal", fmt.Sprintf(`{"properties":{"f":{"app":%q}}}`, other)).problem(http.StatusForbidden)
	var d defined
	ann.do("PATCH", "/v1/schema/deal", `{"properties":{"f":{"index":true}}}`).is(http.StatusAccepted).into(&d)
	ann.becomes(d.Change.Job, "done")
	p.change("deal", `{"properties":{"code":null}}`, http.StatusOK)
	ann.do("POST", "/v1/schema/deal/restore", `{"field":"code"}`).problem(http.StatusForbidden)
	var after struct {
		Retired []struct {
			Name string
			App  id.ID
		}
	}
	ann.do("PATCH", "/v1/schema/deal", `{"properties":{"f":null}}`).is(http.StatusOK).into(&after)
	if len(after.Retired) != 2 || after.Retired[0].App == after.Retired[1].App || after.Retired[0].App != app && after.Retired[1].App != app {
		t.Errorf("the retired fields don't say whose they are: %v", after.Retired)
	}
	ann.do("POST", "/v1/schema/deal/restore", `{"field":"f"}`).is(http.StatusOK)
	ann.do("DELETE", "/v1/schema/deal", "").problem(http.StatusForbidden)

	ann.do("POST", "/v1/schema", `{"api_name":"visit","title":"Visit"}`).problem(http.StatusForbidden)
	ann.do("POST", "/v1/schema", fmt.Sprintf(`{"api_name":"visit","title":"Visit","app":%q,"properties":{"f":{"title":"F","format":"text"}}}`, app)).is(http.StatusCreated)
	ann.do("PATCH", "/v1/schema/visit", fmt.Sprintf(`{"title":"Stay","properties":{"g":{"title":"G","format":"encrypted","app":%q}}}`, app)).is(http.StatusOK)
	var told struct {
		App        id.ID
		Properties map[string]struct {
			App       id.ID
			Sensitive bool
		}
	}
	p.do("GET", "/v1/schema/visit", "").is(http.StatusOK).into(&told)
	if f, g := told.Properties["f"], told.Properties["g"]; told.App != app || f.Sensitive || g.App != app || !g.Sensitive || told.Properties["name"].App != "" {
		t.Errorf("the schema says that an app brought %+v", told)
	}
	ann.do("DELETE", "/v1/schema/visit", "").is(http.StatusNoContent)
	ann.do("POST", "/v1/schema/visit/restore", `{}`).is(http.StatusOK)
}

// A failed change lists the records that don't fit to readers of the object alone. Others see
// how many there are, in jobs of earlier versions too, which name a record in their error.
func TestProblemsOfAChangeAreShownToReadersOfTheObject(t *testing.T) {
	w, p := working(t)
	ann := w.person("Ann", nil)
	app := w.put("app", row.Fields{"name": "Ours", "app_admins": []id.ID{ann.id}})
	ann.do("PATCH", "/v1/schema/deal", fmt.Sprintf(`{"properties":{"f":{"title":"F","format":"text","app":%q}}}`, app)).is(http.StatusOK)
	one := p.makes(`{"name":"Acquisition","f":"confidential"}`)
	ann.do("GET", "/v1/object/deal/"+one, "").problem(http.StatusForbidden)
	var d defined
	ann.do("PATCH", "/v1/schema/deal", `{"properties":{"f":{"format":"integer"}}}`).is(http.StatusAccepted).into(&d)
	job := d.Change.Job
	ann.becomes(job, "failed")
	secrets := []string{one, "Acquisition", "confidential"}
	check := func(what string, who *person, target, body string, isShown bool) {
		t.Helper()
		method := "GET"
		if body != "" {
			method = "POST"
		}
		text := string(who.do(method, target, body).is(http.StatusOK).body)
		for _, secret := range secrets {
			if strings.Contains(text, secret) != isShown {
				t.Errorf("%s: shows %q is %v in %s", what, secret, !isShown, text)
			}
		}
		if !strings.Contains(text, "1 record d") || !strings.Contains(text, `"count":1`) || strings.Contains(text, `"withheld"`) == isShown {
			t.Errorf("%s: lacks the count or the reason: %s", what, text)
		}
	}
	all := func(stage string) {
		t.Helper()
		query := `{"query":"SELECT error, problems FROM job"}`
		for target, body := range map[string]string{"/v1/job/" + job.String(): "", "/v1/object/job/" + job.String(): "", "/v1/object/job": "", "/v1/query": query} {
			check(stage+", the administrator of an app at "+target, ann, target, body, false)
			check(stage+", a superuser at "+target, p, target, body, true)
		}
	}
	all("now")
	old := row.Fields{"error": "1 record don't fit, and nothing was changed. The first: F: this can't be converted: confidential (" + one + ")."}
	if _, err := w.store.Commit(t.Context(), row.Change{Organization: w.org, Writes: []row.Write{{Object: "job", ID: job, Op: entry.Updated, Set: old}}}); err != nil {
		t.Fatal(err)
	}
	all("from an earlier version")
	// A condition would confirm a guess.
	ann.do("POST", "/v1/query", `{"query":"SELECT id FROM job WHERE error LIKE '%confid%'"}`).problem(http.StatusUnprocessableEntity)
	ann.do("GET", "/v1/object/job?filter="+url.QueryEscape(`[{"field":"error","operator":"LIKE","value":"confid"}]`), "").problem(http.StatusUnprocessableEntity)
}
