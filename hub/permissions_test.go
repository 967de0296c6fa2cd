package hub_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"switchboard/hub/socketio"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// TestNothingForbiddenReachesASocketAndNothingElseIsWithheld plays random
// changes of records, permissions, teams and sign-ins to clients of two nodes
// and compares what each received with the oracle.
func TestNothingForbiddenReachesASocketAndNothingElseIsWithheld(t *testing.T) {
	rounds, random := soak(t, 4)
	announced, enough := 0, 50*rounds
	for round := 0; round < rounds || announced < enough && round < 3*rounds; round++ {
		announced += playPermissions(t, random)
	}
	if announced < enough {
		t.Fatalf("only %d changes were sent in %d rounds: that proves little", announced, 3*rounds)
	}
}

var played = []string{"contact", "call", "chat", "chat_message", "twilio_conversation", "twilio_message", "note", "user", "permission", "team"}

// play is one round.
type play struct {
	t       *testing.T
	random  *rand.Rand
	nodes   [2]*world
	clients []*client
	got     [][]received // by earlier connections
	oracles []*oracle
	tokens  []string
	teams   map[id.ID][]id.ID // by user
	records map[id.ID]*entry.Route
	seq     int64
}

// playPermissions plays one round and returns how many changes were sent.
func playPermissions(t *testing.T, random *rand.Rand) (announced int) {
	t.Helper()
	a := newWorld(t, nil)
	p := &play{t: t, random: random, nodes: [2]*world{a, a.secondNode(nil)}, teams: map[id.ID][]id.ID{}, records: map[id.ID]*entry.Route{}}
	for i := range 9 {
		p.join(i)
	}
	for range 150 {
		switch p.random.IntN(20) {
		case 0:
			p.changeRights()
		case 1:
			p.changeTeams()
		case 2:
			if p.random.IntN(4) == 0 {
				p.end()
			}
		case 3, 4:
			p.comeOrGo()
		default:
			p.change()
		}
	}
	p.settled()
	for i := range p.clients {
		if p.oracles[i].away {
			p.comeBack(i)
		}
		p.compare(i)
		announced += len(p.oracles[i].expected)
	}
	for _, node := range p.nodes {
		node.stop()
	}
	return announced
}

func (p *play) user(i int) id.ID { return userID("user " + strconv.Itoa(i)) }

// join connects a user with random permissions and subscribes to random
// topics.
func (p *play) join(i int) {
	token := "token " + strconv.Itoa(i)
	o := &oracle{registry: p.nodes[0].people.registry}
	p.nodes[0].people.set(token, "user "+strconv.Itoa(i), func(in *access.Inputs) {
		p.randomRights(in)
		in.Permissions = []id.ID{p.record("permission", i%3)}
		in.Teams = p.some(3, func(n int) id.ID { return id.Derived("team " + strconv.Itoa(n)) })
		p.teams[in.User] = in.Teams
		o.in, o.began, o.since = *in, *in, p.seq
	})
	c := p.nodes[i%2].connect(`{"token":"` + token + `"}`)
	topics := []string{"me", "presence", "calls", "calls:all", "feed"}
	for _, object := range played {
		topics = append(topics, "object:"+object)
		for n := range 3 {
			topics = append(topics, "record:"+object+":"+p.record(object, n).String())
		}
	}
	for n := range 3 {
		topics = append(topics, "chat:"+p.record("chat", n).String(), "conversation:"+p.record("twilio_conversation", n).String())
	}
	most := 1 + p.random.IntN(6)
	for _, n := range p.random.Perm(len(topics)) {
		if len(o.topics) == most {
			break
		}
		if topic := topics[n]; o.mayFollow(topic) {
			c.subscribe(topic)
			o.topics = append(o.topics, topic)
		} else if r := c.call("subscribe", `{"topic":"`+topic+`"}`); r.OK {
			p.t.Fatalf("%+v may follow %s", o.in, topic)
		}
	}
	p.clients, p.oracles, p.tokens = append(p.clients, c), append(p.oracles, o), append(p.tokens, token)
	p.got = append(p.got, nil)
}

// comeOrGo disconnects a client, or reconnects it to any node.
func (p *play) comeOrGo() {
	i := p.random.IntN(len(p.oracles))
	switch o := p.oracles[i]; {
	case o.ended:
	case o.away:
		p.comeBack(i)
	default:
		p.settled()
		c := p.clients[i]
		if r := c.call("test.echo", `{}`); !r.OK {
			p.t.Fatal(r)
		}
		_ = c.ws.CloseNow()
		p.got[i] = append(p.got[i], c.early...)
		c.early = nil
		o.leave()
	}
}

