package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/hub/socketio"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/waittest"
)

// queryStub runs live queries with names that a test sets.
type queryStub struct {
	mu    sync.Mutex
	text  string
	names []string
	runs  int
	hold  chan struct{} // if set, a run waits for it
	fail  error
}

func (a *queryStub) set(names ...string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.names = names
}

func (a *queryStub) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.runs
}

// Live implements hub.Queries.
func (a *queryStub) Live(_ context.Context, p *access.Principal, of id.ID) (query.Live, error) {
	if of == id.Derived("another's") {
		return nil, fault.New(fault.NotFound, "There is no such query.")
	}
	watch, err := query.NewCompiler().Watch(a.text, p)
	return &asked{a, watch}, err
}

type asked struct {
	*queryStub

	watch *query.Watch
}

func (a *asked) Watch() *query.Watch { return a.watch }

func (a *asked) Run(ctx context.Context) (query.Answer, error) {
	a.mu.Lock()
	a.runs++
	hold, fail := a.hold, a.fail
	out := query.Answer{Total: int64(len(a.names))}
	for _, name := range a.names {
		out.Keys = append(out.Keys, contactID(name))
		out.Rows = append(out.Rows, fmt.Appendf(nil, `{"id":%q,"name":%q}`, contactID(name), name))
	}
	a.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return out, ctx.Err()
		}
	}
	return out, fail
}

func contactID(name string) id.ID { return id.Derived("contact " + name) }

// liveWorld returns a hub with a queryStub of contacts, and a socket that may
// see all.
func liveWorld(t *testing.T, change func(*hub.Options)) (*world, *queryStub) {
	t.Helper()
	a := &queryStub{text: "SELECT id, name FROM contact WHERE company = 'Acme'", names: []string{"a", "b"}}
	w := newWorld(t, func(o *hub.Options) {
		o.Queries, o.QueryEvery = a, time.Millisecond
		if change != nil {
			change(o)
		}
	})
	return w, a
}

const liveTopic = `{"topic":"live_query:0198c0de-0000-7000-8000-0000000000aa"}`

// held subscribes and returns the snapshot.
func (c *client) held(topic string) wire.QuerySnapshot {
	c.t.Helper()
	r := c.call("subscribe", topic)
	var s wire.QuerySnapshot
	if !r.OK || json.Unmarshal(r.Snapshot, &s) != nil {
		c.t.Fatalf("subscribe: %+v", r)
	}
	return s
}

// heard waits for an event, ignoring others.
func (c *client) heard(name string) received {
	c.t.Helper()
	for {
		if r := c.receive(); r.packet.Type == socketio.Event && r.name == name {
			return r
		}
	}
}

// rows waits for the next change of a live query's result.
func (c *client) rows() (e wire.RowsEvent) {
	c.t.Helper()
	r := c.heard("rows")
	if err := json.Unmarshal(r.packet.Data[len(`["rows",`):len(r.packet.Data)-1], &e); err != nil {
		c.t.Fatal(err)
	}
	return e
}

func moved(name string, fields entry.Fields) entry.Entry {
	e := contact(name, entry.Updated, "", fields)
	e.At = time.Now().Add(time.Hour) // long after the last run
	return e
}

func field(name, value string) entry.Fields {
	return entry.Fields{name: json.RawMessage(`"` + value + `"`)}
}

