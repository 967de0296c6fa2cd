package smoke_test

import (
	"net/http"
	"sync"
	"testing"

	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// Two users text a new contact at the same moment while the provider rejects
// texts: the result is one conversation in which the contact receives both
// texts and replies, although the product was restarted before it could
// create the conversation at the provider.
func TestANewTextBeginsOneConversation(t *testing.T) {
	p := start(t, nil)
	alice, ben, admin := p.signIn("agent1"), p.signIn("agent2"), p.signIn("admin")
	const number = "+12065558190"
	var answers [2]struct{ Conversation record }
	var both sync.WaitGroup
	for i, d := range []*desk{alice, ben} {
		both.Go(func() {
			if got := d.Request(http.MethodPost, "/v1/twilio/conversation", map[string]string{"phone": "206 555 8190"}, &answers[i]); got != http.StatusCreated {
				t.Errorf("begin: %d", got)
			}
		})
	}
	both.Wait()
	conversation := id.ID(answers[0].Conversation.text("id"))
	if conversation == "" || conversation.String() != answers[1].Conversation.text("id") {
		t.Fatalf("two conversations: %v", answers)
	}
	refuse := func(on bool) {
		t.Helper()
		if got := admin.Request(http.MethodPost, "/simulator/refuse", map[string]any{"on": on}, nil); got != http.StatusNoContent {
			t.Fatalf("refuse: %d", got)
		}
	}
	refuse(true)
	for _, d := range []*desk{alice, ben} {
		if got := d.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": conversation, "body": "Your kayak is ready"}, nil); got != http.StatusCreated {
			t.Fatalf("send: %d", got)
		}
	}
	p.Restart()
	live := alice.connect("conversation:" + conversation.String())
	refuse(false)
	waittest.Until(t, "both texts to arrive", func() bool {
		var state struct {
			Texts []struct{ Direction, To string }
		}
		admin.Request(http.MethodGet, "/simulator/state", nil, &state)
		arrived := 0
		for _, text := range state.Texts {
			if text.Direction == "outbound" && text.To == number {
				arrived++
			}
		}
		return arrived == 2
	})
	text := map[string]string{"from": number, "to": alice.numberOf(conversation), "body": "Who is this?"}
	if got := admin.Request(http.MethodPost, "/simulator/texts", text, nil); got != http.StatusCreated {
		t.Fatalf("the answer: %d", got)
	}
	live.wait("the answer in the same conversation", func(c wire.Change) bool {
		return c.Op == entry.Created && string(c.Fields["body"]) == `"Who is this?"`
	})
	found := alice.list("twilio_conversation", `[{"field":"contact_phones","operator":"=","value":"`+number+`"}]`)
	if len(found) != 1 || id.ID(found[0].text("id")) != conversation || found[0].text("state") != "active" {
		t.Errorf("there are %d conversations: %v", len(found), found)
	}

	// Closed by PATCH, it is closed at the provider too: the next text starts
	// another one.
	state := func(to string) int {
		return alice.Request(http.MethodPatch, "/v1/object/twilio_conversation", []map[string]any{{"id": conversation, "state": to}}, nil)
	}
	if got := state("closed"); got != http.StatusOK {
		t.Fatalf("closing: %d", got)
	}
	live.wait("the end of it", func(c wire.Change) bool { return string(c.Fields["state"]) == `"closed"` })
	if got := state("active"); got != http.StatusUnprocessableEntity {
		t.Errorf("opening it again: %d", got)
	}
	if got := alice.Request(http.MethodPost, "/v1/twilio/message", map[string]any{"conversation": conversation, "body": "One more thing"}, nil); got != http.StatusConflict {
		t.Errorf("writing in it: %d", got)
	}
	waittest.Until(t, "another conversation", func() bool {
		if got := admin.Request(http.MethodPost, "/simulator/texts", text, nil); got != http.StatusCreated {
			t.Fatalf("a text after the end: %d", got)
		}
		return len(alice.list("twilio_conversation", `[{"field":"contact_phones","operator":"=","value":"`+number+`"}]`)) == 2
	})
}

// numberOf returns our number in a conversation.
func (d *desk) numberOf(conversation id.ID) string {
	d.T.Helper()
	var thread struct{ Phone struct{ ID id.ID } }
	var phone record
	if d.get("twilio_conversation", conversation, &thread) != http.StatusOK || d.get("twilio_phone", thread.Phone.ID, &phone) != http.StatusOK {
		d.T.Fatal("the conversation has no number of ours")
	}
	return phone.text("phone_number")
}
