package smoke_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
)

// deployed is the answer to a deployment.
type deployed struct {
	Version int
	Diff    struct {
		Token string
		Steps []struct{ Action, Kind, Object, Name string }
	}
	Detail string
}

// refuses returns the status and the detail of a refusal.
func (d *desk) refuses(path string, body any) (status int, detail string) {
	d.T.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		d.T.Fatal(err)
	}
	request, err := http.NewRequestWithContext(d.T.Context(), http.MethodPost, d.URL+path, bytes.NewReader(raw))
	if err != nil {
		d.T.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+d.Token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.T.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var problem struct{ Detail string }
	if err := json.NewDecoder(response.Body).Decode(&problem); err != nil {
		d.T.Fatal(err)
	}
	return response.StatusCode, problem.Detail
}

// lines are the steps in a word or two each.
func (d deployed) lines() string {
	var out []string
	for _, s := range d.Diff.Steps {
		out = append(out, s.Action+" "+s.Kind+" "+s.Object+" "+s.Name)
	}
	return strings.Join(out, "\n")
}

// deploys asks for a deployment and fails the test if the answer has another status.
func (d *desk) deploys(path string, body map[string]any, status int) (out deployed) {
	d.T.Helper()
	if body == nil {
		body = map[string]any{}
	}
	if status >= http.StatusBadRequest {
		got, detail := d.refuses("/v1/app/"+path, body)
		if out.Detail = detail; got != status {
			d.T.Fatalf("POST %s: %d, not %d: %s", path, got, status, detail)
		}
		return out
	}
	if got := d.Request(http.MethodPost, "/v1/app/"+path, body, &out); got != status {
		d.T.Fatalf("POST %s: %d, not %d: %s\n%s", path, got, status, out.Detail, out.lines())
	}
	return out
}

// dispatch makes an app with an object, a field of another object, a function with a trigger, and a
// permission set.
func (d *desk) dispatch() id.ID {
	d.T.Helper()
	app := d.create("app", map[string]any{"name": "Dispatch", "app_version": "1.0", "records": map[string]any{}})
	for path, body := range map[string]map[string]any{
		"POST /v1/schema": {"api_name": "depot", "title": "Depot", "app": app, "properties": map[string]any{
			"city": map[string]any{"title": "City", "format": "text", "app": app},
		}},
	} {
		method, at, _ := strings.Cut(path, " ")
		if got := d.Request(method, at, body, nil); got != http.StatusCreated {
			d.T.Fatalf("%s: %d", path, got)
		}
	}
	for object, fields := range map[string]map[string]any{
		"contact": {"depot_code": map[string]any{"title": "Depot Code", "format": "text", "app": app}},
		"depot":   {"parent": map[string]any{"title": "Parent", "format": "lookup", "anyOf": []any{map[string]any{"schema_api_name": "depot"}}, "app": app}},
	} {
		if got := d.Request(http.MethodPatch, "/v1/schema/"+object, map[string]any{"properties": fields}, nil); got != http.StatusOK {
			d.T.Fatalf("fields of %s: %d", object, got)
		}
	}
	function := d.create("function", map[string]any{"name": "Route", "api_name": "route_depot", "app": app, "code": "return 1"})
	d.create("record_trigger", map[string]any{"name": "On depot", "app": app, "object": "depot", "events": []string{"after_create"}, "function": function})
	set := d.create("permission", map[string]any{"name": "Dispatcher", "schemas": []string{"depot"}, "object_permissions": map[string]any{"depot": map[string]bool{"read": true}}})
	if got := d.Request(http.MethodPatch, "/v1/object/app", map[string]any{"id": app, "records": map[string]any{"permission": []id.ID{set}}}, nil); got != http.StatusOK {
		d.T.Fatalf("records of the app: %d", got)
	}
	return app
}

