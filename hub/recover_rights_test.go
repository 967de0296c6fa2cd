package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// reads grants reading contacts: in a scope, and some fields or ("") all.
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

// permissionChanged returns the entry of a change of permissions.
func permissionChanged() entry.Entry {
	return entry.Entry{Object: "permission", ID: id.Derived("set"), Op: entry.Updated, After: entry.Fields{"name": []byte(`"x"`)}}
}

// ofUser returns the entry of a change of a user's own record.
func ofUser(name, field, before, after string) entry.Entry {
	e := entry.Entry{
		Object: "user", ID: userID(name), Op: entry.Updated, Before: entry.Fields{field: []byte(before)}, After: entry.Fields{field: []byte(after)},
	}
	e.Route.Before.Owner, e.Route.After.Owner = userID(name), userID(name)
	return e
}

// ofTeam returns the entry of a change of a team's record.
func ofTeam(op entry.Op, field, before, after string) entry.Entry {
	return entry.Entry{
		Object: "team", ID: id.Derived("team t"), Op: op, Before: entry.Fields{field: []byte(before)}, After: entry.Fields{field: []byte(after)},
	}
}

// TestNothingIsReplayedUnderOtherRights changes the permissions of a
// disconnected user in every possible way: what was invisible then must not
// arrive because it is visible now, so the session is not recovered.
func TestNothingIsReplayedUnderOtherRights(t *testing.T) {
	bob := `[{"id":"` + string(userID("Bob")) + `"}]`
	inT := func(in *access.Inputs) { in.Teams = []id.ID{id.Derived("team t")} }
	for name, k := range map[string]struct {
		change entry.Entry
		now    func(*access.Inputs) // nil: as before, because they were restored
	}{
		"the user joins a team":                   {ofUser("Bob", "teams", "[]", `[]`), inT},
		"a team takes the user in":                {ofTeam(entry.Updated, "members", "[]", bob), inT},
		"a team removes the user":                 {ofTeam(entry.Updated, "members", bob, "[]"), nil},
		"a team is created with the user":         {ofTeam(entry.Created, "members", "null", bob), inT},
		"a team is removed":                       {ofTeam(entry.Removed, "name", `"t"`, "null"), nil},
		"teams are changed in bulk":               {entry.Entry{Object: "team", Op: entry.Bulk, IDs: []id.ID{id.Derived("team t")}}, nil},
		"a field of the set is shown":             {permissionChanged(), reads(access.ScopeTeam, "name", "email")},
		"a field of the set is hidden":            {permissionChanged(), reads(access.ScopeTeam)},
		"the set gives all rows":                  {permissionChanged(), reads(access.ScopeAll, "name")},
		"the set is taken away and given":         {permissionChanged(), nil},
		"sets are changed in bulk":                {entry.Entry{Object: "permission", Op: entry.Bulk, IDs: []id.ID{id.Derived("set")}}, nil},
		"the user is given a set":                 {ofUser("Bob", "permissions", "[]", `[]`), reads(access.ScopeAll)},
		"the user becomes a superuser":            {ofUser("Bob", "is_superuser", "false", "true"), func(in *access.Inputs) { in.Superuser = true }},
		"the user was a superuser for a while":    {ofUser("Bob", "is_superuser", "true", "false"), nil},
		"the user was disabled for a while":       {ofUser("Bob", "is_active", "false", "true"), nil},
		"users are changed in bulk":               {entry.Entry{Object: "user", Op: entry.Bulk, IDs: []id.ID{userID("Bob")}}, nil},
		"the user joins a team, and the log lags": {entry.Entry{}, inT},
		"the user loses all, and the log lags":    {entry.Entry{}, func(in *access.Inputs) { in.Sets = nil }},
		"a set gives fields, and the log lags":    {entry.Entry{}, reads(access.ScopeTeam)},
	} {
		for _, windowed := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", from the window: ", windowed), func(t *testing.T) {
				w := newWorld(t, func(o *hub.Options) {
					if !windowed {
						o.WindowBytes = 1
					}
				})
				w.people.set("agent", "Bob", reads(access.ScopeTeam, "name"))
				w.people.set("agent", "Bob", func(in *access.Inputs) { in.Permissions = []id.ID{id.Derived("set")} })
				c := w.connect(`{"token":"agent"}`)
				c.subscribe("object:contact")
				_ = c.ws.CloseNow()
				left := contact("c", entry.Updated, userID("Ada"), entry.Fields{"name": []byte(`"secret"`), "email": []byte(`"secret"`)})
				left.Record = left.After
				left.Route.Before.Teams = []id.ID{id.Derived("team t")} // and afterwards it is no longer in the team
				w.log.write(true, many(600)...)                         // some pages of the log
				w.log.write(true, left)
				last := w.log.write(true, renamed("x"))
				if k.change.Object != "" {
					last = w.log.write(true, k.change)
				}
				w.settle(last)
				if k.now != nil {
					w.people.set("agent", "Bob", k.now)
				}
				back := w.connect(returning("agent", c.pid, "", "object:contact"))
				if back.answered(); back.pid == c.pid || len(back.early) > 0 {
					t.Fatalf("recovered %t, received %s", back.pid == c.pid, back.arrivals())
				}
			})
		}
	}
}

