package hub_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/users/presence"
	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func rowsOf(object string) row.ReadRequest { return row.ReadRequest{Object: object} }

// propertyWorld is the setting of a run of the property test: two nodes, four
// users with different permissions, and the model of their records.
type propertyWorld struct {
	nodes     [2]*world
	model     *model
	random    *rand.Rand
	followers []*follower
	teams     []id.ID
	profiles  []access.PermissionSet
	made      int
	trace     []string
}

var propertyUsers = []string{"Ada", "Bob", "Cem", "Dee"}

// lateEvery makes the second node run queries late, as a busy node does:
// clients receive the results long after the changes.
const lateEvery = 20 * time.Millisecond

func newLawWorld(t *testing.T, random *rand.Rand) *propertyWorld {
	t.Helper()
	m := newModel()
	w := &propertyWorld{model: m, random: random, teams: []id.ID{id.Derived("team a"), id.Derived("team b")}}
	a := newWorldOf(t, func(o *hub.Options) { o.WindowBytes, o.Queries, o.QueryEvery = 8<<10, m, time.Millisecond }, m.register)
	w.nodes = [2]*world{a, a.secondNode(func(o *hub.Options) { o.Queries, o.QueryEvery = m, lateEvery })}
	w.profiles = propertyProfiles()
	for i, name := range propertyUsers {
		user := userID(name)
		m.teams[user] = []id.ID{w.teams[i%2]}
		token := []string{"admin", "agent", "cem", "dee"}[i]
		a.people.set(token, name, func(in *access.Inputs) {
			in.Teams = m.teams[user]
			in.Sets = []access.PermissionSet{w.profiles[i]}
			in.Permissions = []id.ID{id.Derived("set of " + name)}
			in.Superuser = false
		})
		w.write(m.create(&modelRow{object: "user", id: user, owner: user, fields: entry.Fields{"name": quote(name), "call_status": quote("available"), "email": quote(name)}}))
		transport := &http.Transport{}
		t.Cleanup(transport.CloseIdleConnections)
		w.followers = append(w.followers, &follower{
			name: name, user: user, token: token, model: m, people: a.people, http: &http.Client{Transport: transport},
			topics: map[string]*held{}, dirty: map[string]bool{},
		})
	}
	for range 2 {
		w.contact()
		w.call()
		w.conversation()
		w.chat()
	}
	return w
}

// propertyProfiles are the permissions that users have in turn: all, some fields,
// a team's rows, their own rows, nothing.
func propertyProfiles() []access.PermissionSet {
	read := access.ObjectPermission{Read: true}
	every := map[string]access.ObjectPermission{
		"contact": read, "call": read, "twilio_conversation": read, "twilio_message": read, "twilio_participant": read, "chat": read, "chat_message": read,
	}
	changed := map[string]access.ObjectPermission{}
	for object := range every {
		changed[object] = access.ObjectPermission{Read: true, Update: true, Delete: true}
	}
	scoped := func(s access.Scope) map[string]access.Scope {
		out := map[string]access.Scope{}
		for object := range every {
			out[object] = s
		}
		return out
	}
	some := map[string]map[string]access.FieldPermission{
		"twilio_message": {"number": {Read: true}, "body": {Read: true}}, // the conversation is hidden
		"contact":        {"name": {Read: true}}, "call": {"status": {Read: true}, "user": {Read: true}}, "twilio_conversation": {"friendly_name": {Read: true}},
	}
	return []access.PermissionSet{
		{Objects: every, Scopes: scoped(access.ScopeAll)},
		{Objects: changed, Scopes: scoped(access.ScopeOwn)},
		{Objects: changed, Scopes: scoped(access.ScopeTeam)},
		{Objects: every, Scopes: scoped(access.ScopeAll), Fields: some},
		{},
	}
}

// write appends to the log; some nodes only notice by LogGrew.
func (w *propertyWorld) write(entries ...entry.Entry) {
	announced := w.random.IntN(6) > 0
	if w.random.IntN(2) == 0 { // live queries accept such an entry without a run
		for i := range entries {
			entries[i].At = time.Now().Add(time.Hour)
		}
	}
	head := w.nodes[0].log.write(announced, entries...)
	w.model.mu.Lock()
	w.model.head = head
	w.model.mu.Unlock()
	if !announced {
		for _, n := range w.nodes {
			n.hub.LogGrew(organization)
		}
	}
}

