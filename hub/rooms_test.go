package hub_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// figure reads one of the hub's metrics; labels are values, in order.
func figure(t *testing.T, registry *prometheus.Registry, name string, labels ...string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			var values []string
			for _, l := range m.GetLabel() {
				values = append(values, l.GetValue())
			}
			if f.GetName() == "switchboard_hub_"+name && slices.Equal(values, labels) {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	t.Fatalf("no figure %s %v", name, labels)
	return 0
}

// manySockets connects sockets of many users under few permission sets, each
// subscribed to the topic.
func manySockets(t *testing.T, w *world, sockets, profiles int, topic string) []*client {
	t.Helper()
	fields := w.people.registry.Object("contact").Fields
	scopes := []access.Scope{access.ScopeAll, access.ScopeTeam, access.ScopeOwn}
	clients := make([]*client, sockets)
	var dialling sync.WaitGroup
	gate := make(chan struct{}, 8)
	for i := range sockets {
		token := "user" + strconv.Itoa(i)
		w.people.set(token, token, func(in *access.Inputs) {
			n := i % profiles
			in.Teams = []id.ID{id.Derived("team")}
			in.Sets = []access.PermissionSet{{
				Objects: map[string]access.ObjectPermission{"contact": {Read: true}},
				Fields:  map[string]map[string]access.FieldPermission{"contact": {"name": {Read: true}, fields[n/3].Name: {Read: true}}},
				Scopes:  map[string]access.Scope{"contact": scopes[n%3]},
			}}
		})
		gate <- struct{}{}
		dialling.Go(func() {
			defer func() { <-gate }()
			c := w.connect(`{"token":"` + token + `"}`)
			c.subscribe(topic)
			clients[i] = c
		})
	}
	dialling.Wait()
	return clients
}

// TestWorkGrowsWithProfilesNotWithUsers counts the cost of an entry:
// visibility is decided once per profile, and once more for each user that
// the route names.
func TestWorkGrowsWithProfilesNotWithUsers(t *testing.T) {
	const sockets, profiles = 1000, 20
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics = registry })
	clients := manySockets(t, w, sockets, profiles, "object:contact")

	e := contact("c", entry.Updated, userID("user2"), entry.Fields{"name": json.RawMessage(`"New"`), "company": json.RawMessage(`"Hidden"`)})
	e.Route.Before.Teams, e.Route.After.Teams = []id.ID{id.Derived("team")}, []id.ID{id.Derived("team")}
	w.log.write(true, e)
	announced := 0
	for i, c := range clients {
		if i%profiles%3 == 2 && i != 2 {
			continue // sees only their own rows
		}
		if r := c.event("change"); r.field("name") != `"New"` {
			t.Fatalf("%s", r.packet.Data)
		}
		announced++
	}
	if got := figure(t, registry, "deliveries_total"); got != float64(announced) {
		t.Errorf("%v deliveries, want %d", got, announced)
	}
	if got := figure(t, registry, "visibility_looks_total"); got > profiles+1 {
		t.Errorf("visibility was decided %v times for %d profiles and one owner", got, profiles)
	}
	if got := figure(t, registry, "frames_built_total"); got > profiles+1 {
		t.Errorf("%v frames for %d profiles", got, profiles)
	}
	if rooms, subscriptions := figure(t, registry, "rooms"), figure(t, registry, "subscriptions"); rooms != 1 || subscriptions != sockets {
		t.Errorf("%v rooms with %v subscriptions", rooms, subscriptions)
	}
}

