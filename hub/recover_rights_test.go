package hub_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// reads is the right to read contacts: in a scope, and some fields or ("") all.
func reads(scope access.Scope, fields ...string) func(*access.Inputs) {
	set := access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}},
		Scopes:  map[string]access.Scope{"contact": scope},
	}
	if len(fields) > 0 {
		set.Fields = map[string]map[string]access.FieldPermission{"contact": {}}
		for _, f := range fields {
			set.Fields["contact"][f] = access.FieldPermission{Read: true}
		}
	}
	return func(in *access.Inputs) { in.Sets = []access.PermissionSet{set} }
}

// permissionChanged is the entry that comes with a change of rights.
func permissionChanged() entry.Entry {
	return entry.Entry{Object: "permission", ID: id.Derived("set"), Op: entry.Updated, After: entry.Fields{"name": []byte(`"x"`)}}
}

// TestRecoveryUnderTheRightsThatHoldNow takes rights while a client is away: what
// is replayed shows nothing that it may not read any more.
func TestRecoveryUnderTheRightsThatHoldNow(t *testing.T) {
	secret := entry.Fields{"name": []byte(`"name"`), "email": []byte(`"secret"`)}
	for name, k := range map[string]struct {
		now  func(*access.Inputs)
		want string // fields replayed
	}{
		"all fields":      {reads(access.ScopeAll), `{"email":"secret","name":"name"}`},
		"a field is lost": {reads(access.ScopeAll, "name"), `{"name":"name"}`},
		"the row is lost": {reads(access.ScopeOwn), ""},
		"all is lost":     {func(in *access.Inputs) { in.Sets = nil }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.people.set("agent", "Bob", reads(access.ScopeAll))
			c := w.connect(`{"token":"agent"}`)
			c.subscribe("object:contact")
			_ = c.ws.CloseNow()
			w.people.set("agent", "Bob", k.now)
			w.settle(w.log.write(true, contact("c", entry.Updated, userID("Ada"), secret), permissionChanged()))
			back := w.connect(returning("agent", c.pid, "", "object:contact")).answered()
			if back.pid != c.pid {
				t.Fatal("not recovered")
			}
			got := ""
			for _, r := range back.early {
				if r.name == "change" {
					got += string(r.object["fields"])
				}
			}
			if got != k.want || !strings.HasSuffix(back.told(), "resync object:contact") {
				t.Fatalf("replayed %s and told %s, want %s", got, back.told(), k.want)
			}
		})
	}
}

func TestWhoMayNoLongerBeHereDoesNotRecover(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	w.log.write(true, renamed("missed"))
	for name, lost := range map[string]error{
		"a disabled user":    fault.New(fault.Forbidden, "The user is disabled."),
		"a signed-out login": fault.New(fault.Unauthenticated, "The session has ended."),
	} {
		w.people.mu.Lock()
		w.people.refuse = lost
		w.people.mu.Unlock()
		back := w.dial()
		back.write("40" + returning("admin", c.pid, "1", "object:contact"))
		if got := back.refusal(); !strings.Contains(got, string(fault.From(lost).Code)) {
			t.Errorf("%s: %s", name, got)
		}
	}
	w.people.mu.Lock()
	w.people.refuse = nil
	w.people.mu.Unlock()
	if back := w.connect(returning("admin", c.pid, "1", "object:contact")); back.pid != c.pid || back.places() != "2" {
		t.Fatalf("replayed %s", back.places())
	}
}

// TestALaggingNodeReplaysUnderRightsInSequence recovers on a node that has not yet
// applied the loss of a right, which stands among the entries that were missed.
func TestALaggingNodeReplaysUnderRightsInSequence(t *testing.T) {
	a := newWorld(t, nil)
	b := a.beside(nil)
	b.connect(`{"token":"agent"}`)
	b.log.unfollow(b.hub)
	a.people.set("agent", "Bob", reads(access.ScopeAll))
	c := a.connect(`{"token":"agent"}`)
	c.subscribe("object:contact")
	a.log.write(true, renamed("seen"))
	c.event("change")
	_ = c.ws.CloseNow()
	// The right goes between the check of the token and the reading of the log.
	a.people.during = func() {
		a.people.set("agent", "Bob", func(in *access.Inputs) { in.Sets = nil })
		a.log.write(true, permissionChanged(), renamed("secret"))
	}
	back := b.connect(returning("agent", c.pid, "1", "object:contact")).answered()
	b.log.follow(b.hub)
	b.hub.Bell(organization)
	if back.pid != c.pid {
		t.Fatal("not recovered")
	}
	for _, r := range back.early {
		if strings.Contains(string(r.packet.Data), "secret") {
			t.Fatalf("told %s", r.packet.Data)
		}
	}
	for back.told() != "resync object:contact" {
		back.early = append(back.early, back.receive())
	}
}

// TestFleetingNeedsMoreThanAName holds that one who returns with the name of a
// thread he may not see is shown nothing of it, and can say nothing in it.
func TestFleetingNeedsMoreThanAName(t *testing.T) {
	mine, foreign := "chat:"+string(id.Derived("mine")), "chat:"+string(id.Derived("foreign"))
	w := newWorld(t, nil)
	w.refuseChats(t, map[id.ID]bool{id.Derived("foreign"): true})
	c := w.connect(`{"token":"agent"}`)
	_ = c.ws.CloseNow()
	back := w.connect(returning("agent", c.pid, "", mine, foreign))
	if back.pid != c.pid {
		t.Fatal("not recovered")
	}
	for _, topic := range []string{foreign, mine} {
		w.hub.Fleeting(organization, topic, "typing", json.RawMessage(`{"topic":"`+topic+`","user":{"id":"`+string(userID("Ada"))+`"},"typing":true}`))
	}
	if r := back.call("typing", `{"topic":"`+foreign+`","typing":true}`); r.Error.Code != "forbidden" {
		t.Fatalf("%+v", r)
	}
	if r := back.call("typing", `{"topic":"`+mine+`","typing":true}`); !r.OK {
		t.Fatalf("%+v", r)
	}
	w.hub.Fleeting(organization, foreign, "typing", json.RawMessage(`{"topic":"`+foreign+`","user":{"id":"`+string(userID("Ada"))+`"},"typing":true}`))
	w.hub.Fleeting(organization, mine, "typing", json.RawMessage(`{"topic":"`+mine+`","user":{"id":"`+string(userID("Ada"))+`"},"typing":true}`))
	back.answered()
	if len(back.early) == 0 {
		t.Fatal("what may be seen must come")
	}
	for _, r := range back.early {
		if r.name != "typing" || r.text("topic") != mine {
			t.Fatalf("told %s", r.packet.Data)
		}
	}
}

// refuseChats makes the hub anew with a snapshot of chats that refuses some.
func (w *world) refuseChats(t *testing.T, refused map[id.ID]bool) {
	t.Helper()
	w.stop()
	w.snapshots = map[hub.Kind]hub.Snapshot{hub.Chat: func(_ context.Context, _ *access.Principal, topic hub.Topic) (json.RawMessage, error) {
		if refused[topic.ID] {
			return nil, fault.New(fault.Forbidden, "This chat is private.")
		}
		return json.RawMessage(`{"chat":{},"messages":[]}`), nil
	}}
	w.start(nil)
}