// An app is published, installed by a code, updated, and rolled back; what is not of the app stays.
func TestAnAppTravels(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	const own = "correct horse battery"
	if _, err := p.Main.Installation().CreateOrganization(t.Context(), "Elsewhere", "boss@elsewhere.test", "Edda Boss", own); err != nil {
		t.Fatal(err)
	}
	boss := p.as("boss@elsewhere.test", own)
	app := admin.dispatch()
	at := app.String()

	if got := admin.deploys(at+"/install_code", nil, http.StatusConflict); !strings.Contains(got.Detail, "no version yet") {
		t.Errorf("a code before the first version: %q", got.Detail)
	}
	shown := admin.deploys(at+"/deploy/base", map[string]any{"dry_run": true}, http.StatusOK)
	want := "create app app Dispatch\ncreate field contact Depot Code\ncreate object depot Depot\ncreate field depot City\ncreate field depot Parent\n" +
		"create record function Route\ncreate record record_trigger On depot\ncreate record permission Dispatcher"
	if shown.lines() != want || shown.Version != 1 {
		t.Errorf("the difference of the first version %d:\n%s", shown.Version, shown.lines())
	}
	if got := admin.deploys(at+"/deploy/base", map[string]any{"token": shown.Diff.Token}, http.StatusOK); got.Version != 1 {
		t.Errorf("the first version is %d", got.Version)
	}
	if got := admin.deploys(at+"/deploy/base", nil, http.StatusOK); len(got.Diff.Steps) != 0 || got.Version != 1 {
		t.Errorf("nothing changed, and version %d was made: %s", got.Version, got.lines())
	}

	var code struct {
		InstallCode string `json:"install_code"`
	}
	if got := admin.Request(http.MethodPost, "/v1/app/"+at+"/install_code", map[string]any{}, &code); got != http.StatusCreated || len(code.InstallCode) < 20 {
		t.Fatalf("a code: %d %q", got, code.InstallCode)
	}
	redeem := map[string]any{"install_code": strings.ToLower(code.InstallCode[:8]) + "-" + code.InstallCode[8:]}
	admin.deploys("install", redeem, http.StatusConflict) // one's own
	boss.deploys("install", map[string]any{"install_code": "NOTACODE"}, http.StatusNotFound)
	dry := map[string]any{"install_code": code.InstallCode, "dry_run": true}
	if got := boss.deploys("install", dry, http.StatusOK); got.lines() != want {
		t.Errorf("what an installation would do:\n%s", got.lines())
	}
	if got := boss.Request(http.MethodGet, "/v1/schema/depot", nil, nil); got != http.StatusNotFound {
		t.Errorf("a dry run made the object: %d", got)
	}
	boss.deploys("install", redeem, http.StatusOK)
	boss.deploys("install", redeem, http.StatusNotFound) // used
	depot := boss.create("depot", map[string]any{"name": "North", "city": "Oslo"})
	boss.create("depot", map[string]any{"name": "Northern yard", "parent": depot})
	var trigger struct {
		Data []struct {
			Name   string
			Object struct {
				APIName string `json:"api_name"`
			}
			Function struct{ Name string }
		}
	}
	if got := boss.Request(http.MethodGet, "/v1/object/record_trigger", nil, &trigger); got != http.StatusOK || len(trigger.Data) != 1 ||
		trigger.Data[0].Function.Name != "Route" || trigger.Data[0].Object.APIName != "depot" {
		t.Errorf("the trigger: %d %+v", got, trigger)
	}

	// The next version changes, adds and removes; its subscribers get it by a job.
	for _, change := range []map[string]any{
		{"properties": map[string]any{"city": map[string]any{"title": "Town"}, "size": map[string]any{"title": "Size", "format": "integer", "app": app}}},
		{"title": "Station"},
	} {
		if got := admin.Request(http.MethodPatch, "/v1/schema/depot", change, nil); got != http.StatusOK {
			t.Fatalf("change the object: %d", got)
		}
	}
	if got := admin.Request(http.MethodPatch, "/v1/schema/contact", map[string]any{"properties": map[string]any{"depot_code": nil}}, nil); got != http.StatusOK {
		t.Fatalf("retire a field: %d", got)
	}
	second := admin.deploys(at+"/deploy/base", nil, http.StatusOK)
	if second.Version != 2 || !strings.Contains(second.lines(), "remove field contact Depot Code") || !strings.Contains(second.lines(), "change object depot Station") {
		t.Errorf("version %d:\n%s", second.Version, second.lines())
	}
	var started struct {
		Job         id.ID
		Subscribers int
	}
	if got := admin.Request(http.MethodPost, "/v1/app/"+at+"/subscribers", map[string]any{}, &started); got != http.StatusOK || started.Subscribers != 1 {
		t.Fatalf("update the subscribers: %d %+v", got, started)
	}
	admin.becomesJob(started.Job, "done")
	var described struct {
		Title      string
		Properties map[string]struct{ Title string }
	}
	if got := boss.Request(http.MethodGet, "/v1/schema/depot", nil, &described); got != http.StatusOK || described.Title != "Station" ||
		described.Properties["city"].Title != "Town" || described.Properties["size"].Title != "Size" {
		t.Errorf("the subscriber has %d %+v", got, described)
	}

	// What the update replaced comes back, and the records of people stay.
	back := boss.deploys(at+"/rollback", nil, http.StatusOK)
	if !strings.Contains(back.lines(), "create field contact Depot Code") || !strings.Contains(back.lines(), "remove field depot Size") {
		t.Errorf("the rollback:\n%s", back.lines())
	}
	if got := boss.Request(http.MethodGet, "/v1/schema/depot", nil, &described); got != http.StatusOK || described.Title != "Depot" {
		t.Errorf("after the rollback: %d %+v", got, described.Title)
	}
	if got := boss.Request(http.MethodGet, "/v1/object/depot/"+depot.String(), nil, nil); got != http.StatusOK {
		t.Errorf("the record is gone: %d", got)
	}
	var about struct {
		Counts      map[string]int
		Deployments []struct {
			Kind   string
			Undone bool
		}
	}
	if got := boss.Request(http.MethodGet, "/v1/app/"+at+"/about", nil, &about); got != http.StatusOK || about.Counts["object"] != 1 || about.Counts["function"] != 1 ||
		len(about.Deployments) != 3 || about.Deployments[0].Kind != "rollback" || !about.Deployments[1].Undone {
		t.Errorf("the history: %d %+v", got, about)
	}
}

