package hub_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// TestAPanicCostsNoMoreThanAFreshLook injects panics at the places where the
// hub works for a whole organization: the process survives, and every client
// resyncs.
func TestAPanicCostsNoMoreThanAResync(t *testing.T) {
	for name, k := range map[string]struct {
		where string
		do    func(w *world) (mend func())
	}{
		"while an entry is delivered": {"tenant", func(w *world) func() {
			mend := w.hub.CorruptGroup(organization, "object:contact")
			w.log.write(true, entry.Entry{Object: "contact", Op: entry.Bulk, IDs: []id.ID{id.Derived("x")}})
			return mend
		}},
		"while the log is read": {"tenant", func(w *world) func() {
			w.log.mu.Lock()
			w.log.behind, w.log.during = 1, func() { panic("on purpose") }
			w.log.mu.Unlock()
			w.log.write(false, renamed("unseen"))
			w.hub.LogGrew(organization)
			return func() {}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			registry := prometheus.NewRegistry()
			w := newWorld(t, func(o *hub.Options) { o.Metrics = registry })
			c := w.begun()
			mend := k.do(w)
			if r := c.event("resync"); r.text("topic") != "object:contact" {
				t.Fatalf("%s", r.packet.Data)
			}
			r := c.receive()
			for r.name == "resync" { // some may have been asked before it happened
				r = c.receive()
			}
			if r.name != "sync" || r.offset != "2" {
				t.Fatalf("%s", r.packet.Data)
			}
			mend()
			if got := caughtPanics(t, registry, k.where); got != 1 {
				t.Errorf("%v panics are counted", got)
			}
			c.subscribe("object:contact")
			w.log.write(true, renamed("later"))
			if r := c.event("change"); r.offset != "3" {
				t.Fatalf("%s", r.packet.Data)
			}
			_ = c.ws.CloseNow()
			w.settle(w.log.write(true, renamed("missed")))
			back := w.connect(returning("admin", c.pid, "3", "object:contact"))
			if back.pid != c.pid || back.offsets() != "4" {
				t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.offsets())
			}
		})
	}
}

// TestAPanicWhileRightsAreReadEndsTheSocket fails closed: without known
// permissions nothing is shown.
func TestAPanicWhileRightsAreReadEndsTheSocket(t *testing.T) {
	registry := prometheus.NewRegistry()
	people := &panicking{}
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics = registry
		people.Authenticator = o.Authenticator
		o.Authenticator = people
	})
	c := w.begun()
	people.armed.Store(true)
	w.log.write(true, permissionChanged())
	if code := c.ended(); int(code) != link.RightsUnknown.Status {
		t.Fatalf("closed with %d", code)
	}
	if got := caughtPanics(t, registry, "reload"); got != 1 {
		t.Errorf("%v panics are counted", got)
	}
	people.armed.Store(false)
	w.connect(`{"token":"agent"}`).subscribe("me")
}

// panicking are users whose permissions cannot be reloaded for a while.
type panicking struct {
	hub.Authenticator
	armed atomic.Bool
}

func (p *panicking) Reload(ctx context.Context, old *access.Principal) (access.Principal, error) {
	if p.armed.Load() {
		panic("on purpose")
	}
	return p.Authenticator.Reload(ctx, old)
}

func caughtPanics(t *testing.T, registry *prometheus.Registry, where string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != "switchboard_hub_panics_total" {
			continue
		}
		for _, m := range f.GetMetric() {
			if m.GetLabel()[0].GetValue() == where {
				return m.GetCounter().GetValue()
			}
		}
	}
	t.Fatalf("panics at %s are not counted", where)
	return 0
}

// TestAPanicOfPresenceCostsOneReport verifies that the next report is
// delivered.
func TestAPanicOfPresenceCostsOneReport(t *testing.T) {
	registry := prometheus.NewRegistry()
	var bad *moody
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics = registry
		bad = &moody{Presence: o.Presence}
		o.Presence = bad
	})
	bad.armed.Store(true)
	first := w.connect(`{"token":"admin"}`)
	first.subscribe("me")
	if got := caughtPanics(t, registry, "presence"); got != 1 {
		t.Fatalf("%v panics are counted", got)
	}
	bad.armed.Store(false)
	w.connect(`{"token":"agent"}`).subscribe("me")
	if got := w.roll.of("Bob"); got != "+Bob" {
		t.Fatalf("received %q", got)
	}
}

// moody is a presence that panics on a connect.
type moody struct {
	hub.Presence
	armed atomic.Bool
}

func (m *moody) Connected(p *access.Principal, sid string) {
	if m.armed.Load() {
		panic("on purpose")
	}
	m.Presence.Connected(p, sid)
}

// TestAPanicInAPresencePacketCostsOneRound injects a panic into the timer
// that sends presence packets.
func TestAPanicInAPresencePacketCostsOneRound(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics = registry })
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("presence")
	mend := w.hub.CorruptGroup(organization, "presence")
	w.hub.PresenceChanged(organization, userID("Ada"), []byte(`{"id":"a"}`))
	awaitPanic(t, registry, "presence")
	mend()
	w.hub.PresenceChanged(organization, userID("Ada"), []byte(`{"id":"b"}`))
	for {
		if r := c.event("presence"); strings.Contains(string(r.object["users"]), `"b"`) {
			return
		}
	}
}

func awaitPanic(t *testing.T, registry *prometheus.Registry, where string) {
	t.Helper()
	waittest.Until(t, "a panic at "+where, func() bool { return caughtPanics(t, registry, where) > 0 })
}
