package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// organization is the organization of the tests.
var organization = id.Derived("organization")

// maxWait bounds every wait; no test asserts a time.
const maxWait = 20 * time.Second

func userID(name string) id.ID { return id.Derived("user " + name) }

// memoryLog is an organization's log and the relay that notifies the hub.
type memoryLog struct {
	mu        sync.Mutex
	entries   []entry.Entry
	floor     int64 // entries up to here are older than the retention
	followers []*hub.Hub
	fail      error
	// A read from after this position, if set, fails or triggers something
	// first, after spared reads.
	behind  int64
	spared  int
	failing bool
	during  func()
	reads   int
}

func (l *memoryLog) follow(h *hub.Hub) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.followers = append(l.followers, h)
}

func (l *memoryLog) unfollow(h *hub.Hub) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.followers = slices.DeleteFunc(l.followers, func(f *hub.Hub) bool { return f == h })
}

// trim removes the entries up to a position from the retention.
func (l *memoryLog) trim(floor int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.floor = floor
}

func (l *memoryLog) Read(_ context.Context, _ id.ID, after int64, limit int) ([]entry.Entry, bool, error) {
	if err := l.inject(after); err != nil {
		return nil, false, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reads++
	if l.fail != nil {
		return nil, false, l.fail
	}
	if after < l.floor {
		return nil, false, nil
	}
	rest := l.entries[min(after, int64(len(l.entries))):]
	return append([]entry.Entry(nil), rest[:min(limit, len(rest))]...), true, nil
}

// hindered runs what a test injects into a read.
func (l *memoryLog) inject(after int64) error {
	l.mu.Lock()
	if l.behind == 0 || after < l.behind {
		l.mu.Unlock()
		return nil
	}
	if l.spared > 0 {
		l.spared--
		l.mu.Unlock()
		return nil
	}
	during, failing := l.during, l.failing
	l.during = nil
	l.mu.Unlock()
	if during != nil {
		during()
	}
	if failing {
		return errors.New("the log broke off")
	}
	return nil
}

func (l *memoryLog) Head(context.Context, id.ID) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(len(l.entries)), l.fail
}

// write appends entries; announced says whether the hub receives them or must
// find them itself.
func (l *memoryLog) write(announced bool, entries ...entry.Entry) (last int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range entries {
		e := &entries[i]
		e.Seq = int64(len(l.entries)) + 1
		e.Organization = organization
		if e.At.IsZero() {
			e.At = time.Now()
		}
		l.entries = append(l.entries, *e)
	}
	if announced {
		for _, f := range l.followers {
			f.Append(organization, slices.Clone(entries))
		}
	}
	return int64(len(l.entries))
}

// people holds the users and their permissions; it is the hub's
// Authenticator.
type people struct {
	registry *schema.Registry

	mu      sync.Mutex
	inputs  map[string]access.Inputs // by token
	expires time.Time
	fail    error
	refuse  error          // the error of every sign-in
	during  func()         // called once, between reading permissions and returning them
	reread  map[string]int // how often permissions were reloaded, by name
}

func newPeople() *people {
	return &people{registry: features.Registry(), inputs: map[string]access.Inputs{}, expires: time.Now().Add(time.Hour)}
}

func (p *people) set(token, user string, change func(*access.Inputs)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	in, ok := p.inputs[token]
	if !ok {
		in = access.Inputs{Organization: organization, User: userID(user), Session: id.Derived("session " + token), Name: user}
	}
	if change != nil {
		change(&in)
	}
	p.inputs[token] = in
}

func (p *people) remove(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.inputs, token)
}

func (p *people) Authenticate(_ context.Context, token string) (access.Principal, time.Time, error) {
	p.mu.Lock()
	in, ok := p.inputs[token]
	expires, fail, refuse, during := p.expires, p.fail, p.refuse, p.during
	p.during = nil
	p.mu.Unlock()
	if refuse != nil {
		return access.Principal{}, time.Time{}, refuse
	}
	if !ok {
		return access.Principal{}, time.Time{}, fault.New(fault.Unauthenticated, "The token is not valid.")
	}
	if during != nil {
		during()
	}
	return access.Build(p.registry, in), expires, fail
}

func (p *people) Reload(_ context.Context, old *access.Principal) (access.Principal, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail != nil {
		return access.Principal{}, p.fail
	}
	for _, in := range p.inputs {
		if in.Session == old.Session {
			if p.reread == nil {
				p.reread = map[string]int{}
			}
			p.reread[in.Name]++
			return access.Build(p.registry, in), nil
		}
	}
	return access.Principal{}, fault.New(fault.Unauthenticated, "The session has ended.")
}

// roll records presence reports.
type roll struct {
	mu     sync.Mutex
	events []string
	wake   chan struct{}
}

func newRoll() *roll { return &roll{wake: make(chan struct{}, 100)} }