// comeBack reconnects a client. It must recover if the user's permissions are
// still those of the session and have not been touched; otherwise none of the
// missed changes may arrive.
func (p *play) comeBack(i int) {
	o := p.oracles[i]
	p.settled()
	offset := ""
	for _, r := range p.got[i] {
		if r.offset != "" {
			offset = r.offset
		}
	}
	held := o.held
	back := p.nodes[p.random.IntN(2)].connect(returning(p.tokens[i], p.clients[i].pid, offset, held...))
	recovered := back.pid == p.clients[i].pid
	from, _ := strconv.ParseInt(offset, 10, 64)
	touched := o.touched > max(from, o.since)
	switch same := reflect.DeepEqual(o.in, o.began); {
	case recovered && touched:
		p.t.Fatalf("client %d was recovered though its permissions changed", i)
	case !recovered && !touched && same:
		p.t.Fatalf("client %d was not recovered though its permissions are unchanged", i)
	}
	if !recovered {
		for _, topic := range held {
			if o.mayFollow(topic) {
				back.subscribe(topic)
			}
		}
	} else if r := back.call("test.echo", `{}`); !r.OK { // runs after the replay, which a change of permissions would end
		p.t.Fatal(r)
	}
	o.comeBack(recovered, p.seq)
	p.clients[i] = back
}

func (p *play) record(object string, n int) id.ID {
	if object == "user" {
		return p.user(n)
	}
	return id.Derived(object + " " + strconv.Itoa(n))
}

// some returns about a third of n things.
func (p *play) some(n int, thing func(int) id.ID) []id.ID {
	var out []id.ID
	for i := range n {
		if p.random.IntN(3) == 0 {
			out = append(out, thing(i))
		}
	}
	return out
}

func (p *play) randomRights(in *access.Inputs) {
	in.Superuser = p.random.IntN(8) == 0
	in.Sets = nil
	for range p.random.IntN(3) {
		set := access.PermissionSet{Objects: map[string]access.ObjectPermission{}, Fields: map[string]map[string]access.FieldPermission{}, Scopes: map[string]access.Scope{}}
		for _, object := range played {
			if p.random.IntN(2) == 0 {
				continue
			}
			set.Objects[object] = access.ObjectPermission{Read: true, Update: p.random.IntN(2) == 0, Delete: p.random.IntN(3) == 0}
			set.Scopes[object] = []access.Scope{access.ScopeAll, access.ScopeTeam, access.ScopeOwn}[p.random.IntN(3)]
			if p.random.IntN(2) == 0 {
				continue
			}
			list := map[string]access.FieldPermission{}
			for _, f := range p.nodes[0].people.registry.Object(object).Fields {
				read := p.random.IntN(2) == 0
				list[f.Name] = access.FieldPermission{Read: read, Update: read && p.random.IntN(2) == 0}
			}
			set.Fields[object] = list
		}
		in.Sets = append(in.Sets, set)
	}
}

// write appends an entry and passes it to every oracle.
func (p *play) write(e entry.Entry, before func()) {
	entries := []entry.Entry{e}
	p.seq = p.nodes[0].log.write(true, entries...)
	if before != nil {
		before()
	}
	for _, o := range p.oracles {
		o.take(&entries[0])
	}
}

// settled waits for both nodes: permissions are reloaded when an entry is
// applied.
func (p *play) settled() {
	for _, node := range p.nodes {
		node.settle(p.seq)
	}
}

// alter changes the inputs of a connected client. It returns nil if there is
// none.
func (p *play) alter(how func(*access.Inputs)) *oracle {
	i := p.random.IntN(len(p.oracles))
	o := p.oracles[i]
	if o.ended {
		return nil
	}
	p.settled()
	p.nodes[0].people.set(p.tokens[i], "", func(in *access.Inputs) {
		how(in)
		o.in = *in
	})
	return o
}

func (p *play) changeRights() {
	o := p.alter(p.randomRights)
	if o == nil {
		return
	}
	e := p.entry("permission", o.in.Permissions[0], entry.Updated, entry.Route{}, entry.Route{})
	p.write(e, func() { o.topics = slices.DeleteFunc(o.topics, func(topic string) bool { return !o.mayFollow(topic) }) })
	p.settled()
}

func (p *play) changeTeams() {
	o := p.alter(func(in *access.Inputs) {
		in.Teams = p.some(3, func(n int) id.ID { return id.Derived("team " + strconv.Itoa(n)) })
	})
	if o == nil {
		return
	}
	route := entry.Route{Owner: o.in.User, Teams: p.teams[o.in.User]}
	p.teams[o.in.User] = o.in.Teams
	e := p.entry("user", o.in.User, entry.Updated, route, entry.Route{Owner: o.in.User, Teams: o.in.Teams})
	field := "teams"
	if p.random.IntN(2) == 0 { // a team may name its members, too
		e = p.entry("team", p.record("team", p.random.IntN(3)), entry.Updated, entry.Route{}, entry.Route{})
		field = "members"
	}
	e.After[field] = json.RawMessage(fmt.Sprintf(`[{"id":%q}]`, o.in.User))
	e.Record[field] = e.After[field]
	p.write(e, nil)
	p.settled()
}

