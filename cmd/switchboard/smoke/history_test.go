package smoke_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// became reads a record's history, as "op cause via by" and, of its changes,
// one field before and after.
func (d *desk) became(object string, one id.ID, field string) (lines []string) {
	d.T.Helper()
	var page []struct {
		Op, Cause, Via, Address string
		By                      struct {
			ModifiedBy *struct{ Name string } `json:"modified_by"`
		}
		Changes map[string]struct{ Before, After any }
	}
	if got := d.Request(http.MethodGet, "/v1/object/"+object+"/"+one.String()+"/history", nil, &page); got != http.StatusOK {
		d.T.Fatalf("history of %s: %d", object, got)
	}
	for _, r := range page {
		who := "nobody"
		if r.By.ModifiedBy != nil {
			who = r.By.ModifiedBy.Name
		}
		line := fmt.Sprint(r.Op, " ", r.Cause, " ", r.Via, " ", r.Address, " ", who)
		if change, changed := r.Changes[field]; changed {
			line += fmt.Sprint(" ", change.Before, "→", change.After)
		}
		lines = append(lines, line)
	}
	return lines
}

// The history records the entry point of each change: REST, a provider's
// webhook, a socket.
func TestTheHistoryNamesEveryEntryPoint(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	const number = "+14155550177"
	says := func(body string) {
		t.Helper()
		text := map[string]string{"from": number, "to": demo.Phones()[0].Number, "body": body}
		if got := admin.Request(http.MethodPost, "/simulator/texts", text, nil); got != http.StatusCreated {
			t.Fatalf("simulated text: %d", got)
		}
	}
	one := agent.create("contact", map[string]any{"name": "Grace", "phone": map[string]any{"phone_number": number}, "sms_opt_in": true})
	says("STOP")
	want := []string{"updated contact.opted_out webhook  nobody true→false", "created contact.created api 127.0.0.1 Alice Moreno"}
	var got []string
	waittest.Until(t, "the STOP to be kept", func() bool {
		got = admin.became("contact", one, "sms_opt_in")
		return len(got) > 1
	})
	if !slices.Equal(got, want) {
		t.Errorf("the contact's history %q, want %q", got, want)
	}

	_, call := agent.outside("+12065558177")
	agent.rings(call, agent.me(), true)
	var reply struct {
		OK    bool
		Error wire.Problem
	}
	agent.browser.ask("call.accept", map[string]any{"id": call, "command": id.New()}, &reply)
	got = admin.became("call", call, "user")
	accepted := func(line string) bool {
		return strings.HasPrefix(line, "updated call.accepted ui 127.0.0.1 Alice Moreno")
	}
	if !reply.OK || !slices.ContainsFunc(got, accepted) {
		t.Errorf("accepted: %+v, the call's history %q", reply, got)
	}
}

// A contact that was deleted and then texted STOP is restored with calls and
// texts stopped.
func TestADeletedContactComesBackAsItsNumbersSay(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	const number = "+14155550178"
	phone := map[string]any{"phone_number": number}
	one := admin.create("contact", map[string]any{"name": "Grace", "phone": phone, "sms_opt_in": true})
	live := admin.connect("object:contact")
	if got := admin.Request(http.MethodDelete, "/v1/object/contact/"+one.String(), nil, nil); got != http.StatusNoContent {
		t.Fatalf("delete: %d", got)
	}
	text := map[string]string{"from": number, "to": demo.Phones()[0].Number, "body": "STOP"}
	if got := admin.Request(http.MethodPost, "/simulator/texts", text, nil); got != http.StatusCreated {
		t.Fatalf("simulated text: %d", got)
	}
	waittest.Until(t, "the STOP to be kept", func() bool {
		return len(admin.list("consent_event", `[{"field":"number","operator":"=","value":"`+number+`"},{"field":"kind","operator":"=","value":"opt_out"}]`)) == 1
	})
	var back record
	if got := admin.Request(http.MethodPost, "/v1/object/contact/"+one.String()+"/restore", nil, &back); got != http.StatusOK || string(back["sms_opt_in"]) != "false" || back.text("name") != "Grace" {
		t.Fatalf("restored %d: %s", got, back)
	}
	change := live.wait("the contact that is there again", func(c wire.Change) bool { return of(one)(c) && c.Version == 3 })
	if change.Op != entry.Created || string(change.Fields["name"]) != `"Grace"` {
		t.Errorf("got %+v", change)
	}
}