func (w *propertyWorld) user() id.ID { return userID(propertyUsers[w.random.IntN(len(propertyUsers))]) }

func (w *propertyWorld) someUsers() []id.ID {
	var list []id.ID
	for _, name := range propertyUsers {
		if w.random.IntN(2) == 0 {
			list = append(list, userID(name))
		}
	}
	return list
}

func (w *propertyWorld) value() []byte { return quote(fmt.Sprint(w.random.IntN(1000))) }

// text returns a value that is sometimes too large for an event.
func (w *propertyWorld) text() []byte {
	if w.random.IntN(4) > 0 {
		return w.value()
	}
	return quote(strings.Repeat("x", 66_000) + fmt.Sprint(w.random.IntN(1000)))
}

func (w *propertyWorld) newID(object string) id.ID {
	w.made++
	return id.Derived(fmt.Sprint(object, w.made))
}

func (w *propertyWorld) pick(object string) *modelRow {
	list := w.model.of(object)
	if len(list) == 0 {
		return nil
	}
	return list[w.random.IntN(len(list))]
}

func (w *propertyWorld) contact() {
	owner := w.user()
	w.write(w.model.create(&modelRow{object: "contact", id: w.newID("contact"), owner: owner, fields: entry.Fields{
		"name": w.value(), "email": w.text(), "owner": reference(owner),
	}}))
}

func (w *propertyWorld) changeContact() {
	r := w.pick("contact")
	switch k := w.random.IntN(7); {
	case r == nil || k == 0:
		w.contact()
	case k == 1:
		w.write(w.model.remove(r))
	case k < 4:
		owner := w.user()
		w.write(w.model.update(r, entry.Fields{"owner": reference(owner), "email": w.text()}, func() { r.owner = owner }))
	case k == 4:
		w.write(w.model.update(r, entry.Fields{"email": w.text()}, nil))
	default:
		w.write(w.model.update(r, entry.Fields{"name": w.value(), "email": w.value()}, nil))
	}
}

func (w *propertyWorld) call() {
	candidates := w.someUsers()
	w.write(w.model.create(&modelRow{object: "call", id: w.newID("call"), candidates: candidates, fields: entry.Fields{
		"status": quote("ringing"), "user": reference(""), "candidates": references(candidates), "notes": w.value(),
	}}))
}

func (w *propertyWorld) changeCall() {
	r := w.pick("call")
	switch k := w.random.IntN(5); {
	case r == nil || k == 0 || k >= 3 && text(r.fields["status"]) == "completed": // the end is its last state
		w.call()
	case k == 1:
		w.write(w.model.update(r, entry.Fields{"status": quote("completed"), "candidates": references(nil)}, func() { r.candidates = nil }))
	case k == 2:
		w.write(w.model.update(r, entry.Fields{"notes": w.value()}, nil))
	case k == 3:
		candidates := w.someUsers()
		w.write(w.model.update(r, entry.Fields{"status": quote("ringing"), "user": reference(""), "candidates": references(candidates)}, func() { r.owner, r.candidates = "", candidates }))
	default:
		owner := w.user()
		w.write(w.model.update(r, entry.Fields{"status": quote("in-progress"), "user": reference(owner), "candidates": references(nil)}, func() { r.owner, r.candidates = owner, nil }))
	}
}

func (w *propertyWorld) conversation() {
	one := w.newID("conversation")
	owner := w.user()
	w.write(w.model.create(&modelRow{object: "twilio_conversation", id: one, owner: owner, thread: one, fields: entry.Fields{
		"friendly_name": w.value(), "assigned_user": reference(owner), "last_number": quote(0), "read_number": quote(0), "unread_messages": quote(0),
	}}))
}

