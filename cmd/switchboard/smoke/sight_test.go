package smoke_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// create creates one record and returns its id.
func (d *desk) create(object string, fields map[string]any) id.ID {
	d.T.Helper()
	var made []record
	if status := d.Request(http.MethodPost, "/v1/object/"+object, fields, &made); status != http.StatusOK {
		d.T.Fatalf("new %s: %d", object, status)
	}
	return id.ID(made[0].text("id"))
}

// me returns the desk's own user id.
func (d *desk) me() id.ID {
	d.T.Helper()
	var answer struct {
		User record `json:"user"`
	}
	if status := d.Request(http.MethodGet, "/v1/me", nil, &answer); status != http.StatusOK {
		d.T.Fatalf("me: %d", status)
	}
	return id.ID(answer.User.text("id"))
}

// plain returns a user without any permission set who can sign in.
func (p *product) plain(admin *desk) *desk {
	p.T.Helper()
	// The demo's fifth agent loses all sets.
	agent := p.signIn("agent5")
	if status := admin.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": agent.me(), "permissions": []string{}}, nil); status != http.StatusOK {
		p.T.Fatalf("take the sets away: %d", status)
	}
	waittest.Until(p.T, "rights to be gone", func() bool {
		return agent.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil) == http.StatusForbidden
	})
	return agent
}

// For every caller, a record's snapshot on a socket and each of its
// announcements hold the same bytes as REST, and what REST refuses the socket
// refuses.
func TestSocketsShowWhatRESTShows(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	desks := map[string]*desk{"superuser": admin, "supervisor": p.signIn("supervisor"), "agent": p.signIn("agent1"), "plain": p.plain(admin)}
	member := p.signIn("agent2")

	sockets := map[string]*socket{}
	for name, d := range desks {
		s := d.connect("me")
		sockets[name] = s
		for _, o := range features.Registry().Objects() {
			var ack struct {
				OK bool `json:"ok"`
			}
			s.ask("subscribe", map[string]any{"topic": "object:" + o.APIName}, &ack)
			listed := d.Request(http.MethodGet, "/v1/object/"+o.APIName+"?limit=1", nil, nil) == http.StatusOK
			if ack.OK != listed {
				t.Errorf("%s: the topic object:%s answers %v, the list %v", name, o.APIName, ack.OK, listed)
			}
		}
	}

	records := map[string]id.ID{}
	records["contact"] = admin.create("contact", map[string]any{"name": "Seen By Some", "owner": member.me()})
	records["note"] = admin.create("note", map[string]any{"name": "Note", "notes": "x", "related_to": map[string]any{"schema": "contact", "id": records["contact"]}})
	records["team"] = admin.create("team", map[string]any{"name": "Night shift", "members": []id.ID{member.me()}})
	records["permission"] = admin.create("permission", map[string]any{"name": "Set", "object_permissions": map[string]any{"contact": map[string]any{"read": true}}})
	records["user"] = admin.create("user", map[string]any{"name": "New Person", "email": "new.person@demo.test", "teams": []id.ID{records["team"]}})
	records["twilio_phone"] = admin.create("twilio_phone", map[string]any{"name": "Fax", "sid": "PNfax", "phone_number": "+12065559998", "assigned_user": member.me()})
	records["chat"] = member.create("chat", map[string]any{"name": "Secret plans", "private": true})
	records["chat_message"] = member.create("chat_message", map[string]any{"name": "m", "chat": records["chat"], "body": "Nobody else reads this"})
	open := member.create("chat", map[string]any{"name": "Open talk"})
	openMessage := member.create("chat_message", map[string]any{"name": "m", "chat": open, "body": "Hello all"})
	_, call := admin.outside("+12065559201")
	records["call"] = call
	admin.Request(http.MethodPost, "/simulator/texts", map[string]string{"from": "+12065559202", "to": demo.Phones()[0].Number, "body": "sight"}, nil)
	waittest.Until(t, "the text", func() bool {
		found := admin.list("twilio_message", `[{"field":"body","operator":"=","value":"sight"}]`)
		if len(found) == 1 {
			var of struct{ ID id.ID }
			_ = json.Unmarshal(found[0]["conversation"], &of)
			records["twilio_message"], records["twilio_conversation"] = id.ID(found[0].text("id")), of.ID
		}
		return len(found) == 1
	})
	admin.becomes(call, "ringing")
	p.settled()
	session := desks["superuser"].create("contact", map[string]any{"name": "Last"}) // everything before it has arrived with it
	for _, name := range []string{"superuser", "supervisor", "agent"} {
		sockets[name].wait("the last contact", of(session))
	}

	compared := 0
	for name, d := range desks {
		for object, one := range records {
			compared += sameByRESTAndSocket(t, name, d, sockets[name], object, one)
		}
		compared += sameByRESTAndSocket(t, name, d, sockets[name], "chat", open)
		compared += sameByRESTAndSocket(t, name, d, sockets[name], "chat_message", openMessage)
		// Only its member sees anything of the private chat.
		for _, topic := range []string{"chat:" + records["chat"].String(), "record:chat_message:" + records["chat_message"].String()} {
			var ack struct {
				OK bool `json:"ok"`
			}
			if sockets[name].ask("subscribe", map[string]any{"topic": topic}, &ack); ack.OK {
				t.Errorf("%s may follow %s", name, topic)
			}
		}
		for _, path := range []string{"/v1/object/chat/" + records["chat"].String(), "/v1/object/chat_message/" + records["chat_message"].String()} {
			if got := d.Request(http.MethodGet, path, nil, nil); got != http.StatusForbidden {
				t.Errorf("%s reads %s: %d", name, path, got)
			}
		}
		if c, came := sockets[name].seen(func(c wire.Change) bool {
			return c.ID == records["chat"] || c.ID == records["chat_message"]
		}); came {
			t.Errorf("%s received the private chat: %+v", name, c)
		}
		if got := d.Request(http.MethodPost, "/v1/chat/"+records["chat"].String()+"/read", map[string]any{}, nil); got != http.StatusForbidden {
			t.Errorf("%s marks the private chat read: %d", name, got)
		}
		if name == "plain" {
			continue
		}
		for _, filter := range []string{
			`[{"field":"name","operator":"LIKE","value":"Secret plans"}]`, `[{"field":"last_message","operator":"LIKE","value":"Nobody else"}]`,
		} {
			if found := d.list("chat", filter); len(found) > 0 {
				t.Errorf("%s finds the private chat by %s", name, filter)
			}
		}
		if found := d.list("chat_message", fmt.Sprintf(`[{"field":"chat","operator":"=","value":"%s"}]`, records["chat"])); len(found) > 0 {
			t.Errorf("%s finds its messages", name)
		}
	}
	if compared < 40 {
		t.Errorf("only %d records and announcements were compared", compared)
	}
}

