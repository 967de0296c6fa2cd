package smoke_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/analytics"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/features"
	"switchboard/actors/onboarding"
	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// Two organizations of one installation share no row, topic, number or
// response.
func TestOrganizationsAreIsolated(t *testing.T) {
	p := start(t, nil)
	const password = "correct horse battery"
	made, err := p.Main.Installation().CreateOrganization(t.Context(), "Elsewhere", "boss@elsewhere.test", "Edda Boss", password)
	if err != nil {
		t.Fatal(err)
	}
	admin, agent, boss := p.signIn("admin"), p.signIn("agent1"), p.as("boss@elsewhere.test", password)
	var me struct {
		Organization struct{ ID id.ID }
	}
	if boss.Request(http.MethodGet, "/v1/me", nil, &me); me.Organization.ID != made {
		t.Fatalf("the new administrator is in %s", me.Organization.ID)
	}

	theirs := map[string]id.ID{"contact": admin.newContact("Demo Only"), "user": agent.me(), "twilio_phone": demo.Phones()[0].ID}
	theirs["chat"] = agent.create("chat", map[string]any{"name": "Demo chat"})
	ours := boss.connect("me", "feed", "calls", "calls:all", "presence", "object:contact", "object:call", "object:chat", "object:user")
	_, call := admin.outside("+12065559301")
	agent.becomes(call, "ringing")
	theirs["call"] = call

	given := map[string]bool{}
	for _, write := range analytics.Ready(func(string) id.ID { return id.New() }) {
		name, _ := write.Set["name"].(string)
		given[name] = true
	}
	for _, o := range features.Registry().Objects() {
		if o.Internal {
			continue
		}
		var page struct {
			Data []record `json:"data"`
		}
		if got := boss.Request(http.MethodGet, "/v1/object/"+o.APIName+"?limit=1000", nil, &page); got != http.StatusOK {
			t.Errorf("list of %s: %d", o.APIName, got)
		}
		for _, r := range page.Data {
			if o.APIName == "app" && len(page.Data) == 1 && r.text("name") == "ValPhone" {
				continue // a new organization has a phone
			}
			if o.APIName == "onboarding" && slices.Contains(onboarding.Names(), r.text("name")) {
				continue // and wizards to begin with
			}
			if given[r.text("name")] && (o.APIName == "report" || o.APIName == "dashboard") {
				continue // and figures to look at
			}
			if r.text("id") != made.String() && r.text("email") != "boss@elsewhere.test" {
				t.Errorf("%s %s of another organization, or of nobody", o.APIName, r["id"])
			}
		}
	}
	for object, one := range theirs {
		if got := boss.get(object, one, nil); got != http.StatusNotFound {
			t.Errorf("their %s is read: %d", object, got)
		}
		if got := boss.Request(http.MethodPatch, "/v1/object/"+object, map[string]any{"id": one, "name": "Mine now"}, nil); got != http.StatusNotFound {
			t.Errorf("their %s is changed: %d", object, got)
		}
		hidden := http.StatusNotFound
		if features.Registry().Object(object).Kept != "" {
			hidden = http.StatusForbidden // the same as for a missing right
		}
		if got := boss.Request(http.MethodDelete, "/v1/object/"+object+"/"+one.String(), nil, nil); got != hidden {
			t.Errorf("their %s is deleted: %d", object, got)
		}
		var ack struct {
			OK bool `json:"ok"`
		}
		if ours.ask("subscribe", map[string]any{"topic": "record:" + object + ":" + one.String()}, &ack); ack.OK {
			t.Errorf("their %s can be followed", object)
		}
	}
	for _, status := range []string{"in-progress", "declined", "completed"} {
		if got := boss.command(call, status); got != http.StatusNotFound {
			t.Errorf("their call takes %s from us: %d", status, got)
		}
	}
	for _, body := range []map[string]any{
		{"name": "X", "owner": agent.me()}, {"name": "X", "related_note": theirs["contact"]},
	} {
		if got := boss.Request(http.MethodPost, "/v1/object/contact", body, nil); got != http.StatusUnprocessableEntity {
			t.Errorf("a record that names their record: %d", got)
		}
	}
	number := map[string]any{"name": "Stolen", "sid": "PNx", "phone_number": demo.Phones()[1].Number}
	if got := boss.Request(http.MethodPost, "/v1/object/twilio_phone", number, nil); got != http.StatusConflict {
		t.Errorf("their number is taken: %d", got)
	}
	var presence []struct{ Name string }
	boss.Request(http.MethodGet, "/v1/status/users", nil, &presence)
	if len(presence) != 1 || presence[0].Name != "Edda Boss" {
		t.Errorf("presence of %v", presence)
	}
	var snapshot json.RawMessage
	ours.ask("subscribe", map[string]any{"topic": "presence"}, &snapshot)
	if strings.Contains(string(snapshot), agent.me().String()) {
		t.Errorf("presence of theirs on the socket: %s", snapshot)
	}

	// A member of their organization who also becomes a user here keeps their
	// account and password there; and nothing of theirs was sent to us.
	boss.Request(http.MethodPost, "/v1/object/user", map[string]any{"name": "Alice Here", "email": "agent1@demo.test"}, nil)
	var again struct {
		User         record `json:"user"`
		Organization struct{ ID id.ID }
	}
	p.signIn("agent1").Request(http.MethodGet, "/v1/me", nil, &again)
	if again.Organization.ID != demo.Organization || again.User.text("name") == "Alice Here" {
		t.Errorf("agent1 signs in to %s as %s", again.Organization.ID, again.User.text("name"))
	}
	last := boss.newContact("Ours")
	ours.wait("our contact", of(last))
	ours.mu.Lock()
	defer ours.mu.Unlock()
	for _, c := range ours.changes {
		if c.ID != last && c.Object != "user" {
			t.Errorf("received %s %s", c.Object, c.ID)
		}
		for object, one := range theirs {
			if c.ID == one {
				t.Errorf("received their %s", object)
			}
		}
	}
}

