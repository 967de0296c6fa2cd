package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// A user's subscription appears in all of the user's tabs immediately, and
// for no other user without the right to see it; it survives a restart.
func TestASubscriptionIsLiveInEveryTab(t *testing.T) {
	p := start(t, nil)
	agent := p.signIn("agent1")
	tab := agent.connect("object:notification_subscriber")
	about := agent.newContact("Sub Scribed")
	subscribe := func(d *desk) id.ID {
		return d.create("notification_subscriber", map[string]any{
			"user": map[string]any{"id": d.me()}, "notification_setting": "Inbound SMS Alert", "object": map[string]any{"schema_api_name": "contact"}, "record_id": about,
		})
	}
	one := subscribe(agent)
	tab.wait("the subscription", func(c wire.Change) bool { return c.ID == one && c.Op == entry.Created })
	if got := agent.Request(http.MethodPatch, "/v1/object/notification_subscriber", []any{map[string]any{"id": one, "active": false}}, nil); got != http.StatusOK {
		t.Fatalf("switched off: %d", got)
	}
	tab.wait("it to be off", func(c wire.Change) bool { return c.ID == one && string(c.Fields["active"]) == "false" })

	p.Restart()
	agent, other := p.signIn("agent1"), p.signIn("agent2")
	rows, header, status := agent.asks("SELECT active FROM notification_subscriber WHERE record_id = '"+about.String()+"'", true)
	if status != http.StatusOK || len(rows) != 1 || string(rows[0]) != `{"active":false}` || header.Get("X-Topic") == "" {
		t.Fatalf("after a restart: %d %s", status, rows)
	}
	last := subscribe(other)
	tab = agent.connect("object:notification_subscriber")
	others := other.connect("object:notification_subscriber")
	if got := agent.Request(http.MethodDelete, "/v1/object/notification_subscriber?ids="+one.String(), nil, nil); got != http.StatusNoContent {
		t.Fatalf("removed: %d", got)
	}
	tab.wait("it to go", func(c wire.Change) bool { return c.ID == one && c.Op == entry.Removed })
	if got := other.Request(http.MethodDelete, "/v1/object/notification_subscriber?ids="+last.String(), nil, nil); got != http.StatusNoContent {
		t.Fatalf("the other's removed: %d", got)
	}
	// Changes arrive in order: a colleague's would have arrived before their
	// own.
	others.wait("their own to go", func(c wire.Change) bool { return c.ID == last && c.Op == entry.Removed })
	if n := others.count(func(c wire.Change) bool { return c.ID == one }); n != 0 {
		t.Errorf("the user received a colleague's %d times", n)
	}
}
