package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// A text that the provider rejects shows this to all viewers of the thread,
// also after a restart; a user of the thread cancels it, by socket or by
// REST, and it never arrives.
func TestAQueuedTextCanBeCanceled(t *testing.T) {
	p := start(t, nil)
	alice, ben, admin := p.signIn("agent1"), p.signIn("agent2"), p.signIn("admin")
	conversation := id.Derived(demo.ThreadAt(0).SID)
	waittest.Until(t, "the demo's history", func() bool { return alice.get("twilio_conversation", conversation, nil) == http.StatusOK })
	refuse := func(on bool) {
		t.Helper()
		if got := admin.Request(http.MethodPost, "/simulator/refuse", map[string]any{"on": on}, nil); got != http.StatusNoContent {
			t.Fatalf("refuse: %d", got)
		}
	}
	send := func(body string) id.ID {
		t.Helper()
		var sent record
		if got := alice.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": conversation, "body": body}, &sent); got != http.StatusCreated {
			t.Fatalf("send: %d", got)
		}
		return id.ID(sent.text("id"))
	}
	says := func(message id.ID, state string) func(wire.Change) bool {
		return func(c wire.Change) bool {
			return c.ID == message && c.Op == entry.Updated && string(c.Fields["sending"]) == `"`+state+`"`
		}
	}

	topic := "conversation:" + conversation.String()
	b := ben.connect(topic)
	refuse(true)
	first, second := send("Is it you?"), send("Hello?")
	if c := b.wait("the first text to wait", says(first, "waiting")); string(c.Fields["sending_text"]) != `"The phone provider is busy."` {
		t.Errorf("it waits because of %s", c.Fields["sending_text"])
	}
	p.Restart()
	a, b := alice.connect(topic), ben.connect(topic)
	var stored record
	if got := ben.get("twilio_message", first, &stored); got != http.StatusOK || stored.text("sending") != "waiting" {
		t.Errorf("after the restart the first text is %s (%d)", stored.text("sending"), got)
	}
	waittest.Until(t, "the first text to be taken back", func() bool {
		var ack struct {
			OK      bool
			Error   wire.Problem
			Message struct{ ID id.ID }
		}
		b.ask("message.cancel", map[string]any{"id": first, "command": id.New()}, &ack)
		if !ack.OK && ack.Error.Code != "conflict" { // it is not, between two attempts
			t.Fatalf("refused: %+v", ack.Error)
		}
		return ack.OK && ack.Message.ID == first
	})
	a.wait("the first text to be taken back", says(first, "cancelled"))
	waittest.Until(t, "the second text to be taken back", func() bool {
		got := alice.Request(http.MethodPost, "/v1/twilio/message/"+second.String()+"/cancel", nil, &stored)
		if got != http.StatusOK && got != http.StatusConflict {
			t.Fatalf("cancel: %d", got)
		}
		return got == http.StatusOK && stored.text("sending") == "cancelled"
	})
	b.wait("the second text to be taken back", says(second, "cancelled"))

	refuse(false)
	third := send("Here I am")
	b.wait("the third text to be sent", func(c wire.Change) bool { return c.ID == third && len(c.Fields["sid"]) > len(`"IM"`) })
	var ack struct {
		OK    bool
		Error wire.Problem
	}
	if b.ask("message.cancel", map[string]any{"id": third}, &ack); ack.OK || ack.Error.Code != "conflict" {
		t.Errorf("a text that was sent was taken back: %+v", ack)
	}
	p.settled()
	var state simulator.View
	admin.Request(http.MethodGet, "/simulator/state", nil, &state)
	for _, text := range state.Texts {
		if text.Direction == "outbound" && text.Body != "Here I am" {
			t.Errorf("the provider got %q", text.Body)
		}
	}
}