// TestRightsOfOthersDoNotCostARecovery verifies the converse: changes of
// records, of other users and of fields without permissions are replayed.
func TestRightsOfOthersDoNotCostARecovery(t *testing.T) {
	ada := `[{"id":"` + string(userID("Ada")) + `"}]`
	mine := contact("c", entry.Updated, userID("Bob"), entry.Fields{"name": []byte(`"x"`)})
	mine.Route.Before.Owner, mine.Record = userID("Ada"), mine.After
	for name, k := range map[string]struct {
		change entry.Entry
		want   string
	}{
		"a record becomes visible":   {mine, "2,3"},
		"somebody else joins a team": {ofUser("Ada", "teams", "[]", "[]"), "3"},
		"a team takes somebody in":   {ofTeam(entry.Updated, "members", "[]", ada), "3"},
		"a team is renamed":          {ofTeam(entry.Updated, "name", `"t"`, `"u"`), "3"},
		"somebody's set changes":     {entry.Entry{Object: "permission", ID: id.Derived("another"), Op: entry.Updated, After: entry.Fields{"name": []byte(`"x"`)}}, "3"},
		"the user is renamed":        {ofUser("Bob", "name", `"Bob"`, `"Bo"`), "3"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.people.set("agent", "Bob", reads(access.ScopeOwn))
			w.people.set("agent", "Bob", func(in *access.Inputs) { in.Permissions = []id.ID{id.Derived("set")} })
			c := w.connect(`{"token":"agent"}`)
			c.subscribe("object:contact")
			w.log.write(true, contact("mine", entry.Updated, userID("Bob"), entry.Fields{"name": []byte(`"1"`)}))
			c.event("change")
			_ = c.ws.CloseNow()
			w.settle(w.log.write(true, k.change, contact("mine", entry.Updated, userID("Bob"), entry.Fields{"name": []byte(`"2"`)})))
			back := w.connect(returning("agent", c.pid, "1", "object:contact"))
			back.answered()
			var changes []string
			for _, r := range back.early {
				if r.name == "change" {
					changes = append(changes, r.offset)
				}
			}
			if got := strings.Join(changes, ","); back.pid != c.pid || got != k.want {
				t.Fatalf("recovered %t, replayed %s, want %s", back.pid == c.pid, got, k.want)
			}
		})
	}
}

// TestRightsThatChangeDuringAReplayEndIt changes permissions between pages:
// the client knows that it is recovered, so it must reconnect, and is not
// recovered then.
func TestRightsThatChangeDuringAReplayEndIt(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.WindowBytes = 1 })
	w.people.set("agent", "Bob", reads(access.ScopeAll))
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("object:contact")
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, many(1200)...))
	w.log.mu.Lock()
	w.log.behind = 1000
	w.log.spared = 1 // the scan for permission changes
	w.log.during = func() {
		w.people.set("agent", "Bob", reads(access.ScopeAll, "name"))
		w.log.write(true, permissionChanged(), renamed("secret"))
	}
	w.log.mu.Unlock()
	back := w.connect(returning("agent", c.pid, "", "object:contact"))
	if back.pid != c.pid {
		t.Fatal("not recovered")
	}
	if code := back.ended(); int(code) != link.Behind.Status {
		t.Fatalf("closed with %d", code)
	}
	if got := strings.TrimRight(back.arrivals(), ","); !strings.HasSuffix(got, ",1000") {
		t.Fatalf("replayed up to %s", got[max(0, len(got)-50):])
	}
	again := w.connect(returning("agent", c.pid, "1000", "object:contact")).answered()
	if again.pid == c.pid || len(again.early) > 0 {
		t.Fatalf("recovered %t, received %s", again.pid == c.pid, again.arrivals())
	}
}

