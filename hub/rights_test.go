package hub_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

func TestRevokedAndDisabledAreClosed(t *testing.T) {
	bob := userID("Bob")
	for name, k := range map[string]struct {
		e      entry.Entry
		reason link.Reason
	}{
		"signed out": {entry.Entry{Object: "session", ID: id.Derived("session agent"), Op: entry.Updated, After: entry.Fields{"revoked_date": []byte(`"2026-01-01T00:00:00.000Z"`)}}, link.SignedOut},
		"disabled":   {entry.Entry{Object: "user", ID: bob, Op: entry.Updated, After: entry.Fields{"is_active": []byte("false")}}, link.Disabled},
		"removed":    {entry.Entry{Object: "user", ID: bob, Op: entry.Removed}, link.Disabled},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			c, other := w.connect(`{"token":"agent"}`), w.connect(`{"token":"admin"}`)
			w.log.write(true, k.e)
			if code := c.ended(); int(code) != k.reason.Status {
				t.Fatalf("closed with %d", code)
			}
			if len(c.early) != 2 || c.early[0].name != "notice" || c.early[1].packet.Type != '1' {
				t.Fatalf("received %+v", c.early)
			}
			if r := other.call("test.echo", `{}`); !r.OK {
				t.Fatal("the other user stays")
			}
		})
	}
}

func TestChangedRightsTakeEffectInSequence(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("me")
	grant := func(read bool) {
		w.people.set("agent", "Bob", func(in *access.Inputs) {
			in.Sets = []access.PermissionSet{{Objects: map[string]access.ObjectPermission{"contact": {Read: read}}}}
		})
		w.log.write(true, entry.Entry{Object: "permission", ID: id.Derived("set"), Op: entry.Updated, After: entry.Fields{"name": []byte(`"x"`)}})
	}
	grant(true)
	if r := c.event("resync"); r.text("topic") != "me" {
		t.Fatalf("%s", r.packet.Data)
	}
	c.subscribe("object:contact")
	w.log.write(true, renamed("seen"))
	c.event("change")
	grant(false)
	w.log.write(true, renamed("not seen"))
	for _, topic := range []string{"me", "object:contact"} {
		if r := c.event("resync"); r.text("topic") != topic {
			t.Fatalf("%s", r.packet.Data)
		}
	}
	if r := c.call("test.echo", `{}`); !r.OK || len(c.early) != 0 {
		t.Fatalf("came after the right was lost: %+v", c.early)
	}
	w.people.mu.Lock()
	w.people.fail = errors.New("the database is away")
	w.people.mu.Unlock()
	grant(true)
	if code := c.ended(); int(code) != link.RightsUnknown.Status {
		t.Fatalf("without known rights: closed with %d", code)
	}
}

// A call's name repeats the contact's: it is omitted for users who may not
// read that.
func TestRepeatedNamesAreHiddenFromSockets(t *testing.T) {
	w := newWorld(t, nil)
	reads := func(fields map[string]access.FieldPermission) func(*access.Inputs) {
		return func(in *access.Inputs) {
			in.Sets = []access.PermissionSet{{
				Objects: map[string]access.ObjectPermission{"call": {Read: true}, "contact": {Read: true}},
				Fields:  map[string]map[string]access.FieldPermission{"contact": fields},
			}}
		}
	}
	for _, c := range []struct{ field, name string }{{"name", "Call from Jane"}, {"company", ""}} {
		w.people.set("agent", "Bob", reads(map[string]access.FieldPermission{c.field: {Read: true}}))
		socket := w.connect(`{"token":"agent"}`)
		socket.subscribe("object:call")
		w.log.write(true, entry.Entry{Object: "call", ID: id.Derived("call " + c.field), Op: entry.Updated, Version: 2, Cause: "call.updated", After: entry.Fields{
			"name": []byte(`"Call from Jane"`), "status": []byte(`"ringing"`), "version": []byte("2"),
		}})
		data := string(socket.event("change").packet.Data)
		if !strings.Contains(data, "ringing") || strings.Contains(data, "Call from Jane") != (c.name != "") {
			t.Errorf("who may read %s of contacts is sent %s", c.field, data)
		}
	}
}

// The names of objects are sent with the user's permissions, although they
// change none.
func TestChangedObjectsAreSentAgain(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("me")
	w.people.mu.Lock()
	next, left := w.people.registry.With(w.people.registry.Version()+1, nil)
	w.people.registry = next
	w.people.mu.Unlock()
	if left != nil {
		t.Fatal(left)
	}
	w.log.write(true, entry.Entry{Object: "schema", ID: id.Derived("a title"), Op: entry.Updated, After: entry.Fields{"name": []byte(`"x"`)}})
	if r := c.event("resync"); r.text("topic") != "me" {
		t.Fatalf("%s", r.packet.Data)
	}
}