// TestAMillionRowsInBulkAskOnce verifies that a bulk change costs a socket
// one snapshot at a time, that alerts pass in between, and that no later
// change is missed.
func TestAMillionRowsInBulkAskOnce(t *testing.T) {
	registry := prometheus.NewRegistry()
	const every = 10 * time.Minute
	w := newWorld(t, func(o *hub.Options) { o.Metrics, o.ResyncEvery = registry, every })
	c, calls := w.connect(`{"token":"admin"}`), w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	c.subscribe("record:contact:" + id.Derived("contact 7").String())
	calls.subscribe("calls:all")
	ids := make([]id.ID, 500)
	for k := range ids {
		ids[k] = id.Derived("contact " + strconv.Itoa(k))
	}
	bulk := func(n int) []entry.Entry {
		entries := make([]entry.Entry, n)
		for i := range entries {
			entries[i] = entry.Entry{Object: "contact", Op: entry.Bulk, IDs: ids}
		}
		return entries
	}
	alert := entry.Entry{Object: "call", ID: id.Derived("call"), Op: entry.Created, Version: 1, After: entry.Fields{"status": json.RawMessage(`"ringing"`)}}
	w.settle(w.log.write(true, append(bulk(2000), alert)...))
	calls.event("change")
	for range 2 {
		if r := c.event("resync"); len(r.object["after"]) != 0 {
			t.Fatalf("the first look is due at once: %s", r.packet.Data)
		}
	}
	if got := figure(t, registry, "resyncs_total"); got != 2 {
		t.Fatalf("%v resyncs for 2,000 bulk entries and two topics", got)
	}
	// After its snapshot it is asked again, with a delay because the bulk
	// continues.
	c.subscribe("object:contact")
	w.settle(w.log.write(true, bulk(500)...))
	r := c.event("resync")
	if wait, err := strconv.ParseFloat(string(r.object["after"]), 64); err != nil || wait <= 0 || wait > every.Seconds() || r.text("topic") != "object:contact" {
		t.Fatalf("%s", r.packet.Data)
	}
	w.clock.advance(3 * every) // the bulk has long ended
	c.subscribe("object:contact")
	w.log.write(true, bulk(1)...)
	r = c.receive()
	for r.name == "sync" { // the clock's jump may cause one, without content
		r = c.receive()
	}
	if r.name != "resync" || len(r.object["after"]) != 0 {
		t.Fatalf("%s", r.packet.Data)
	}
	c.early = slices.DeleteFunc(c.early, func(r received) bool { return r.name == "sync" })
	waittest.Until(t, "both resyncs are counted", func() bool { return figure(t, registry, "resyncs_total") >= 4 })
	if got := figure(t, registry, "resyncs_total"); got != 4 || len(c.early) != 0 {
		t.Fatalf("%v resyncs, %+v", got, c.early)
	}
}

func TestABulkTouchesEveryTopicOfItsRows(t *testing.T) {
	w := newWorld(t, nil)
	w.people.set("agent", "Bob", nil)
	chat, other := id.Derived("chat"), id.Derived("other chat")
	for object, want := range map[string]string{
		"call":                "calls calls:all feed object:call",
		"chat":                "chat:" + chat.String() + " feed me object:chat object:chat_message",
		"chat_message":        "chat:" + chat.String() + " chat:" + other.String() + " feed object:chat_message",
		"twilio_message":      "conversation:" + chat.String() + " feed object:twilio_message",
		"twilio_conversation": "conversation:" + chat.String() + " me object:twilio_conversation",
		"user":                "me object:user",
	} {
		c := w.connect(`{"token":"admin"}`)
		for _, topic := range []string{
			"me", "calls", "calls:all", "feed", "presence", "object:call", "object:chat", "object:chat_message", "object:twilio_message",
			"object:twilio_conversation", "object:user", "chat:" + chat.String(), "chat:" + other.String(), "conversation:" + chat.String(),
		} {
			c.subscribe(topic)
		}
		w.settle(w.log.write(true, entry.Entry{Object: object, Op: entry.Bulk, IDs: []id.ID{chat, userID("Ada")}}))
		waittest.Until(t, "all rights are read", func() bool { return w.hub.Reloading(organization) == 0 })
		c.call("test.echo", `{}`)
		var opened []string
		for _, r := range c.early {
			opened = append(opened, r.text("topic"))
		}
		slices.Sort(opened)
		if got := strings.Join(opened, " "); got != want {
			t.Errorf("bulk of %s asked for\n%s, want\n%s", object, got, want)
		}
	}
}

