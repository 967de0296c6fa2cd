package hub_test

import (
	"context"
	"encoding/json"
	"strconv"
	"sync/atomic"
	"testing"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// slow is an authenticator whose readings of one person's rights wait at a gate.
type slow struct {
	hub.Authenticator
	name string
	on   atomic.Bool
	came chan struct{} // one of his readings has come to the gate
	gate chan error    // lets it in, or says why it fails
}

func (s *slow) Reload(ctx context.Context, old *access.Principal) (access.Principal, error) {
	p, err := s.Authenticator.Reload(ctx, old)
	if old.Name != s.name || !s.on.Load() {
		return p, err
	}
	select {
	case s.came <- struct{}{}:
	case <-ctx.Done():
		return p, fault.From(ctx.Err())
	}
	select {
	case refused := <-s.gate:
		if refused != nil {
			return access.Principal{}, refused
		}
		return p, err
	case <-ctx.Done():
		return p, fault.From(ctx.Err())
	}
}

// heldWorld has an agent whose readings of rights wait, and an administrator.
func heldWorld(t *testing.T, change func(*hub.Options)) (w *world, s *slow, agent, admin *client) {
	t.Helper()
	s = &slow{name: "Bob", came: make(chan struct{}), gate: make(chan error)}
	w = newWorld(t, func(o *hub.Options) {
		s.Authenticator = o.Authenticator
		o.Authenticator = s
		if change != nil {
			change(o)
		}
	})
	w.people.set("agent", "Bob", reads(access.ScopeAll))
	agent, admin = w.connect(`{"token":"agent"}`), w.connect(`{"token":"admin"}`)
	agent.subscribe("object:contact")
	admin.subscribe("object:contact")
	s.on.Store(true)
	return w, s, agent, admin
}

// names reads changes until one has the last name, and wants just these.
func (c *client) names(want ...string) {
	c.t.Helper()
	for _, name := range want {
		if got := c.event("change").field("name"); got != strconv.Quote(name) {
			c.t.Fatalf("told %s, want %q", got, name)
		}
	}
}

// TestNobodyWaitsForAnothersRights holds that the delivery goes on while rights are
// read, and that whose they are misses nothing.
func TestNobodyWaitsForAnothersRights(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	var all []string
	for i := range 3 * 64 { // more than one piece
		name := "n" + strconv.Itoa(i)
		all = append(all, name)
		w.log.write(true, renamed(name))
	}
	admin.names(all...)
	agent.write(`421["subscribe",{"topic":"me"}]`) // has to wait, or would bring what is to come
	agent.write(`422["test.echo",{}]`)
	s.gate <- nil
	agent.names(all...)
	if r := agent.receive(); r.packet.ID != 1 {
		t.Fatalf("%c%s", r.packet.Type, r.packet.Data)
	}
	if r := agent.receive(); r.packet.ID != 2 {
		t.Fatalf("%c%s", r.packet.Type, r.packet.Data)
	}
	w.log.write(true, renamed("later"))
	agent.names("later")
}

// permissionOf is a change that concerns one user alone.
func permissionOf(name string) entry.Entry { return ofUser(name, "permissions", "[]", `["x"]`) }

// TestRightsThatWereTakenAreGoneFromTheirPlaceOn holds that what came while they were
// read is told under the new ones.
func TestRightsThatWereTakenAreGoneFromTheirPlaceOn(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	agent.subscribe("me")
	w.people.set("agent", "Bob", func(in *access.Inputs) { in.Sets = nil })
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	w.log.write(true, renamed("secret"))
	admin.names("secret")
	s.gate <- nil
	for range 2 {
		agent.event("resync")
	}
	if r := agent.event("change"); r.text("object") != "user" {
		t.Fatalf("%s", r.packet.Data)
	}
	if r := agent.call("test.echo", `{}`); !r.OK || len(agent.early) != 0 {
		t.Fatalf("told %+v", agent.early)
	}
}

// TestRightsThatWereGivenForAWhile gives and takes a right while it is read: what came
// in between is not told, although the right is there again.
func TestRightsThatWereGivenForAWhile(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	w.log.write(true, renamed("secret"), permissionOf("Bob"), renamed("open"))
	admin.names("secret", "open")
	s.gate <- nil
	<-s.came // the second change of his rights
	s.gate <- nil
	if r := agent.event("resync"); r.text("topic") != "object:contact" {
		t.Fatalf("%s", r.packet.Data)
	}
	if r := agent.event("sync"); r.offset != "4" {
		t.Fatalf("%s", r.packet.Data)
	}
	w.log.write(true, renamed("later"))
	agent.names("later")
}

// TestRightsAreReadAgainForWhatTheyBring changes a permission set that the person is
// only given by the change that is being read.
func TestRightsAreReadAgainForWhatTheyBring(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	set := id.Derived("set")
	with := func(read bool) func(*access.Inputs) {
		return func(in *access.Inputs) {
			in.Permissions = []id.ID{set}
			in.Sets = []access.PermissionSet{{Objects: map[string]access.ObjectPermission{"contact": {Read: read}}}}
		}
	}
	w.people.set("agent", "Bob", func(in *access.Inputs) { in.Permissions = []id.ID{} })
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	s.gate <- nil // from now on it is known which sets he has
	waittest.UntilIs(t, "nobody is held", 0, func() int { return w.hub.Held(organization) })
	w.people.set("agent", "Bob", with(true))
	w.log.write(true, permissionOf("Bob"))
	<-s.came // it has read the set as it was
	w.people.set("agent", "Bob", with(false))
	e := permissionChanged()
	e.ID = set
	w.log.write(true, e, renamed("secret"))
	admin.names("secret")
	s.gate <- nil
	<-s.came
	s.gate <- nil
	agent.event("resync")
	agent.event("sync")
	if r := agent.call("subscribe", `{"topic":"object:contact"}`); r.Error.Code != "forbidden" || len(agent.early) != 0 {
		t.Fatalf("%+v %+v", r, agent.early)
	}
}

// TestWhatIsNotAtHandIsLookedAt lets the window lose what came while rights were read.
func TestWhatIsNotAtHandIsLookedAt(t *testing.T) {
	w, s, agent, admin := heldWorld(t, func(o *hub.Options) { o.WindowBytes = 4000 })
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	for i := range 30 {
		w.log.write(true, renamed(strconv.Itoa(i)))
		admin.names(strconv.Itoa(i))
	}
	s.gate <- nil
	<-s.came // what came since might have been about his rights
	s.gate <- nil
	if r := agent.event("resync"); r.text("topic") != "object:contact" {
		t.Fatalf("%s", r.packet.Data)
	}
	agent.event("sync")
	w.log.write(true, renamed("later"))
	agent.names("later")
}

// TestABulkThatCameMeanwhile is told as a wish to look again, once.
func TestABulkThatCameMeanwhile(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	bulk := entry.Entry{Object: "contact", Op: entry.Bulk, IDs: []id.ID{id.Derived("contact c")}}
	w.log.write(true, bulk, bulk, renamed("last"))
	admin.event("resync")
	admin.names("last")
	s.gate <- nil
	agent.event("resync")
	agent.names("last")
}

// TestUnknownRightsEndTheSockets fails the reading: a subscription that waits is not
// answered under the old rights, and nothing is told.
func TestUnknownRightsEndTheSockets(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	w.log.write(true, renamed("secret"))
	admin.names("secret")
	agent.write(`421["subscribe",{"topic":"me"}]`)
	s.gate <- fault.New(fault.Unavailable, "The database is away.")
	if code := agent.ended(); int(code) != link.RightsUnknown.Status {
		t.Fatalf("closed with %d", code)
	}
	for _, r := range agent.early {
		var answers []reply
		if r.name == "change" || json.Unmarshal(r.packet.Data, &answers) == nil && len(answers) == 1 && answers[0].OK {
			t.Errorf("told %s", r.packet.Data)
		}
	}
}

// TestWhoLeavesWhileHisRightsAreRead leaves nothing behind.
func TestWhoLeavesWhileHisRightsAreRead(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	_ = agent.ws.CloseNow()
	s.gate <- nil
	w.log.write(true, renamed("later"))
	admin.names("later")
	waittest.UntilIs(t, "nobody is held", 0, func() int { return w.hub.Held(organization) })
}
