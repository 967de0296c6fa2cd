package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// Outbound calls and texts respect the allowed countries, the user's rate and
// the monthly spending stop on every path; inbound ones always arrive.
func TestOutboundLimits(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	set := func(change map[string]any) {
		t.Helper()
		body := map[string]any{"id": demo.Organization, "settings": change}
		if got := admin.Request(http.MethodPatch, "/v1/object/organization", body, nil); got != http.StatusOK {
			t.Fatalf("settings: %d", got)
		}
	}
	set(map[string]any{"rates": map[string]any{"calls_per_minute": 3, "texts_per_minute": 3}})
	dial := func(to string) int {
		return agent.Request(http.MethodPost, "/v1/twilio/call", map[string]any{"to": to}, nil)
	}
	create := func(to string) int {
		return agent.Request(http.MethodPost, "/v1/object/call", map[string]any{"to_number": to}, nil)
	}
	for _, number := range []string{"+19005551234", "+18765551234", "+12844951234", "+449012345678", "+442079460123"} {
		if got := dial(number); got != http.StatusForbidden {
			t.Errorf("a call to %s: %d", number, got)
		}
		if got := create(number); got < http.StatusBadRequest {
			t.Errorf("a call to %s by the record API: %d", number, got)
		}
	}
	if got := dial("911"); got != http.StatusUnprocessableEntity {
		t.Errorf("a call for help: %d", got)
	}

	// Rate: three calls go out, one after the other, however many are
	// requested.
	codes := map[int]int{}
	for range 10 {
		var made record
		code := agent.Request(http.MethodPost, "/v1/twilio/call", map[string]any{"to": "+14155552671"}, &made)
		codes[code]++
		if code != http.StatusCreated {
			continue
		}
		if got := dial("+14155552672"); got != http.StatusConflict {
			t.Errorf("a second call: %d", got)
		}
		if got := agent.command(id.ID(made.text("id")), "completed"); got != http.StatusNoContent {
			t.Errorf("hang-up: %d", got)
		}
	}
	if codes[http.StatusCreated] != 3 || codes[http.StatusTooManyRequests] != 7 {
		t.Errorf("ten calls: %v", codes)
	}

	// Texts: a reply to a contact in a country that is not allowed, and the
	// rate.
	admin.Request(http.MethodPost, "/simulator/texts", map[string]string{"from": "+18765551234", "to": demo.Phones()[0].Number, "body": "Hi"}, nil)
	admin.Request(http.MethodPost, "/simulator/texts", map[string]string{"from": "+14155552672", "to": demo.Phones()[0].Number, "body": "Hi"}, nil)
	send := func(conversation id.ID) int {
		return agent.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": conversation, "body": "Hello"}, nil)
	}
	if got := send(agent.conversationOf("+18765551234")); got != http.StatusForbidden {
		t.Errorf("a text to Jamaica: %d", got)
	}
	here := agent.conversationOf("+14155552672")
	codes = map[int]int{}
	for range 6 {
		codes[send(here)]++
	}
	if codes[http.StatusCreated] != 3 || codes[http.StatusTooManyRequests] != 3 {
		t.Errorf("six texts at once: %v", codes)
	}

	// Cost: no user can exceed the stop; an inbound call rings.
	set(map[string]any{"spend": map[string]any{"monthly_stop_usd": 0}})
	other := p.signIn("agent2")
	if got := other.Request(http.MethodPost, "/v1/twilio/call", map[string]any{"to": "+14155552671"}, nil); got != http.StatusForbidden {
		t.Errorf("a call past the stop: %d", got)
	}
	if got := other.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": here, "body": "Hello"}, nil); got != http.StatusForbidden {
		t.Errorf("a text past the stop: %d", got)
	}
	if got := other.Request(http.MethodPost, "/v1/object/twilio_message", map[string]any{"conversation": here, "body": "Hello"}, nil); got < http.StatusBadRequest {
		t.Errorf("a text past the stop by the record API: %d", got)
	}
	other.choose("available")
	_, call := admin.outside("+14155552673")
	other.becomes(call, "ringing")
}

// conversationOf waits for the conversation with a number.
func (d *desk) conversationOf(number string) id.ID {
	d.T.Helper()
	var found id.ID
	waittest.Until(d.T, "the conversation with "+number, func() bool {
		var page struct {
			Data []struct {
				ID            id.ID
				ContactPhones []string `json:"contact_phones"`
			}
		}
		d.Request(http.MethodGet, "/v1/object/twilio_conversation?limit=200&order=-created_date", nil, &page)
		for _, one := range page.Data {
			for _, phone := range one.ContactPhones {
				if phone == number {
					found = one.ID
				}
			}
		}
		return found != ""
	})
	return found
}