// sameByRESTAndSocket compares a record as read by REST and by socket, and
// returns how many fields were compared.
func sameByRESTAndSocket(t *testing.T, name string, d *desk, s *socket, object string, one id.ID) int {
	t.Helper()
	var rest record
	status := d.get(object, one, &rest)
	var ack struct {
		OK       bool                `json:"ok"`
		Snapshot wire.RecordSnapshot `json:"snapshot"`
	}
	s.ask("subscribe", map[string]any{"topic": "record:" + object + ":" + one.String()}, &ack)
	if ack.OK != (status == http.StatusOK) {
		t.Errorf("%s, %s: REST answers %d, the socket %v", name, object, status, ack.OK)
	}
	announced, came := s.seen(func(c wire.Change) bool { return c.ID == one && c.Op == entry.Created })
	if status != http.StatusOK {
		if came {
			t.Errorf("%s can't read the %s and received %+v", name, object, announced)
		}
		return 0
	}
	compared := differ(t, name+", snapshot of "+object, rest, ack.Snapshot.Record)
	if came && string(rest["version"]) == fmt.Sprint(announced.Version) {
		compared += differ(t, name+", announcement of "+object, rest, announced.Fields)
	}
	return compared
}

var targetRule = regexp.MustCompile(`,"schema":\{"id":"[^"]*","api_name":"[^"]*","title":"[^"]*"\}`)

func differ(t *testing.T, what string, rest record, socket map[string]json.RawMessage) int {
	t.Helper()
	for field, value := range rest {
		value = targetRule.ReplaceAll(value, nil) // sockets omit the object of a lookup, which the schema describes
		if !bytes.Equal(value, socket[field]) && (len(socket[field]) > 0 || string(value) != "null") {
			t.Errorf("%s: %s is %s by REST, %s by socket", what, field, value, socket[field])
		}
	}
	for field := range socket {
		if _, known := rest[field]; !known {
			t.Errorf("%s: the socket shows %s, REST does not", what, field)
		}
	}
	return 1
}

// Changed rights and disabled users take effect immediately: in REST and on
// open sockets.
func TestRightsTakeEffectOnOpenSockets(t *testing.T) {
	p := start(t, nil)
	admin, agent, other := p.signIn("admin"), p.signIn("agent1"), p.signIn("agent2")
	agents := agent.connect("object:contact", "me")
	witness := other.connect("object:contact")
	agents.wait("a contact while allowed", of(admin.newContact("Before")))

	if status := admin.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": agent.me(), "permissions": []string{}}, nil); status != http.StatusOK {
		t.Fatalf("take the sets away: %d", status)
	}
	after := admin.newContact("After")
	witness.wait("the contact after", of(after))
	waittest.Until(t, "REST to refuse", func() bool {
		return agent.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil) == http.StatusForbidden
	})
	// A reply follows everything that was sent before it.
	var ack struct {
		OK bool `json:"ok"`
	}
	if agents.ask("subscribe", map[string]any{"topic": "object:contact"}, &ack); ack.OK {
		t.Error("the topic can be joined without the right")
	}
	if c, came := agents.seen(of(after)); came {
		t.Errorf("a contact was announced after the right was gone: %+v", c)
	}

	second := other.connect("me")
	if status := admin.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": other.me(), "is_active": false}, nil); status != http.StatusOK {
		t.Fatalf("disable: %d", status)
	}
	for name, s := range map[string]*socket{"first": witness, "second": second} {
		select {
		case <-s.ended:
		case <-time.After(maxWait):
			t.Errorf("the %s socket of a disabled user stays open", name)
		}
	}
	if got := other.Request(http.MethodGet, "/v1/me", nil, nil); got != http.StatusUnauthorized {
		t.Errorf("a disabled user is answered %d", got)
	}
	if got := other.Request(http.MethodPost, "/v1/oauth2/token", map[string]string{"username": "agent2@demo.test", "password": demo.Password}, nil); got != http.StatusUnauthorized && got != http.StatusForbidden {
		t.Errorf("a disabled user signs in: %d", got)
	}
}
