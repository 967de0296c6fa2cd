package pg_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// system are the fields that every update changes.
func withoutSystem(fields map[string]string) map[string]string {
	for _, name := range []string{"version", "modified_date", "modified_by", "updated_by"} {
		delete(fields, name)
	}
	return fields
}

func ref(one id.ID, name string) string { return `{"id":"` + string(one) + `","name":"` + name + `"}` }

func TestAnEntryHoldsWhatChanged(t *testing.T) {
	f := newFixture(t)
	ada, bob := f.user("Ada"), f.user("Bob")
	note := f.create("note", row.Fields{"name": "Old note"})
	contact := f.create("contact", row.Fields{"name": "Grace", "owner": ada, "company": "Navy", "tags": []string{"x"}})
	f.entries()
	c := f.change(row.Write{Object: "contact", ID: contact.ID, Op: entry.Updated, Cause: "record.updated", Set: row.Fields{
		"name": "Grace", "company": nil, "related_note": note.ID, "tags": []string{"x"}, "do_not_call": true,
	}})
	c.By, c.Command = bob, "0198c0de-0000-7000-8000-0000000000c1"
	after := f.commit(c)[0]
	e := f.entry()
	if e.Organization != f.org || e.By != bob || e.Command != c.Command || e.Cause != "record.updated" || e.Object != "contact" ||
		e.ID != contact.ID || e.Op != entry.Updated || e.Version != 2 || !e.At.Equal(after.Time("modified_date")) || e.Record == nil { // what bars numbers changed: the entry names them
		t.Errorf("entry %+v", e)
	}
	wantBefore := map[string]string{"company": `"Navy"`, "related_note": "null", "do_not_call": "false",
		"version": "1", "modified_date": string(e.Before["modified_date"]), "modified_by": "null", "updated_by": "null"}
	wantAfter := map[string]string{"company": "null", "related_note": ref(note.ID, "Old note"), "do_not_call": "true",
		"version": "2", "modified_date": string(e.After["modified_date"]), "modified_by": ref(bob, "Bob"), "updated_by": ref(bob, "Bob")}
	if got := wire(t, e.Before); !reflect.DeepEqual(got, wantBefore) {
		t.Errorf("before %v\nwant %v", got, wantBefore)
	}
	if got := wire(t, e.After); !reflect.DeepEqual(got, wantAfter) {
		t.Errorf("after %v\nwant %v", got, wantAfter)
	}
	if e.Route.Before.Owner != ada || !e.Route.Before.Equal(e.Route.After) {
		t.Errorf("route %+v", e.Route)
	}
}

func TestAnUpdateThatChangesNothingIsNone(t *testing.T) {
	f := newFixture(t)
	contact := f.create("contact", row.Fields{"name": "Grace", "address": json.RawMessage(`{"street":"x","city":"y"}`)})
	f.entries()
	same := f.update(contact, row.Fields{"name": "Grace", "company": nil, "address": json.RawMessage(` {"city":"y", "street":"x"}`)})
	if same.Version != 1 || !reflect.DeepEqual(same, contact) {
		t.Errorf("got %+v", same)
	}
	if got := f.entries(); len(got) != 0 {
		t.Errorf("entries %+v", got)
	}
}

func TestDerivedFieldsFollowTheirSources(t *testing.T) {
	f := newFixture(t)
	ada, bob := f.user("Ada"), f.user("Bob")
	chat := f.create("chat", row.Fields{"name": "Lunch", "members": []id.ID{ada, bob}})
	f.entries()
	f.update(chat, row.Fields{"last_number": int64(3), "read_numbers": row.JSONValue(map[id.ID]int64{ada: 3})})
	e := f.entry()
	var unread map[id.ID]int64
	if err := json.Unmarshal(e.After["unread_messages"], &unread); err != nil || unread[ada] != 0 || unread[bob] != 3 || len(unread) != 2 {
		t.Errorf("unread %s %v", e.After["unread_messages"], err)
	}
	if _, there := e.After["members"]; there || len(withoutSystem(wire(t, e.After))) != 3 {
		t.Errorf("after %v", wire(t, e.After))
	}
	f.update(chat, row.Fields{"topic": "Soup"})
	if e := f.entry(); len(withoutSystem(wire(t, e.After))) != 1 {
		t.Errorf("after %v", wire(t, e.After))
	}
	// A source that changes without changing what is derived from it.
	f.update(row.Record{Object: "user", ID: ada}, row.Fields{"availability": json.RawMessage(`{"call_availability":{"call_status":"available"}}`)})
	if e := f.entry(); e.After["availability"] == nil || e.After["do_not_disturb"] != nil {
		t.Errorf("after %v", wire(t, e.After))
	}
	f.update(row.Record{Object: "user", ID: ada}, row.Fields{"availability": json.RawMessage(`{"call_availability":{"call_status":"do_not_disturb"}}`)})
	if e := f.entry(); string(e.Before["do_not_disturb"]) != "false" || string(e.After["do_not_disturb"]) != "true" {
		t.Errorf("before %v after %v", wire(t, e.Before), wire(t, e.After))
	}
}

