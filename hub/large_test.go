package hub_test

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// TestALargeChangeCarriesTheIdentity changes more text than a client's queue
// holds. A client that polls, and so receives nothing in the meantime, is
// notified of each record and may read it later.
func TestALargeChangeCarriesTheIdentity(t *testing.T) {
	w := newWorld(t, nil)
	p := w.poller()
	p.ask("POST", `40{"token":"admin"}`)
	p.until(`40{"sid":`)
	p.ask("POST", `421["subscribe",{"topic":"feed"}]`)
	p.until(`431[{"ok":true`)
	text, _ := json.Marshal(strings.Repeat("x", 400_000))
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		made := contact(name, entry.Created, "", entry.Fields{"name": json.RawMessage(`"n"`), "email": text})
		w.log.write(true, made)
	}
	last := w.log.write(true, contact("a", entry.Updated, "", entry.Fields{"email": json.RawMessage(`"short"`)}))
	w.settle(last)
	status, got := p.ask("GET", "")
	if status != 200 {
		t.Fatalf("the client was sent away: %d %s", status, got)
	}
	if len(got) > 20_000 || strings.Count(got, `"op":"created","version":1,"cause":"contact.created","fields":{},"large":true`) != 6 {
		t.Fatalf("%d bytes came: %.2000s", len(got), got)
	}
	if strings.Count(got, `"large"`) != 6 || !strings.Contains(got, `"fields":{"email":"short"}`) {
		t.Fatalf("what is small comes whole: %.2000s", got)
	}
}

// TestTopicsThatHiddenFieldsWouldReveal restricts the list of topics to what a
// reader may know: the thread of a message if they may read it, me if they
// may read a count.
func TestTopicsThatHiddenFieldsWouldReveal(t *testing.T) {
	read := func(fields ...string) func(*access.Inputs) {
		set := access.PermissionSet{Objects: map[string]access.ObjectPermission{}, Fields: map[string]map[string]access.FieldPermission{}}
		for _, object := range []string{"twilio_message", "twilio_conversation"} {
			set.Objects[object] = access.ObjectPermission{Read: true}
			list := map[string]access.FieldPermission{}
			for _, f := range fields {
				list[f] = access.FieldPermission{Read: true}
			}
			set.Fields[object] = list
		}
		return func(in *access.Inputs) { in.Sets = []access.PermissionSet{set} }
	}
	thread := id.Derived("conversation")
	message := entry.Entry{Object: "twilio_message", ID: id.Derived("message"), Op: entry.Created, Version: 1, After: entry.Fields{"body": []byte(`"x"`)}}
	message.Record, message.Route.After.Thread = message.After, thread
	counted := entry.Entry{
		Object: "twilio_conversation", ID: thread, Op: entry.Updated, Version: 2,
		After: entry.Fields{"last_number": []byte("2"), "last_message": []byte(`"x"`)},
	}
	counted.Route.Before.Thread, counted.Route.After.Thread = thread, thread
	for name, k := range map[string]struct {
		rights           func(*access.Inputs)
		message, counted string
	}{
		"all":                {func(in *access.Inputs) { in.Superuser = true }, "conversation", "conversation me"},
		"the thread":         {read("body", "conversation", "last_message"), "conversation", "conversation"},
		"the count":          {read("body", "last_number"), "", "conversation me"},
		"neither of the two": {read("body", "last_message"), "", "conversation"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.people.set("agent", "Bob", k.rights)
			c := w.connect(`{"token":"agent"}`)
			c.subscribe("object:twilio_message")
			c.subscribe("object:twilio_conversation")
			follower := w.connect(`{"token":"agent"}`)
			follower.subscribe("conversation:" + string(thread))
			w.settle(w.log.write(true, message, counted))
			for i, want := range []string{k.message, k.counted} {
				var topics, announced []string
				_ = json.Unmarshal(c.event("change").object["topics"], &topics)
				for _, topic := range topics {
					if kind, _, _ := strings.Cut(topic, ":"); kind == "conversation" || kind == "me" {
						announced = append(announced, kind)
					}
				}
				if got := strings.Join(announced, " "); got != want {
					t.Errorf("change %d names %q, want %q", i+1, got, want)
				}
			}
			follower.answered() // a subscriber of the thread receives the same change
			if got := len(follower.early); got != len(strings.Fields(k.message))+1 {
				t.Errorf("the thread's follower received %d changes: %s", got, follower.arrivals())
			}
		})
	}
}