// A change that the entry determines is sent without another run; otherwise a
// run determines it. Entries that the query does not read, and records that
// never were rows, cause nothing.
func TestALiveQueryIsKeptCurrent(t *testing.T) {
	w, a := liveWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	s := c.held(liveTopic)
	if string(s.Rows[1].Row) != fmt.Sprintf(`{"id":%q,"name":"b"}`, contactID("b")) || s.Total != 2 {
		t.Fatalf("the snapshot is %+v", s)
	}
	w.log.write(true, moved("b", field("email", "x")), moved("other", field("name", "x")), entry.Entry{Object: "call", ID: id.Derived("call"), Op: entry.Created},
		moved("b", field("name", "B")))
	e := c.rows()
	if e.After != s.Number || len(e.Changed) != 1 || string(e.Changed[0].Row) != `{"name":"B"}` || e.Total != 2 {
		t.Fatalf("received %+v", e)
	}
	w.log.write(true, contact("new", entry.Created, "", field("company", "Vassar")))
	if got := a.count(); got != 1 {
		t.Fatalf("%d runs for what the entries say", got)
	}
	a.set("c", "a", "b")
	w.log.write(true, contact("c", entry.Created, "", field("company", "Acme")))
	next := c.rows()
	if next.After != e.Number || len(next.Added) != 1 || next.Added[0].At != 0 || next.Added[0].Key != string(contactID("c")) || next.Total != 3 {
		t.Fatalf("received %+v", next)
	}
	if len(next.Changed) != 1 || next.Changed[0].Key != string(contactID("b")) { // its previous value is unknown
		t.Fatalf("received %+v", next)
	}
	a.set("a", "c")
	w.log.write(true, contact("b", entry.Removed, "", nil))
	if e = c.rows(); fmt.Sprint(e.Removed) != fmt.Sprint([]id.ID{contactID("b")}) || len(e.Moved) != 1 || e.Total != 2 {
		t.Fatalf("received %+v", e)
	}
	c.call("unsubscribe", liveTopic)
	before := a.count()
	w.log.write(true, contact("c", entry.Removed, "", nil))
	c.call("test.echo", `{}`)
	if w.hub.LiveQueries(organization) != 0 || a.count() != before {
		t.Error("a query is kept current that nobody follows")
	}
}

// However much changes during a run, there is one run at a time, and the last
// change is followed by one.
func TestTheLastChangeIsFollowedByARun(t *testing.T) {
	w, a := liveWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	c.held(liveTopic)
	hold := make(chan struct{})
	a.mu.Lock()
	a.hold, a.names = hold, []string{"a"}
	a.mu.Unlock()
	for range 50 {
		w.log.write(true, contact("b", entry.Removed, "", nil))
	}
	untilRuns(t, a, 2)
	a.set("a", "z") // happens after the run has read
	w.log.write(true, contact("z", entry.Created, "", field("company", "Acme")))
	c.call("test.echo", `{}`)
	if got := a.count(); got != 2 {
		t.Fatalf("%d runs at a time", got-1)
	}
	close(hold)
	if e := c.rows(); len(e.Removed) != 1 {
		t.Fatalf("received %+v", e)
	}
	if e := c.rows(); len(e.Added) != 1 || e.Added[0].At != 1 {
		t.Fatalf("received %+v", e)
	}
	if got := a.count(); got != 3 {
		t.Errorf("%d runs for 51 changes", got-1)
	}
}

