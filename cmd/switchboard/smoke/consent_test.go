package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// Consent cannot be bypassed: not by a number without a contact, a second
// contact, a contact created or renumbered later, a patch, or by rewriting
// consent events.
func TestConsentHoldsOnEveryPath(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	const number = "+14155550123"
	says := func(body string) {
		t.Helper()
		text := map[string]string{"from": number, "to": demo.Phones()[0].Number, "body": body}
		if got := admin.Request(http.MethodPost, "/simulator/texts", text, nil); got != http.StatusCreated {
			t.Fatalf("simulated text: %d", got)
		}
	}
	phone := map[string]any{"country_code": "+1", "phone_number": number}
	one := agent.create("contact", map[string]any{"name": "One", "phone": phone, "sms_opt_in": true})
	two := agent.create("contact", map[string]any{"name": "Two", "second_phone": phone})
	live := agent.connect("object:contact")
	says("Hello?")
	conversation := agent.conversationOf(number)
	send := func() int {
		return agent.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": conversation, "body": "Hi"}, nil)
	}
	if got := send(); got != http.StatusCreated {
		t.Fatalf("a text before the STOP: %d", got)
	}
	says("STOP")
	for _, contact := range []id.ID{one, two} { // both changes arrive live
		live.wait("the STOP at a contact", of(contact))
		waittest.Until(t, "the contact to have opted out", func() bool {
			var stored struct {
				OptIn *bool `json:"sms_opt_in"`
			}
			return agent.get("contact", contact, &stored) == http.StatusOK && stored.OptIn != nil && !*stored.OptIn
		})
		if got := agent.Request(http.MethodPatch, "/v1/object/contact", map[string]any{"id": contact, "sms_opt_in": true}, nil); got != http.StatusConflict {
			t.Errorf("an agent reopens it: %d", got)
		}
	}
	if got := send(); got != http.StatusUnprocessableEntity {
		t.Errorf("a text after the STOP: %d", got)
	}
	if got := agent.Request(http.MethodPost, "/v1/object/contact", map[string]any{"name": "Three", "phone": phone, "sms_opt_in": true}, nil); got != http.StatusConflict {
		t.Errorf("a new contact as opted in: %d", got)
	}
	three := agent.create("contact", map[string]any{"name": "Three", "phone": phone})
	var stored record
	if agent.get("contact", three, &stored); string(stored["sms_opt_in"]) != "false" {
		t.Errorf("a new contact stands at %s", stored["sms_opt_in"])
	}

	said := agent.list("consent_event", `[{"field":"number","operator":"=","value":"`+number+`"},{"field":"kind","operator":"=","value":"opt_out"}]`)
	if len(said) != 1 || said[0].text("source") != "keyword" {
		t.Fatalf("what was said is kept as %v", said)
	}
	event := said[0].text("id")
	for name, got := range map[string]int{
		"an agent's change":            agent.Request(http.MethodPatch, "/v1/object/consent_event", map[string]any{"id": event, "kind": "opt_in"}, nil),
		"a superuser's change":         admin.Request(http.MethodPatch, "/v1/object/consent_event", map[string]any{"id": event, "kind": "opt_in"}, nil),
		"a superuser's deletion":       admin.Request(http.MethodDelete, "/v1/object/consent_event/"+event, nil, nil),
		"an agent's proof":             agent.Request(http.MethodPost, "/v1/object/consent_event", map[string]any{"number": number, "kind": "opt_in", "source": "form", "evidence": "x"}, nil),
		"a superuser's word for START": admin.Request(http.MethodPost, "/v1/object/consent_event", map[string]any{"number": number, "kind": "opt_in", "source": "keyword", "evidence": "x"}, nil),
	} {
		if got < http.StatusBadRequest {
			t.Errorf("%s: %d", name, got)
		}
	}
	if got := send(); got != http.StatusUnprocessableEntity {
		t.Errorf("a text after all that: %d", got)
	}
	says("START")
	waittest.Until(t, "a text after START", func() bool { return send() == http.StatusCreated })
	admin.Request(http.MethodPatch, "/v1/object/contact", map[string]any{"id": two, "do_not_call": true}, nil)
	if got := send(); got != http.StatusUnprocessableEntity {
		t.Errorf("a text to a number that is not to be called: %d", got)
	}
}