func TestInternalFieldsAndObjectsStayInside(t *testing.T) {
	f := newFixture(t)
	ada := f.user("Ada")
	call := f.create("call", row.Fields{"sid": "CA1", "legs": json.RawMessage(`{"secret":1}`)})
	f.entries()
	f.update(call, row.Fields{"legs": json.RawMessage(`{"secret":2}`), "status": "ringing"})
	if e := f.entry(); e.After["legs"] != nil || e.Before["legs"] != nil || string(e.After["status"]) != `"ringing"` {
		t.Errorf("after %v", wire(t, e.After))
	}
	session := f.create("session", row.Fields{"user": ada, "refresh_hash": "secret"})
	e := f.entry()
	if len(e.After)+len(e.Before)+len(e.Record) != 0 || e.Op != entry.Created || e.ID != session.ID || e.Route.After.Owner != ada {
		t.Errorf("entry of a session %+v", e)
	}
	// That it was revoked must reach the hub; what it is made of must not.
	f.update(session, row.Fields{"user": nil, "revoked_date": time.Now(), "refresh_hash": "x", "successor": "y"})
	e = f.entry()
	if e.Record != nil || e.Version != 2 || e.Route.Before.Owner != ada {
		t.Errorf("entry of a session %+v", e)
	}
	after := withoutSystem(wire(t, e.After))
	if len(after) != 2 || after["revoked_date"] == "" || after["user"] != "null" || e.Before["refresh_hash"] != nil {
		t.Errorf("after %v", after)
	}
}

func TestARouteThatChangesCarriesTheRecord(t *testing.T) {
	f := newFixture(t)
	red, blue := f.create("team", row.Fields{"name": "Red"}).ID, f.create("team", row.Fields{"name": "Blue"}).ID
	ada, bob := f.user("Ada", red), f.user("Bob")
	f.update(row.Record{Object: "team", ID: blue}, row.Fields{"members": []id.ID{bob}})
	contact := f.create("contact", row.Fields{"name": "Grace", "owner": ada})
	f.entries()
	f.update(contact, row.Fields{"owner": bob})
	e := f.entry()
	if e.Route.Before.Owner != ada || e.Route.After.Owner != bob ||
		!reflect.DeepEqual(e.Route.Before.Teams, []id.ID{red}) || !reflect.DeepEqual(e.Route.After.Teams, []id.ID{blue}) {
		t.Errorf("route %+v", e.Route)
	}
	if string(e.Record["name"]) != `"Grace"` || string(e.Record["owner"]) != ref(bob, "Bob") {
		t.Errorf("record %v", wire(t, e.Record))
	}
	if after := withoutSystem(wire(t, e.After)); len(after) != 1 || after["owner"] != ref(bob, "Bob") {
		t.Errorf("after %v", after)
	}
	// A user is his own route: another team is another route.
	f.update(row.Record{Object: "user", ID: ada}, row.Fields{"teams": []id.ID{blue}})
	all := f.entries() // one of the user, and one of each team whose members changed
	if len(all) != 3 || all[0].Object != "user" || all[1].Object != "team" || all[2].Object != "team" {
		t.Fatalf("entries %+v", all)
	}
	e = all[0]
	if !reflect.DeepEqual(e.Route.Before.Teams, []id.ID{red}) || !reflect.DeepEqual(e.Route.After.Teams, []id.ID{blue}) || e.Record == nil {
		t.Errorf("route %+v record %v", e.Route, e.Record != nil)
	}
}