// TestATeamConcernsItsMembersAlone changes a team in every possible way: only
// the permissions of those who are in it, join it or leave it are reloaded.
func TestATeamConcernsItsMembersAlone(t *testing.T) {
	team := id.Derived("team t")
	in := func(in *access.Inputs) { in.Teams = []id.ID{team} }
	out := func(in *access.Inputs) { in.Teams = nil }
	list := func(users ...string) []byte {
		refs := make([]map[string]id.ID, len(users))
		for i, u := range users {
			refs[i] = map[string]id.ID{"id": userID(u)}
		}
		raw, err := json.Marshal(refs)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	w := newWorld(t, nil)
	tokens := map[string]string{"Abe": "abe", "Cem": "cem", "Dan": "dan", "Eva": "eva"}
	for name, token := range tokens {
		w.people.set(token, name, reads(access.ScopeTeam))
		w.connect(`{"token":"` + token + `"}`)
	}
	for _, k := range []struct {
		what   string
		change map[string]func(*access.Inputs)
		e      entry.Entry
		reread []string
	}{
		{"is made with a member", map[string]func(*access.Inputs){"Abe": in}, entry.Entry{Op: entry.Created, After: entry.Fields{"members": list("Abe")}}, []string{"Abe"}},
		{"is renamed", nil, entry.Entry{Op: entry.Updated, Before: entry.Fields{"name": []byte(`"t"`)}, After: entry.Fields{"name": []byte(`"u"`)}}, []string{"Abe"}},
		{
			"changes a member for another", map[string]func(*access.Inputs){"Abe": out, "Cem": in},
			entry.Entry{Op: entry.Updated, Before: entry.Fields{"members": list("Abe")}, After: entry.Fields{"members": list("Cem")}}, []string{"Abe", "Cem"},
		},
		{"goes", map[string]func(*access.Inputs){"Cem": out}, entry.Entry{Op: entry.Removed}, []string{"Cem"}},
		{"is changed with others", nil, entry.Entry{Op: entry.Bulk, IDs: []id.ID{id.Derived("another")}}, []string{"Abe", "Cem", "Dan", "Eva"}},
	} {
		for name, change := range k.change {
			w.people.set(tokens[name], name, change)
		}
		w.people.mu.Lock()
		w.people.reread = nil
		w.people.mu.Unlock()
		k.e.Object, k.e.ID = "team", team
		if k.e.Op == entry.Bulk {
			k.e.ID = ""
		}
		w.settle(w.log.write(true, k.e))
		waittest.UntilIs(t, "all rights are read", 0, func() int { return w.hub.Reloading(organization) })
		w.people.mu.Lock()
		for name := range tokens {
			if got := w.people.reread[name] > 0; got != slices.Contains(k.reread, name) {
				t.Errorf("the team %s: rights of %s read again: %t", k.what, name, got)
			}
		}
		w.people.mu.Unlock()
	}
}

func TestExpiredTokensEnd(t *testing.T) {
	w := newWorld(t, nil)
	w.people.expires = time.Now().Add(time.Hour)
	c := w.connect(`{"token":"agent"}`)
	w.clock.advance(time.Hour - 30*time.Second)
	c.event("session.expiring")
	w.people.mu.Lock()
	w.people.expires = w.clock.now().Add(10 * time.Minute)
	w.people.mu.Unlock()
	if r := c.call("auth.refresh", `{"token":"agent"}`); !r.OK {
		t.Fatalf("%+v", r)
	}
	w.clock.advance(9*time.Minute + 30*time.Second)
	c.event("session.expiring") // of the new token: the old one has expired
	w.clock.advance(time.Minute)
	if code := c.ended(); int(code) != link.SessionExpired.Status {
		t.Fatalf("closed with %d", code)
	}
}

// TestRightsThatChangeDuringSignIn verifies that a client cannot join with
// revoked permissions that it read before the change.
func TestRightsThatChangeDuringSignIn(t *testing.T) {
	w := newWorld(t, nil)
	w.people.set("other", "Cem", nil)
	w.connect(`{"token":"agent"}`) // the organization is being followed
	w.people.during = func() {
		w.people.remove("other")
		w.settle(w.log.write(true, entry.Entry{Object: "session", ID: id.Derived("session other"), Op: entry.Removed}))
	}
	c := w.dial()
	c.write(`40{"token":"other"}`)
	if r := c.receive(); r.packet.Type != '4' {
		t.Fatalf("a session that was signed out came in: %s", r.packet.Data)
	}

	w.people.during = func() {
		w.people.set("admin", "Ada", func(in *access.Inputs) { in.Superuser = false })
		w.settle(w.log.write(true, entry.Entry{Object: "user", ID: userID("Ada"), Op: entry.Updated, After: entry.Fields{"is_superuser": []byte("false")}}))
	}
	ada := w.connect(`{"token":"admin"}`)
	if r := ada.call("subscribe", `{"topic":"object:contact"}`); r.Error.Code != "forbidden" {
		t.Fatalf("joined with revoked permissions: %+v", r)
	}
}

func TestEndlessRefusalsCloseTheLink(t *testing.T) {
	w := newWorld(t, nil)
	c := w.dial()
	for range 11 {
		c.write(`40{"token":"bad"}`)
		if r := c.receive(); r.packet.Type != '4' {
			t.Fatalf("%c%s", r.packet.Type, r.packet.Data)
		}
	}
	if code := c.ended(); int(code) != link.Flood.Status {
		t.Fatalf("closed with %d", code)
	}
}