func (r *roll) add(event string) {
	r.mu.Lock()
	r.events = append(r.events, event)
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

func (r *roll) Connected(p *access.Principal, _ string)    { r.add("+" + p.Name) }
func (r *roll) Disconnected(p *access.Principal, _ string) { r.add("-" + p.Name) }
func (r *roll) Active(p *access.Principal, _ string, on bool) {
	r.add(p.Name + " " + strconv.FormatBool(on))
}

// of returns the reports of one user.
func (r *roll) of(name string) string {
	var announced []string
	for _, event := range r.list() {
		if strings.Contains(event, name) {
			announced = append(announced, event)
		}
	}
	return strings.Join(announced, " ")
}

func (r *roll) list() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.events...)
}

// world is a hub with its log and users, on a listening port.
type world struct {
	t      *testing.T
	hub    *hub.Hub
	end    func() // of the hub's Run
	log    *memoryLog
	people *people
	roll   *roll
	server *httptest.Server
	clock  *clock
	// snapshots read threads, by object; the hub under test has no others.
	snapshots map[string]hub.Snapshot
	// register registers the test's own topics, if any.
	register func(*hub.Hub)
}

// clock is a clock that tests set.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

func newWorld(t *testing.T, change func(*hub.Options)) *world {
	t.Helper()
	return newWorldOf(t, change, nil)
}

// newWorldOf is newWorld with topics of the test's own.
func newWorldOf(t *testing.T, change func(*hub.Options), register func(*hub.Hub)) *world {
	t.Helper()
	w := &world{t: t, log: &memoryLog{}, people: newPeople(), roll: newRoll(), clock: &clock{}, register: register}
	w.people.set("admin", "Ada", func(in *access.Inputs) { in.Superuser = true })
	w.people.set("agent", "Bob", nil)
	w.start(change)
	t.Cleanup(func() { w.stop() })
	return w
}

// start starts a hub on the world's log, as a node does when it (re)starts.
func (w *world) start(change func(*hub.Options)) {
	w.t.Helper()
	o := hub.Options{
		Log: w.log, Authenticator: w.people, Registries: schema.Fixed{Of: features.Registry()}, Presence: w.roll, PIDKey: []byte("a key of sixteen bytes and more"),
		Now: w.clock.now, Tick: 5 * time.Millisecond, EventsPerSecond: 1e6, EventBurst: 1e6, PresenceEvery: 10 * time.Millisecond,
		ConnectsPerUser: 1e6, UserConnectBurst: 1e6, // settle connects as often as it is called
		Logger: slog.New(slog.NewTextHandler(testWriter{w.t}, nil)),
	}
	if change != nil {
		change(&o)
	}
	h, err := hub.New(o)
	if err != nil {
		w.t.Fatal(err)
	}
	if w.register != nil {
		w.register(h)
	} else {
		h.SnapshotOf(topic.Me, "", func(_ context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
			return json.Marshal(map[string]string{"name": p.Name})
		})
		h.SnapshotOf(topic.Record, "", func(_ context.Context, _ *access.Principal, about topic.Topic) (json.RawMessage, error) {
			if about.ID == id.Derived("absent") {
				return nil, fault.New(fault.NotFound, "There is no such record.")
			}
			return json.RawMessage(`{"record":{}}`), nil
		})
	}
	h.Handle("test.echo", func(_ context.Context, p *access.Principal, payload json.RawMessage) (any, error) {
		return map[string]any{"user": p.Name, "payload": payload}, nil
	})
	h.Handle("test.panic", func(context.Context, *access.Principal, json.RawMessage) (any, error) { panic("on purpose") })
	h.Handle("test.invalid", func(context.Context, *access.Principal, json.RawMessage) (any, error) {
		return nil, fault.Field("phone", "This is no phone number.")
	})
	for object, read := range w.snapshots {
		h.SnapshotOf(topic.Thread, object, read)
	}
	w.hub = h
	w.log.follow(h)
	w.server = httptest.NewServer(h)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.Run(ctx)
	}()
	w.end = func() {
		stop()
		<-ended
	}
}

// secondNode returns another node: a hub of its own on the same log and
// users.
func (w *world) secondNode(change func(*hub.Options)) *world {
	w.t.Helper()
	other := &world{t: w.t, log: w.log, people: w.people, roll: w.roll, clock: w.clock, snapshots: w.snapshots, register: w.register}
	other.start(change)
	w.t.Cleanup(other.stop)
	return other
}

func (w *world) stop() {
	w.log.unfollow(w.hub)
	w.end()
	w.server.Close()
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Logf("%s", p)
	return len(p), nil
}

// contact returns an entry about a contact.
func contact(name string, op entry.Op, owner id.ID, fields entry.Fields) entry.Entry {
	e := entry.Entry{Object: "contact", ID: id.Derived("contact " + name), Op: op, Version: 1, After: fields, Cause: "contact." + string(op)}
	e.Route.Before, e.Route.After = entry.Route{Owner: owner}, entry.Route{Owner: owner}
	switch op {
	case entry.Created:
		e.Route.Before, e.Record = entry.Route{}, fields
	case entry.Removed:
		e.Route.After, e.After = entry.Route{}, nil
	case entry.Updated, entry.Bulk:
	}
	return e
}

// renamed returns the change that most tests make: a contact's name.
func renamed(name string) entry.Entry {
	return contact("c", entry.Updated, "", entry.Fields{"name": json.RawMessage(strconv.Quote(name)), "version": json.RawMessage("2")})
}
