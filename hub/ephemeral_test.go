package hub_test

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/hub"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

func TestPresenceIsBatchedAndTheLatestWins(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("presence")
	bob, ada := userID("Bob"), userID("Ada")
	show := func(user id.ID, status string) {
		w.hub.PresenceChanged(organization, user, json.RawMessage(`{"id":"`+user.String()+`","status":"`+status+`"}`))
	}
	show(bob, "away")
	show(ada, "available")
	show(bob, "busy")
	latest := map[id.ID]string{}
	for latest[bob] != "busy" || latest[ada] != "available" {
		r := c.event("presence")
		if r.offset != "" {
			t.Fatalf("ephemeral events have no offset: %s", r.packet.Data)
		}
		var users []struct {
			ID     id.ID
			Status string
		}
		if err := json.Unmarshal(r.object["users"], &users); err != nil {
			t.Fatal(err)
		}
		for _, u := range users {
			latest[u.ID] = u.Status
		}
	}
}

func TestTypingReachesTheOthersInTheThread(t *testing.T) {
	w := newWorld(t, nil)
	w.people.set("other", "Cem", nil)
	bob, cem := w.connect(`{"token":"agent"}`), w.connect(`{"token":"other"}`)
	chat := id.Derived("chat")
	topic := "chat:" + chat.String()
	if r := bob.call("typing", `{"topic":"`+topic+`","typing":true}`); r.Error.Code != "forbidden" {
		t.Fatalf("one types only where one is: %+v", r)
	}
	bob.subscribe(topic)
	cem.subscribe(topic)
	for payload, code := range map[string]string{`{"topic":"me","typing":true}`: "invalid", `{"topic":"` + topic + `"}`: "invalid", `{}`: "invalid"} {
		if r := bob.call("typing", payload); r.Error.Code != code {
			t.Errorf("%s: %+v", payload, r)
		}
	}
	if r := bob.call("typing", `{"topic":"`+topic+`","typing":true}`); !r.OK || len(bob.early) != 0 {
		t.Fatalf("%+v, and sent to the sender %v", r, bob.early)
	}
	if r := cem.event("typing"); r.text("topic") != topic || !strings.Contains(string(r.object["user"]), `"name":"Bob"`) || string(r.object["typing"]) != "true" {
		t.Fatalf("%s", r.packet.Data)
	}

	// Cem is removed from the chat: the client is notified and receives no
	// more typing events.
	left := entry.Entry{Object: "chat", ID: chat, Op: entry.Updated, After: entry.Fields{"members": []byte("[]")}}
	left.Route.Before = entry.Route{Members: []id.ID{userID("Bob"), userID("Cem")}, Thread: chat, Private: true}
	left.Route.After = entry.Route{Members: []id.ID{userID("Bob")}, Thread: chat, Private: true}
	w.log.write(true, left)
	if r := cem.event("change"); r.text("op") != "removed" {
		t.Fatalf("%s", r.packet.Data)
	}
	// Cem may be a member again by now, with a newer snapshot.
	if r := cem.event("resync"); r.text("topic") != topic {
		t.Fatalf("%s", r.packet.Data)
	}
	bob.event("change")
	if r := bob.call("typing", `{"topic":"`+topic+`","typing":false}`); !r.OK {
		t.Fatalf("%+v", r)
	}
	cem.subscribe("me")
	if len(cem.early) != 0 {
		t.Fatalf("heard %s", cem.early[0].packet.Data)
	}
}

func TestActivityAndLeases(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"agent"}`)
	if r := c.call("activity", `{"active":false}`); !r.OK {
		t.Fatalf("%+v", r)
	}
	if r := c.call("activity", `{}`); r.Error.Code != "invalid" {
		t.Fatalf("%+v", r)
	}
	c.write("41")
	for range 3 {
		<-w.roll.wake
	}
	if got := strings.Join(w.roll.list(), ", "); got != "+Bob, Bob false, -Bob" {
		t.Fatal(got)
	}
	c.write(`40{"token":"agent"}`) // the link serves a new session
	c.connected()
}

func TestWiringIsComplete(t *testing.T) {
	w := newWorld(t, nil)
	if got := w.hub.Missing(features.Registry()); len(got) != 5 { // the harness only reads me and record
		t.Fatalf("%v", got)
	}
	if _, err := hub.New(hub.Options{}); err == nil {
		t.Fatal("a hub without log, people and key must not start")
	}
	for _, name := range []string{"me", "presence", "calls", "calls:all", "feed", "object:contact", "record:contact:" + id.Derived("x").String(), "conversation:" + id.Derived("x").String(), "chat:" + id.Derived("x").String()} {
		about, ok := standard.Parse(name)
		if !ok || about.Name() != name {
			t.Errorf("%s is read as %+v", name, about)
		}
	}
	for _, name := range []string{"", "object", "object:", "object:X", "record", "record:contact", "calls:mine", "chat", "chat:1", "chat:" + strings.ToUpper(id.Derived("x").String()), "me:x"} {
		if about, ok := standard.Parse(name); ok {
			t.Errorf("%q is read as %+v", name, about)
		}
	}
}
