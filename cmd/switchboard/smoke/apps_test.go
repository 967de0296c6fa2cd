package smoke_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// All users see which apps of the organization are in use, and what it
// switched on or off.
func TestApps(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	used := admin.create("app", map[string]any{"name": "Dispatch"})
	idle := admin.create("app", map[string]any{"name": "Idle", "active": false})
	admin.create("app", map[string]any{"name": "Elsewhere"})
	if status := admin.Request(http.MethodPatch, "/v1/object/organization", map[string]any{
		"id": demo.Organization, "apps": []any{used, idle}, "settings": map[string]any{"features": map[string]any{"help_chat": false}},
	}, nil); status != http.StatusOK {
		t.Fatalf("apps of the organization: %d", status)
	}
	var me struct {
		Apps []struct {
			ID   string
			Name string
		}
		FeatureFlags map[string]bool `json:"feature_flags"`
		Rights       map[string]struct{ Rows string }
	}
	if status := agent.Request(http.MethodGet, "/v1/me", nil, &me); status != http.StatusOK {
		t.Fatalf("me: %d", status)
	}
	if len(me.Apps) != 1 || me.Apps[0].ID != used.String() || me.Apps[0].Name != "Dispatch" {
		t.Errorf("apps: %v", me.Apps)
	}
	if me.Rights["app"].Rows != "own" || me.Rights["contact"].Rows != "all" {
		t.Errorf("an agent's rows: %+v of apps, %+v of contacts", me.Rights["app"], me.Rights["contact"])
	}
	if on, said := me.FeatureFlags["help_chat"]; on || !said {
		t.Errorf("feature flags: %v", me.FeatureFlags)
	}
}

// An app's administrator sees its pages appear, change and disappear, and
// those of no other app.
func TestPagesOfAnAppAreLiveForItsAdministrators(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	theirs := admin.create("app", map[string]any{"name": "Depot"})
	var ours id.ID
	me := agent.connect("me")
	// Sockets that are already open are notified and resync.
	me.afterResync(agent, me.myself(agent), func() {
		ours = admin.create("app", map[string]any{"name": "Counter", "app_admins": []id.ID{agent.me()}})
	})
	tab := agent.connect("object:app_page")
	page := func(d *desk, name string, app id.ID) id.ID {
		return d.create("app_page", map[string]any{"name": name, "type": "Home Page", "app": app})
	}
	move := func(page, app id.ID) {
		t.Helper()
		if got := admin.Request(http.MethodPatch, "/v1/object/app_page", map[string]any{"id": page, "app": app}, nil); got != http.StatusOK {
			t.Fatalf("move a page: %d", got)
		}
	}
	hidden := page(admin, "Theirs", theirs)
	first, second := page(admin, "Ours", ours), page(agent, "Ours too", ours)
	tab.wait("a superuser's page", func(c wire.Change) bool { return c.ID == first && c.Op == entry.Created })
	tab.wait("their own page", func(c wire.Change) bool { return c.ID == second && c.Op == entry.Created })
	move(first, theirs)
	tab.wait("it to leave the app", func(c wire.Change) bool { return c.ID == first && c.Op == entry.Removed })
	if n := tab.count(func(c wire.Change) bool { return c.ID == hidden }); n != 0 {
		t.Errorf("the administrator received another app's page %d times", n)
	}
	move(hidden, ours)
	tab.wait("one to come to the app", func(c wire.Change) bool { return c.ID == hidden && c.Op == entry.Created })
	if got := admin.Request(http.MethodPatch, "/v1/object/app", map[string]any{"id": ours, "app_admins": []id.ID{}}, nil); got != http.StatusOK {
		t.Fatalf("remove the administrator: %d", got)
	}
	waittest.Until(t, "its pages to be closed", func() bool {
		return agent.Request(http.MethodGet, "/v1/object/app_page/"+hidden.String(), nil, nil) == http.StatusForbidden
	})
}

// A tag keeps its meaning: its label and color may change, its value may not,
// and no list has the same value twice.
func TestATagKeepsItsValue(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	tag := admin.create("tag", map[string]any{"value": "pioneer", "color": "pink"})
	for _, c := range []struct {
		method string
		fields map[string]any
		want   int
	}{
		{http.MethodPatch, map[string]any{"id": tag, "label": "Prospect", "color": "teal"}, http.StatusOK},
		{http.MethodPatch, map[string]any{"id": tag, "value": "prospect"}, http.StatusUnprocessableEntity},
		{http.MethodPatch, map[string]any{"id": tag, "color": "mauve"}, http.StatusUnprocessableEntity},
		{http.MethodPost, map[string]any{"value": "PIONEER"}, http.StatusConflict},
		{http.MethodPost, map[string]any{"value": "pioneer", "global": false, "object": "contact", "field_api_name": "company"}, http.StatusOK},
	} {
		if got := admin.Request(c.method, "/v1/object/tag", c.fields, nil); got != c.want {
			t.Errorf("%s %v: %d, want %d", c.method, c.fields, got, c.want)
		}
	}
	// If there are several, the refusal shows the existing one by its visible
	// name.
	var refusal string
	admin.Spy = func(_, answer string) { refusal = answer }
	admin.Request(http.MethodPost, "/v1/object/tag", []any{map[string]any{"value": "settler"}, map[string]any{"value": "Pioneer"}}, nil)
	for _, part := range []string{`"detail":"This tag exists already."`, `"errors":{"value":["This tag exists already."]}`, `"index":1`} {
		if !strings.Contains(refusal, part) {
			t.Errorf("a second tag of a value is refused with %s, without %s", refusal, part)
		}
	}
}
