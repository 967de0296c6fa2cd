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

// slow is an authenticator that blocks the reloads of one user's permissions.
type slow struct {
	hub.Authenticator
	name string
	on   atomic.Bool
	came chan struct{} // a reload is blocked
	gate chan error    // releases it, or makes it fail
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

// heldWorld returns an agent whose reloads block, and an administrator.
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

// names reads changes up to the last name, and expects exactly these.
func (c *client) names(want ...string) {
	c.t.Helper()
	for _, name := range want {
		if got := c.event("change").field("name"); got != strconv.Quote(name) {
			c.t.Fatalf("received %s, want %q", got, name)
		}
	}
}

// TestDeliveryContinuesDuringAReload verifies that delivery continues while
// permissions are reloaded, and that the affected user misses nothing.
func TestDeliveryContinuesDuringAReload(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	var all []string
	for i := range 3 * 64 { // more than one step
		name := "n" + strconv.Itoa(i)
		all = append(all, name)
		w.log.write(true, renamed(name))
	}
	admin.names(all...)
	agent.write(`421["subscribe",{"topic":"me"}]`) // must wait, or it would return what has not been delivered
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

// permissionOf returns a change that affects one user.
func permissionOf(name string) entry.Entry { return ofUser(name, "permissions", "[]", `["x"]`) }

// TestRevokedRightsApplyFromTheirPosition verifies that entries that arrived
// during the reload are sent under the new permissions.
func TestRevokedRightsApplyFromTheirPosition(t *testing.T) {
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
		t.Fatalf("received %+v", agent.early)
	}
}

// TestRightsThatWereGivenForAWhile grants and revokes a permission during a
// reload: entries in between are not sent, although the permission is back.
func TestBrieflyGrantedRightsReplayNothing(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	w.log.write(true, renamed("secret"), permissionOf("Bob"), renamed("open"))
	admin.names("secret", "open")
	s.gate <- nil
	<-s.came // the second change of the user's permissions
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

// TestRightsAreReloadedForSetsThatAReloadBrings changes a permission set that
// the user only receives by the change that is being reloaded.
func TestRightsAreReloadedForSetsThatAReloadBrings(t *testing.T) {
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
	s.gate <- nil // from now on the user's sets are known
	waittest.UntilIs(t, "nobody is held", 0, func() int { return w.hub.Reloading(organization) })
	w.people.set("agent", "Bob", with(true))
	w.log.write(true, permissionOf("Bob"))
	<-s.came // it has read the old set
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

// TestEntriesOutsideTheWindowCauseAResync trims the window during a reload.
func TestEntriesOutsideTheWindowCauseAResync(t *testing.T) {
	w, s, agent, admin := heldWorld(t, func(o *hub.Options) { o.WindowBytes = 4000 })
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	for i := range 30 {
		w.log.write(true, renamed(strconv.Itoa(i)))
		admin.names(strconv.Itoa(i))
	}
	s.gate <- nil
	<-s.came // later entries may have affected the permissions
	s.gate <- nil
	if r := agent.event("resync"); r.text("topic") != "object:contact" {
		t.Fatalf("%s", r.packet.Data)
	}
	agent.event("sync")
	w.log.write(true, renamed("later"))
	agent.names("later")
}

// TestABulkDuringAReloadCausesOneResync verifies that it is not repeated.
func TestABulkDuringAReloadCausesOneResync(t *testing.T) {
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

// TestUnknownRightsEndTheSockets makes the reload fail: a pending
// subscription is not answered under the old permissions, and nothing is
// sent.
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
			t.Errorf("received %s", r.packet.Data)
		}
	}
}

// TestALeavingSocketEndsItsReload verifies that nothing is left behind.
func TestALeavingSocketEndsItsReload(t *testing.T) {
	w, s, agent, admin := heldWorld(t, nil)
	w.log.write(true, permissionOf("Bob"))
	<-s.came
	_ = agent.ws.CloseNow()
	s.gate <- nil
	w.log.write(true, renamed("later"))
	admin.names("later")
	waittest.UntilIs(t, "nobody is held", 0, func() int { return w.hub.Reloading(organization) })
}