func (w *propertyWorld) changeConversation() {
	r := w.pick("twilio_conversation")
	last, read := numberOf(r.fields["last_number"]), numberOf(r.fields["read_number"])
	switch w.random.IntN(6) {
	case 0:
		owner := w.user()
		w.write(w.model.update(r, entry.Fields{"assigned_user": reference(owner)}, func() { r.owner = owner }))
	case 1:
		w.write(w.model.update(r, entry.Fields{"read_number": quote(last), "unread_messages": quote(0)}, nil))
	case 2:
		w.write(w.model.create(&modelRow{object: "twilio_participant", id: w.newID("participant"), thread: r.id, fields: entry.Fields{"conversation": reference(r.id), "identity": w.value()}}))
	case 3:
		w.write(w.model.update(r, entry.Fields{"friendly_name": w.value()}, nil))
	default:
		w.write(
			w.model.create(&modelRow{object: "twilio_message", id: w.newID("message"), thread: r.id, fields: entry.Fields{"conversation": reference(r.id), "number": quote(last + 1), "body": w.value()}}),
			w.model.update(r, entry.Fields{"last_number": quote(last + 1), "unread_messages": quote(last + 1 - read)}, nil),
		)
	}
}

func (w *propertyWorld) chat() {
	one := w.newID("chat")
	r := &modelRow{object: "chat", id: one, thread: one, members: w.someUsers(), private: w.random.IntN(2) == 0, fields: entry.Fields{
		"name": w.value(), "status": quote("Open"), "last_number": quote(0), "read_numbers": quote(map[id.ID]int64{}),
	}}
	r.fields["members"], r.fields["private"], r.fields["unread_messages"] = references(r.members), quote(r.private), quote(map[id.ID]int64{})
	w.write(w.model.create(r))
}

// unreadIn returns the derived count of a chat with these numbers.
func unreadIn(r *modelRow, last int64, read map[id.ID]int64) []byte {
	out := map[id.ID]int64{}
	for _, member := range r.members {
		out[member] = last - read[member]
	}
	return quote(out)
}

func (w *propertyWorld) changeChat() {
	r := w.pick("chat")
	last, read := numberOf(r.fields["last_number"]), map[id.ID]int64{}
	decodeInto(r.fields["read_numbers"], &read)
	closed := text(r.fields["status"]) == "Closed"
	switch k := w.random.IntN(7); {
	case k == 0:
		r2 := &modelRow{members: w.someUsers()}
		set := entry.Fields{"members": references(r2.members), "unread_messages": unreadIn(r2, last, read)}
		w.write(w.model.update(r, set, func() { r.members = r2.members }))
	case k == 1:
		w.write(w.model.update(r, entry.Fields{"private": quote(!r.private)}, func() { r.private = !r.private }))
	case k == 2 && closed:
		w.write(w.model.update(r, entry.Fields{"status": quote("Open")}, nil))
	case k == 2:
		w.write(w.model.update(r, entry.Fields{"status": quote("Closed")}, nil))
	case k == 3 && !closed:
		read[w.user()] = last
		w.write(w.model.update(r, entry.Fields{"read_numbers": quote(read), "unread_messages": unreadIn(r, last, read)}, nil))
	case !closed:
		author := w.user()
		w.write(
			w.model.create(&modelRow{object: "chat_message", id: w.newID("said"), owner: author, thread: r.id, fields: entry.Fields{"chat": reference(r.id), "number": quote(last + 1), "body": w.value(), "user": reference(author)}}),
			w.model.update(r, entry.Fields{"last_number": quote(last + 1), "unread_messages": unreadIn(r, last+1, read)}, nil),
		)
	}
}

// changeRights gives a user other permissions, or another team.
func (w *propertyWorld) changeRights() {
	f := w.followers[w.random.IntN(len(w.followers))]
	if w.random.IntN(2) == 0 {
		w.nodes[0].people.set(f.token, f.name, func(in *access.Inputs) {
			in.Sets = []access.PermissionSet{w.profiles[w.random.IntN(len(w.profiles))]}
			if head, _ := w.nodes[0].log.Head(context.Background(), organization); head%2 == 0 { // a user who sees everything may do more with some records
				in.Sets = append(in.Sets, w.profiles[0])
			}
			in.Superuser = w.random.IntN(6) == 0
		})
		e := permissionChanged()
		e.ID = id.Derived("set of " + f.name)
		w.write(e)
		w.rightsMoved(f.user)
		return
	}
	team := w.teams[w.random.IntN(len(w.teams))]
	r := w.model.get(f.user)
	e := w.model.update(r, entry.Fields{"teams": references([]id.ID{team})}, func() { w.model.teams[f.user] = []id.ID{team} })
	w.nodes[0].people.set(f.token, f.name, func(in *access.Inputs) { in.Teams = []id.ID{team} })
	w.write(e)
	if e.Changed("teams") {
		w.rightsMoved(f.user)
	}
}