// TestVisibilityChangesWithoutEntriesOfTheRecords: a user's teams change the
// visibility of their rows, a chat's members that of its messages, and a bulk
// change of users their permissions.
func TestVisibilityChangesWithoutEntriesOfTheRecords(t *testing.T) {
	w := newWorld(t, nil)
	w.people.set("agent", "Bob", func(in *access.Inputs) {
		in.Teams = []id.ID{id.Derived("team")}
		reads(access.ScopeTeam, "name")(in)
	})
	bob, ada := w.connect(`{"token":"agent"}`), w.connect(`{"token":"admin"}`)
	for _, topic := range []string{"object:contact", "object:chat_message", "me"} {
		bob.subscribe(topic)
		ada.subscribe(topic)
	}
	opened := func(c *client) string {
		var topics []string
		c.call("test.echo", `{}`)
		for _, r := range c.early {
			if r.name == "resync" {
				topics = append(topics, r.text("topic"))
			}
		}
		c.early = nil
		slices.Sort(topics)
		return strings.Join(topics, " ")
	}
	w.settle(w.log.write(true, entry.Entry{Object: "user", ID: userID("Eve"), Op: entry.Updated, After: entry.Fields{"teams": json.RawMessage("[]")}}))
	if got := opened(bob); got != "object:contact" {
		t.Errorf("a colleague changed teams: Bob was asked for %q", got)
	}
	if got := opened(ada); got != "" {
		t.Errorf("Ada sees all rows, and was asked for %q", got)
	}

	bob.subscribe("object:contact")
	w.settle(w.log.write(true, entry.Entry{Object: "team", ID: id.Derived("team"), Op: entry.Updated, After: entry.Fields{"members": json.RawMessage("[]")}}))
	if got := opened(bob); got != "object:contact" {
		t.Errorf("a team has other members: Bob was asked for %q", got)
	}
	if got := opened(ada); got != "" {
		t.Errorf("Ada sees all rows, and was asked for %q after a team's change", got)
	}

	joined := entry.Entry{Object: "chat", ID: id.Derived("chat"), Op: entry.Updated, After: entry.Fields{"members": json.RawMessage("[]")}}
	joined.Route.Before = entry.Route{Members: []id.ID{userID("Ada")}, Thread: joined.ID, Private: true}
	joined.Route.After = entry.Route{Members: []id.ID{userID("Ada"), userID("Bob")}, Thread: joined.ID, Private: true}
	w.settle(w.log.write(true, joined))
	if got := opened(bob); got != "object:chat_message" {
		t.Errorf("taken into a chat, Bob was asked for %q", got)
	}
	if got := opened(ada); got != "" {
		t.Errorf("Ada was a member, and was asked for %q", got)
	}

	w.people.set("agent", "Bob", func(in *access.Inputs) { in.Sets = nil })
	w.settle(w.log.write(true, entry.Entry{Object: "user", Op: entry.Bulk, IDs: []id.ID{userID("Bob")}}))
	if got := opened(bob); !strings.Contains(got, "me object:chat_message object:contact") {
		t.Errorf("permissions changed in bulk: Bob was asked for %q", got)
	}
	if r := bob.call("subscribe", `{"topic":"object:contact"}`); r.Error.Code != "forbidden" {
		t.Errorf("%+v", r)
	}
	w.settle(w.log.write(true, renamed("Unseen")))
	if opened(bob); len(bob.early) != 0 {
		t.Error("received an invisible record")
	}
}

// TestAUserIsRegroupedWhenRightsChange verifies that a socket moves to the
// group of its new permissions, and that the others of its old group stay.
func TestAUserIsRegroupedWhenRightsChange(t *testing.T) {
	w := newWorld(t, nil)
	for _, name := range []string{"a", "b", "c"} {
		w.people.set(name, name, reads(access.ScopeAll, "name"))
	}
	a, b, c := w.connect(`{"token":"a"}`), w.connect(`{"token":"b"}`), w.connect(`{"token":"c"}`)
	clients := []*client{a, b, c}
	for _, one := range clients {
		one.subscribe("object:contact")
	}
	both := entry.Fields{"name": json.RawMessage(`"n"`), "company": json.RawMessage(`"c"`)}
	for round := range 6 {
		moving := []string{"a", "b", "c"}[round%3]
		w.people.set(moving, moving, func(in *access.Inputs) {
			in.Sets = nil
			fields := []string{"name"}
			if round < 3 {
				fields = append(fields, "company")
			}
			reads(access.ScopeAll, fields...)(in)
		})
		w.log.write(true, entry.Entry{Object: "permission", ID: id.Derived("set"), Op: entry.Updated, After: entry.Fields{"name": []byte(`"x"`)}},
			contact("x", entry.Updated, "", both))
		for i, one := range clients {
			if i == round%3 {
				one.event("resync")
			}
			wide := i <= round
			if round >= 3 {
				wide = i > round-3
			}
			if r := one.event("change"); (r.field("company") != "") != wide || r.field("name") != `"n"` {
				t.Fatalf("round %d, client %d: %s", round, i, r.packet.Data)
			}
		}
	}
	_ = a.ws.CloseNow()
	if r := b.call("unsubscribe", `{"topic":"object:contact"}`); !r.OK {
		t.Fatal(r)
	}
	w.log.write(true, contact("x", entry.Updated, "", both))
	c.event("change")
	if r := b.call("test.echo", `{}`); !r.OK || len(b.early) != 0 {
		t.Fatal(fmt.Sprint("received after leaving: ", b.early))
	}
}