func TestRoutesOfCallsAndThreads(t *testing.T) {
	f := newFixture(t)
	ada, bob, eve := f.user("Ada"), f.user("Bob"), f.user("Eve")
	f.entries()
	call := f.create("call", row.Fields{"candidates": []id.ID{ada, bob}})
	if r := f.entry().Route; !reflect.DeepEqual(r.After.Candidates, []id.ID{ada, bob}) || r.After.Owner != "" || !r.Before.Equal(entry.Route{}) {
		t.Errorf("route of a call %+v", r)
	}
	f.update(call, row.Fields{"user": bob, "candidates": []id.ID{}})
	if e := f.entry(); e.Route.After.Owner != bob || len(e.Route.After.Candidates) != 0 || len(e.Route.Before.Candidates) != 2 || e.Record == nil {
		t.Errorf("entry of an accepted call %+v", e.Route)
	}
	f.commit(f.change(row.Write{Object: "call", ID: call.ID, Op: entry.Removed}))
	if r := f.entry().Route; r.Before.Owner != bob || !r.After.Equal(entry.Route{}) {
		t.Errorf("route of a removed call %+v", r)
	}

	chat := f.create("chat", row.Fields{"name": "Secret", "private": true, "members": []id.ID{ada, eve}})
	if r := f.entry().Route.After; r.Thread != chat.ID || !r.Private || !reflect.DeepEqual(r.Members, []id.ID{ada, eve}) {
		t.Errorf("route of a chat %+v", r)
	}
	f.create("chat_message", row.Fields{"chat": chat.ID, "user": eve, "body": "Hi", "number": int64(1)})
	if r := f.entry().Route.After; r.Thread != chat.ID || !r.Private || r.Owner != eve || !reflect.DeepEqual(r.Members, []id.ID{ada, eve}) {
		t.Errorf("route of a chat message %+v", r)
	}
	conversation := f.create("twilio_conversation", row.Fields{"assigned_user": bob})
	if r := f.entry().Route.After; r.Thread != conversation.ID || r.Owner != bob {
		t.Errorf("route of a conversation %+v", r)
	}
}

func TestSeveralWritesAreOneChange(t *testing.T) {
	f := newFixture(t)
	chatID := id.New()
	ada := f.user("Ada")
	f.entries()
	records := f.commit(f.change(
		row.Write{Object: "chat", ID: chatID, Op: entry.Created, Set: row.Fields{"name": "Lunch", "members": []id.ID{ada}}},
		row.Write{Object: "chat_message", Op: entry.Created, Set: row.Fields{"chat": chatID, "user": ada, "body": "Hi"}},
		row.Write{Object: "chat", ID: chatID, Op: entry.Updated, Expect: 1, Set: row.Fields{"last_message": "Hi", "read_numbers": json.RawMessage(`{"zz":1,"a":2}`)}},
		row.Write{Object: "chat", ID: chatID, Op: entry.Updated, Expect: 2, Set: row.Fields{"read_numbers": json.RawMessage(`{"a":2,"zz":1}`)}},
		row.Write{Object: "chat", ID: chatID, Op: entry.Updated, Quiet: true, Set: row.Fields{"topic": "quiet"}},
		row.Write{Object: "user", ID: ada, Op: entry.Updated, Set: row.Fields{"name": "Ada L."}},
	))
	versions := []int64{1, 1, 2, 2, 3, 2}
	for i, r := range records {
		if r.Version != versions[i] {
			t.Errorf("record %d has version %d, want %d", i, r.Version, versions[i])
		}
	}
	entries := f.entries()
	objects := make([]string, len(entries))
	for i, e := range entries {
		objects[i] = e.Object + " " + string(e.Op)
	}
	if want := []string{"chat created", "chat_message created", "chat updated", "user updated"}; !reflect.DeepEqual(objects, want) {
		t.Fatalf("entries %v, want %v", objects, want)
	}
	// The name that the change leaves is the one that its entries show.
	if got := string(entries[1].Record["user"]); got != ref(ada, "Ada L.") {
		t.Errorf("the message's user is %s", got)
	}
	if got := string(entries[1].Record["chat"]); got != ref(chatID, "Lunch") {
		t.Errorf("the message's chat is %s", got)
	}
}