// A number of another organization than the demo's can be called too, and
// rings only there.
func TestACallToAnotherOrganization(t *testing.T) {
	p := start(t, nil)
	const password, number = "correct horse battery", "+14155550100"
	if _, err := p.Main.Installation().CreateOrganization(t.Context(), "Elsewhere", "boss@elsewhere.test", "Edda Boss", password); err != nil {
		t.Fatal(err)
	}
	boss := p.as("boss@elsewhere.test", password)
	boss.create("twilio_phone", map[string]any{"name": "Ours", "sid": "PNours", "phone_number": number})
	boss.choose("available")
	p.Restart()
	boss.present()
	var placed struct{ SID string }
	if got := boss.Request(http.MethodPost, "/simulator/calls", map[string]string{"from": "+12065559999", "to": number}, &placed); got != http.StatusCreated {
		t.Fatalf("simulated call: %d", got)
	}
	call := id.Derived(placed.SID)
	boss.becomes(call, "ringing")
	if got := p.signIn("admin").get("call", call, nil); got != http.StatusNotFound {
		t.Errorf("the demo's administrator reads it: %d", got)
	}
	if got := boss.command(call, "in-progress"); got != http.StatusNoContent {
		t.Fatalf("accept: %d", got)
	}
	boss.becomes(call, "in-progress")
	if got := boss.command(call, "completed"); got != http.StatusNoContent {
		t.Fatalf("hang-up: %d", got)
	}
	boss.becomes(call, "completed")
}

// Simulated calls and texts to one organization's numbers are invisible to
// another and cannot be changed by it, although they share one simulated
// provider.
func TestTheSimulatorIsolatesOrganizations(t *testing.T) {
	p := start(t, nil)
	const password = "correct horse battery"
	if _, err := p.Main.Installation().CreateOrganization(t.Context(), "Elsewhere", "boss@elsewhere.test", "Edda Boss", password); err != nil {
		t.Fatal(err)
	}
	admin, agent, boss := p.signIn("admin"), p.signIn("agent1"), p.as("boss@elsewhere.test", password)
	leg, call := admin.outside("+12065559311")
	agent.becomes(call, "ringing")
	demoNumber := demo.Phones()[0].Number
	text := map[string]string{"from": "+12065559311", "to": demoNumber, "body": "STOP"}
	if got := agent.Request(http.MethodPost, "/simulator/texts", text, nil); got != http.StatusCreated {
		t.Fatalf("an agent of the demo can't play: %d", got)
	}
	var state simulator.View
	if got := boss.Request(http.MethodGet, "/simulator/state", nil, &state); got != http.StatusOK || len(state.Calls)+len(state.Texts)+len(state.Numbers) > 0 {
		t.Errorf("another organization's superuser sees %d, %+v", got, state)
	}
	for path, body := range map[string]any{
		"/simulator/calls":                    map[string]string{"from": "+12065559312", "to": demoNumber},
		"/simulator/texts":                    map[string]string{"from": "+12065559311", "to": demoNumber, "body": "START"},
		"/simulator/calls/" + leg + "/hangup": map[string]any{},
		"/simulator/calls/" + leg + "/answer": map[string]any{},
	} {
		if got := boss.Request(http.MethodPost, path, body, nil); got != http.StatusUnprocessableEntity && got != http.StatusNotFound {
			t.Errorf("POST %s by another organization: %d", path, got)
		}
	}
	agent.becomes(call, "ringing") // it was not hung up
	if got := admin.Request(http.MethodPost, "/simulator/calls/"+leg+"/hangup", map[string]any{}, nil); got != http.StatusNoContent {
		t.Errorf("hang-up by its own organization: %d", got)
	}
}

// The nodes that run hear of an organization's end, though its log goes with it: its sockets
// are closed and its tokens mean nothing any more. Others notice nothing.
func TestADeletedOrganizationIsLeft(t *testing.T) {
	p := start(t, nil)
	const password = "correct horse battery"
	made, err := p.Main.Installation().CreateOrganization(t.Context(), "Shortlived", "boss@shortlived.test", "Edda Boss", password)
	if err != nil {
		t.Fatal(err)
	}
	admin, boss := p.signIn("admin"), p.as("boss@shortlived.test", password)
	theirs, ours := boss.connect("me", "object:contact"), admin.connect("me", "object:contact")
	if err := p.Main.Installation().DeleteOrganization(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the sockets to be closed", func() bool {
		select {
		case <-theirs.ended:
			return true
		default:
			return false
		}
	})
	if got := boss.Request(http.MethodGet, "/v1/me", nil, nil); got != http.StatusUnauthorized {
		t.Errorf("with the token of a deleted organization: %d", got)
	}
	if got := boss.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil); got != http.StatusUnauthorized {
		t.Errorf("its contacts: %d", got)
	}
	admin.newContact("Stays")
	ours.wait("a change of another organization", func(c wire.Change) bool { return c.Object == "contact" })
}