// rightsMoved notes that the newest entry changed a user's permissions.
func (w *propertyWorld) rightsMoved(user id.ID) {
	w.model.mu.Lock()
	defer w.model.mu.Unlock()
	w.model.rightsMoved[user] = w.model.head
}

// bulk changes rows without an entry for each.
func (w *propertyWorld) bulk() {
	object := []string{"contact", "contact", "call", "twilio_conversation", "twilio_message", "chat_message"}[w.random.IntN(6)]
	field := map[string]string{"contact": "name", "call": "notes", "twilio_conversation": "friendly_name", "twilio_message": "body", "chat_message": "body"}[object]
	e := entry.Entry{Object: object, Op: entry.Bulk, Cause: object + ".bulk"}
	for _, r := range w.model.of(object) {
		if w.random.IntN(2) == 0 {
			w.model.update(r, entry.Fields{field: w.value()}, nil)
			e.IDs = append(e.IDs, r.id)
		}
	}
	if len(e.IDs) > 0 {
		w.write(e)
	}
}

func (w *propertyWorld) dot() {
	user := w.user()
	d := presence.Dot{ID: user, Name: "x", Status: text(w.value()), Chosen: "available"}
	w.model.mu.Lock()
	w.model.dots[user] = d
	w.model.mu.Unlock()
	for _, n := range w.nodes {
		n.hub.PresenceChanged(organization, user, quote(d))
	}
}

// topic returns a topic to follow.
func (w *propertyWorld) topic() string {
	switch w.random.IntN(12) {
	case 0:
		return "me"
	case 1:
		return "presence"
	case 2:
		return "calls"
	case 3:
		return "calls:all"
	case 4:
		return "feed"
	case 5:
		return "object:" + []string{"contact", "call", "chat_message", "twilio_conversation", "chat"}[w.random.IntN(5)]
	case 6:
		return "chat:" + string(w.pick("chat").id)
	case 8, 9:
		return "live_query:" + string(propertyQueryID(w.random.IntN(len(propertyQueries))))
	case 7:
		return "conversation:" + string(w.pick("twilio_conversation").id)
	}
	object := []string{"contact", "call", "chat", "chat_message", "twilio_conversation"}[w.random.IntN(5)]
	if r := w.pick(object); r != nil {
		return "record:" + object + ":" + string(r.id)
	}
	return "me"
}

// step plays one step.
func (w *propertyWorld) step(ctx context.Context) error {
	f := w.followers[w.random.IntN(len(w.followers))]
	err := w.move(ctx, f)
	if errors.Is(err, errSentAway) {
		w.trace = append(w.trace, f.name+" was sent away")
		f.cut()
		return nil
	}
	return err
}

func (w *propertyWorld) move(ctx context.Context, f *follower) error {
	switch k := w.random.IntN(100); {
	case k < 12:
		w.did("contact", w.changeContact)
	case k < 22:
		w.did("call", w.changeCall)
	case k < 34:
		w.did("conversation", w.changeConversation)
	case k < 46:
		w.did("chat", w.changeChat)
	case k < 50:
		w.did("rights", w.changeRights)
	case k < 54:
		w.did("bulk", w.bulk)
	case k < 57:
		w.did("dot", w.dot)
	case k < 62:
		w.trace = append(w.trace, "cut "+f.name)
		f.cut()
	case f.wire == nil:
		node := w.random.IntN(2)
		w.trace = append(w.trace, fmt.Sprint("return ", f.name, " at node ", node))
		return f.connect(ctx, w.nodes[node])
	case k < 88:
		topic := w.topic()
		w.trace = append(w.trace, f.name+" subscribes "+topic)
		return f.subscribe(ctx, topic)
	case k < 91 && len(f.topics) > 0:
		topic := slices.Min(keysOf(f.topics))
		w.trace = append(w.trace, f.name+" unsubscribes "+topic)
		return f.unsubscribe(ctx, topic)
	default:
		return f.pump(ctx)
	}
	return nil
}

func (w *propertyWorld) did(what string, do func()) {
	w.trace = append(w.trace, what)
	do()
}