func TestADisabledUserDoesNotRecover(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, renamed("missed")))
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
	if back := w.connect(returning("admin", c.pid, "1", "object:contact")); back.pid != c.pid || back.offsets() != "2" {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.offsets())
	}
}

// TestALaggingNodeReplaysUnderRightsInSequence recovers on a node that has
// not applied the loss of a permission yet, which is among the missed
// entries.
func TestALaggingNodeReplaysUnderRightsInSequence(t *testing.T) {
	a := newWorld(t, nil)
	b := a.secondNode(nil)
	b.connect(`{"token":"agent"}`)
	b.log.unfollow(b.hub)
	a.people.set("agent", "Bob", reads(access.ScopeAll))
	c := a.connect(`{"token":"agent"}`)
	c.subscribe("object:contact")
	a.log.write(true, renamed("seen"))
	c.event("change")
	_ = c.ws.CloseNow()
	// The permission is lost between the check of the token and the reading
	// of the log.
	a.people.during = func() {
		a.people.set("agent", "Bob", func(in *access.Inputs) { in.Sets = nil })
		a.log.write(true, permissionChanged(), renamed("secret"))
	}
	back := b.connect(returning("agent", c.pid, "1", "object:contact")).answered()
	b.log.follow(b.hub)
	b.hub.LogGrew(organization)
	if back.answered(); back.pid == c.pid || len(back.early) > 0 {
		t.Fatalf("recovered %t, received %s", back.pid == c.pid, back.arrivals())
	}
}

// TestEphemeralEventsNeedMoreThanATopicName verifies that a client that
// returns with the name of a thread it may not see receives nothing of it and
// cannot type in it.
func TestEphemeralEventsNeedMoreThanATopicName(t *testing.T) {
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
		w.hub.Ephemeral(organization, topic, "typing", json.RawMessage(`{"topic":"`+topic+`","user":{"id":"`+string(userID("Ada"))+`"},"typing":true}`))
	}
	if r := back.call("typing", `{"topic":"`+foreign+`","typing":true}`); r.Error.Code != "forbidden" {
		t.Fatalf("%+v", r)
	}
	if r := back.call("typing", `{"topic":"`+mine+`","typing":true}`); !r.OK {
		t.Fatalf("%+v", r)
	}
	w.hub.Ephemeral(organization, foreign, "typing", json.RawMessage(`{"topic":"`+foreign+`","user":{"id":"`+string(userID("Ada"))+`"},"typing":true}`))
	w.hub.Ephemeral(organization, mine, "typing", json.RawMessage(`{"topic":"`+mine+`","user":{"id":"`+string(userID("Ada"))+`"},"typing":true}`))
	back.answered()
	if len(back.early) == 0 {
		t.Fatal("what may be seen must come")
	}
	for _, r := range back.early {
		if r.name != "typing" || r.text("topic") != mine {
			t.Fatalf("received %s", r.packet.Data)
		}
	}
}

// refuseChats recreates the hub with a snapshot of chats that refuses some.
func (w *world) refuseChats(t *testing.T, refused map[id.ID]bool) {
	t.Helper()
	w.stop()
	w.snapshots = map[string]hub.Snapshot{"chat": func(_ context.Context, _ *access.Principal, about topic.Topic) (json.RawMessage, error) {
		if refused[about.ID] {
			return nil, fault.New(fault.Forbidden, "This chat is private.")
		}
		return json.RawMessage(`{"chat":{},"messages":[]}`), nil
	}}
	w.start(nil)
}