// A package from a file is idempotent, happens to the target that was shown, wholly or not at all,
// and overwrites nothing that is not of its app.
func TestPackagesAreRefusedWholly(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	const own = "correct horse battery"
	if _, err := p.Main.Installation().CreateOrganization(t.Context(), "Elsewhere", "boss@elsewhere.test", "Edda Boss", own); err != nil {
		t.Fatal(err)
	}
	boss := p.as("boss@elsewhere.test", own)
	app := admin.dispatch()
	var raw json.RawMessage
	if got := admin.Request(http.MethodGet, "/v1/app/"+app.String()+"/package", nil, &raw); got != http.StatusOK {
		t.Fatalf("download: %d", got)
	}
	first := boss.deploys("package", map[string]any{"package": raw, "dry_run": true}, http.StatusOK)
	victim := boss.create("function", map[string]any{"name": "Mine", "api_name": "mine", "code": "return 2"})

	edit := func(change func(p map[string]any)) json.RawMessage {
		t.Helper()
		var all map[string]any
		if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
		change(all)
		out, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	record := func(object string, of id.ID, fields map[string]any) func(map[string]any) {
		return func(p map[string]any) {
			p["records"] = append(p["records"].([]any), map[string]any{"object": object, "id": of, "fields": fields})
		}
	}
	for name, test := range map[string]struct {
		body   json.RawMessage
		status int
		detail string
	}{
		"a newer release":    {edit(func(p map[string]any) { p["format"] = 2 }), http.StatusUnprocessableEntity, "made by a newer release"},
		"an unknown member":  {edit(func(p map[string]any) { p["hook"] = "curl" }), http.StatusUnprocessableEntity, "hook"},
		"no document":        {json.RawMessage(`"x"`), http.StatusUnprocessableEntity, "no JSON document"},
		"a user":             {edit(record("user", id.New(), map[string]any{"name": "Eve", "is_superuser": true})), http.StatusUnprocessableEntity, "don't travel"},
		"another's function": {edit(record("function", victim, map[string]any{"name": "Theirs", "code": "steal()"})), http.StatusConflict, "not overwritten"},
		"a field of a user": {edit(func(p map[string]any) {
			p["objects"] = append(p["objects"].([]any), map[string]any{"api_name": "user", "extends": true, "fields": map[string]any{"x": map[string]any{"title": "X", "format": "text"}}})
		}), http.StatusForbidden, ""},
		"an odd name": {edit(func(p map[string]any) {
			p["objects"] = append(p["objects"].([]any), map[string]any{"api_name": "x; drop table", "fields": map[string]any{}})
		}), http.StatusUnprocessableEntity, "no name of an object"},
		"an unknown field":     {edit(record("function", id.New(), map[string]any{"name": "F", "is_superuser": true})), http.StatusUnprocessableEntity, "function F"},
		"a system field":       {edit(record("function", id.New(), map[string]any{"name": "F", "organization_id": demo.Organization})), http.StatusUnprocessableEntity, ""},
		"an object of its own": {edit(func(p map[string]any) { p["objects"].([]any)[1].(map[string]any)["api_name"] = "contact" }), http.StatusUnprocessableEntity, ""},
	} {
		got, detail := boss.refuses("/v1/app/package", map[string]any{"package": test.body})
		if got != test.status || !strings.Contains(detail, test.detail) {
			t.Errorf("%s: %d %q, want %d %q", name, got, detail, test.status, test.detail)
		}
		if got := boss.Request(http.MethodGet, "/v1/schema/depot", nil, nil); got != http.StatusNotFound {
			t.Fatalf("%s left an object behind: %d", name, got)
		}
	}
	// The target changed since the difference was shown.
	boss.deploys("package", map[string]any{"package": raw, "token": first.Diff.Token}, http.StatusOK)
	boss.deploys("package", map[string]any{"package": raw, "token": first.Diff.Token}, http.StatusConflict)
	if again := boss.deploys("package", map[string]any{"package": raw}, http.StatusOK); len(again.Diff.Steps) != 0 {
		t.Errorf("the same package again:\n%s", again.lines())
	}
	var mine struct{ Code string }
	if boss.get("function", victim, &mine); mine.Code != "return 2" {
		t.Errorf("the function is %q", mine.Code)
	}
	// Agents do none of it.
	agent := p.signIn("agent1")
	for _, path := range []string{"deploy/base", "deploy/next", "rollback", "subscribers", "install_code"} {
		agent.deploys(app.String()+"/"+path, map[string]any{}, http.StatusForbidden)
	}
	agent.deploys("package", map[string]any{"package": raw}, http.StatusForbidden)
}