// After a disconnect, with other permissions, and if a run fails, the client
// is asked to subscribe again, and then receives the result or the reason for
// the refusal.
func TestALiveQueryEndsWithAResync(t *testing.T) {
	w, a := liveWorld(t, nil)
	c := w.connect(`{"token":"agent"}`)
	if r := c.call("subscribe", liveTopic); r.OK || r.Error.Code != "invalid" || !strings.Contains(r.Error.Detail, "Unknown or unreadable object") {
		t.Fatalf("who may read no contact is answered %+v", r)
	}
	c = w.connect(`{"token":"admin"}`)
	if r := c.call("subscribe", `{"topic":"live_query:`+string(id.Derived("another's"))+`"}`); r.OK || r.Error.Code != "not_found" {
		t.Fatalf("another's query is answered %+v", r)
	}
	c.held(liveTopic)
	w.log.write(true, renamed("x"))
	c.call("subscribe", `{"topic":"object:contact"}`)
	w.log.write(true, renamed("y"))
	offset := c.heard("change").offset
	_ = c.ws.CloseNow()
	back := w.dial()
	back.write("40" + returning("admin", c.pid, offset, "object:contact", "live_query:0198c0de-0000-7000-8000-0000000000aa"))
	if again := back.heard("resync").text("topic"); again != "live_query:0198c0de-0000-7000-8000-0000000000aa" {
		t.Fatalf("%s is to be resynced", again)
	}
	back.held(liveTopic)
	w.people.set("admin", "Ada", func(in *access.Inputs) { in.Superuser = false })
	e := permissionChanged()
	w.log.write(true, e)
	for back.heard("resync").text("topic") != "live_query:0198c0de-0000-7000-8000-0000000000aa" {
	}
	if r := back.call("subscribe", liveTopic); r.OK || r.Error.Code != "invalid" {
		t.Fatalf("who may read it no more is answered %+v", r)
	}
	w.people.set("admin", "Ada", func(in *access.Inputs) { in.Superuser = true })
	w.log.write(true, permissionChanged())
	for !back.call("subscribe", liveTopic).OK { // until the user's permissions are read
	}
	a.mu.Lock()
	a.fail = fault.New(fault.Unavailable, "Not now.")
	a.mu.Unlock()
	w.log.write(true, contact("b", entry.Removed, "", nil))
	if r := back.heard("resync"); r.text("topic") == "" || string(r.object["after"]) == "" {
		t.Fatalf("received %v", r.object)
	}
	if w.hub.LiveQueries(organization) != 0 {
		t.Error("a query that failed is followed on")
	}
}

// Too many live queries of a socket, a user or an organization are refused
// with a message.
func TestLiveQueriesAreLimited(t *testing.T) {
	registry := prometheus.NewRegistry()
	w, _ := liveWorld(t, func(o *hub.Options) {
		o.Metrics = registry
		o.QueriesPerSocket, o.QueriesPerUser, o.QueriesPerOrganization = 2, 3, 4
	})
	w.people.set("other", "Eve", func(in *access.Inputs) { in.Superuser = true })
	follow := func(c *client, n int) reply {
		return c.call("subscribe", fmt.Sprintf(`{"topic":"live_query:%s"}`, id.Derived(fmt.Sprint(n))))
	}
	one, two, other := w.connect(`{"token":"admin"}`), w.connect(`{"token":"admin"}`), w.connect(`{"token":"other"}`)
	for n, c := range []*client{one, one, two, other} {
		if r := follow(c, n); !r.OK {
			t.Fatalf("%d: %+v", n, r)
		}
	}
	if r := follow(one, 0); !r.OK {
		t.Errorf("one that is followed already is refused: %+v", r)
	}
	var refused []string
	for _, c := range []*client{one, two, other} {
		r := follow(c, 9)
		if r.OK || r.Error.Code != "rate_limited" {
			t.Fatalf("%+v", r)
		}
		refused = append(refused, r.Error.Detail)
	}
	want := []string{
		"Too many live queries on one connection. Switch some off.", "You follow too many live queries. Switch some off, or close some tabs.",
		"Your organization follows too many live queries. Switch some off.",
	}
	if !slices.Equal(refused, want) {
		t.Errorf("refused with %q", refused)
	}
	for _, limit := range []string{"socket_queries", "user_queries", "organization_queries"} {
		if figure(t, registry, "refusals_total", limit) != 1 {
			t.Errorf("%s was not counted", limit)
		}
	}
}

// When a user changes teams, other rows become visible, which no entry of
// theirs announces.
func TestAChangeOfTeamsRerunsLiveQueries(t *testing.T) {
	w, a := liveWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	c.held(liveTopic)
	a.set("a")
	e := entry.Entry{Object: "user", ID: userID("somebody"), Op: entry.Updated, After: entry.Fields{"teams": json.RawMessage(`[]`)}}
	w.log.write(true, e)
	if e := c.rows(); len(e.Removed) != 1 {
		t.Errorf("received %+v", e)
	}
}

func untilRuns(t *testing.T, a *queryStub, n int) {
	t.Helper()
	waittest.UntilIs(t, "the runs", n, a.count)
}