// end signs out or disables a user.
func (p *play) end() {
	i := p.random.IntN(len(p.oracles))
	o := p.oracles[i]
	if o.ended || o.away {
		return
	}
	p.settled()
	p.nodes[0].people.remove(p.tokens[i])
	e := entry.Entry{Object: "session", ID: o.in.Session, Op: entry.Removed}
	if p.random.IntN(2) == 0 {
		route := entry.Route{Owner: o.in.User, Teams: p.teams[o.in.User]}
		e = p.entry("user", o.in.User, entry.Updated, route, route)
		e.After["is_active"] = json.RawMessage("false")
		e.Record["is_active"] = e.After["is_active"]
	}
	p.write(e, func() { o.ended = true })
	p.settled()
}

// change writes a random change of a random record.
func (p *play) change() {
	object := played[p.random.IntN(len(played)-2)] // permission and team belong to the permissions
	record := p.record(object, p.random.IntN(3))
	before, exists := p.records[record], false
	if before != nil {
		exists = true
	}
	switch {
	case object == "user":
		route := entry.Route{Owner: record, Teams: p.teams[record]}
		p.write(p.entry(object, record, entry.Updated, route, route), nil)
	case !exists:
		route := p.route(object, record)
		p.records[record] = &route
		p.write(p.entry(object, record, entry.Created, entry.Route{}, route), nil)
	case p.random.IntN(6) == 0:
		delete(p.records, record)
		p.write(p.entry(object, record, entry.Removed, *before, entry.Route{}), nil)
	default:
		route := *before
		if p.random.IntN(2) == 0 {
			route = p.route(object, record)
		}
		p.records[record] = &route
		p.write(p.entry(object, record, entry.Updated, *before, route), nil)
	}
}

func (p *play) route(object string, record id.ID) entry.Route {
	var r entry.Route
	owned := func() {
		if p.random.IntN(4) > 0 {
			r.Owner = p.user(p.random.IntN(9))
			r.Teams = p.teams[r.Owner]
		}
	}
	switch object {
	case "chat":
		r.Members, r.Private, r.Thread = p.some(9, p.user), p.random.IntN(2) == 0, record
	case "chat_message":
		owned()
		r.Members, r.Private, r.Thread = p.some(9, p.user), p.random.IntN(2) == 0, p.record("chat", p.random.IntN(3))
	case "call":
		owned()
		r.Candidates = p.some(9, p.user)
	case "twilio_conversation":
		owned()
		r.Thread = record
	case "twilio_message":
		r.Thread = p.record("twilio_conversation", p.random.IntN(3))
	default:
		owned()
	}
	return r
}

// entry returns an entry whose values are all different and, if they are
// names of other records, secret.
func (p *play) entry(object string, record id.ID, op entry.Op, before, after entry.Route) entry.Entry {
	e := entry.Entry{
		Object: object, ID: record, Op: op, Version: p.seq + 1, Cause: object + "." + string(op),
		Record: entry.Fields{}, After: entry.Fields{}, Route: entry.Routes{Before: before, After: after},
	}
	for _, f := range p.nodes[0].people.registry.Object(object).Fields {
		if f.Type == schema.LookupList || f.Type == schema.AnyObject {
			continue
		}
		value := json.RawMessage(fmt.Sprintf("%q", fmt.Sprint(object, ".", f.Name, " ", p.seq)))
		if f.Type == schema.Lookup {
			value = json.RawMessage(fmt.Sprintf(`{"id":%q,"name":"secret %d"}`, id.Derived(f.Name), p.seq))
		}
		e.Record[f.Name] = value
		always := f.Name == "version" || f.Name == "modified_date"
		if always || p.random.IntN(6) == 0 {
			e.After[f.Name] = value
		}
	}
	switch op {
	case entry.Created:
		e.After = e.Record
	case entry.Removed:
		e.After, e.Record = nil, nil
	case entry.Updated, entry.Bulk:
		delete(e.After, "is_active")
		delete(e.After, "is_superuser")
	}
	return e
}

// compare compares what a client received with its oracle.
func (p *play) compare(i int) {
	c, o := p.clients[i], p.oracles[i]
	if o.ended {
		c.ended()
	} else if r := c.call("test.echo", `{}`); !r.OK {
		p.t.Fatal(r)
	}
	var got []announced
	for _, r := range append(p.got[i], c.early...) {
		if r.packet.Type != socketio.Event || r.name != "change" {
			continue
		}
		seq, _ := strconv.ParseInt(r.offset, 10, 64)
		var fields map[string]json.RawMessage
		_ = json.Unmarshal(r.object["fields"], &fields)
		var named []string
		_ = json.Unmarshal(r.object["topics"], &named)
		got = append(got, announced{seq, entry.Op(r.text("op")), canonicalJSON(fields), canonicalList(named)})
	}
	for n := range max(len(got), len(o.expected)) {
		if n < len(got) && n < len(o.expected) && got[n] == o.expected[n] {
			continue
		}
		show := func(list []announced) string {
			if n < len(list) {
				return fmt.Sprintf("%+v", list[n])
			}
			return "nothing more"
		}
		p.t.Fatalf("client %d (%+v), change %d:\ngot  %s\nwant %s", i, o.in, n, show(got), show(o.expected))
	}
}
