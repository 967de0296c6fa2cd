package smoke_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// If the organization does not use the app that represents the phone, there
// is no phone: users cannot call or register, callers hear that nobody is
// available, and every browser is notified.
func TestThePhoneIsOnlyShownWithItsApp(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	agent := p.signIn("agent1").present()
	var used struct{ Apps []struct{ ID id.ID } }
	admin.get("organization", demo.Organization, &used)
	if len(used.Apps) != 1 {
		t.Fatalf("the demo uses %v", used.Apps)
	}
	app := used.Apps[0].ID
	live := agent.connect("me")
	says := func(without ...string) {
		t.Helper()
		without = append(without, "salesforce") // no app represents it here
		waittest.Until(t, "to receive what is not used", func() bool {
			var me struct{ Without []string }
			var ack struct {
				Snapshot struct{ Without []string }
			}
			live.ask("subscribe", map[string]any{"topic": "me"}, &ack)
			agent.Request(http.MethodGet, "/v1/me", nil, &me)
			return slices.Equal(me.Without, without) && slices.Equal(ack.Snapshot.Without, without)
		})
	}
	dial := func() string {
		return live.answered("call.dial", map[string]any{"to": "+14155552671", "command": id.New()})
	}
	token := func() int {
		return agent.Request(http.MethodGet, "/v1/twilio/token/"+demo.Organization.String(), nil, nil)
	}
	uses := func(apps ...id.ID) {
		t.Helper()
		if got := admin.Request(http.MethodPatch, "/v1/object/organization", map[string]any{"id": demo.Organization, "apps": apps}, nil); got != http.StatusOK {
			t.Fatalf("apps of the organization: %d", got)
		}
	}
	active := func(is bool) {
		t.Helper()
		if got := admin.Request(http.MethodPatch, "/v1/object/app", map[string]any{"id": app, "active": is}, nil); got != http.StatusOK {
			t.Fatalf("the app: %d", got)
		}
	}
	const refused = "Your organization does not use the phone."
	says()
	for _, c := range []struct {
		name    string
		off, on func()
	}{
		{"moved away", func() { uses() }, func() { uses(app) }},
		{"not active", func() { active(false) }, func() { active(true) }},
	} {
		c.off()
		if got := dial(); !strings.Contains(got, refused) || !strings.Contains(got, `"code":"forbidden"`) {
			t.Errorf("%s: a call is answered %s", c.name, got)
		}
		if got := token(); got != http.StatusForbidden {
			t.Errorf("%s: a phone registers: %d", c.name, got)
		}
		says("calls")
		var placed struct{ SID string }
		admin.Request(http.MethodPost, "/simulator/calls", map[string]string{"from": "+12065559401", "to": demo.Phones()[0].Number}, &placed)
		admin.hears(placed.SID, "We are sorry. Nobody is available to take your call right now.")
		c.on()
		if got := token(); got != http.StatusOK {
			t.Errorf("%s: no phone registers after it: %d", c.name, got)
		}
		says()
	}
	_, call := admin.outside("+12065559402")
	agent.becomes(call, "ringing")
	agent.rings(call, agent.me(), true)
}
