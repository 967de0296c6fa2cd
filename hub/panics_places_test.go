package hub_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/broker"
	"switchboard/storage/broker/memory"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// fuse panics a set number of times.
type fuse struct{ left atomic.Int64 }

func (f *fuse) trip() {
	if f.left.Load() > 0 {
		f.left.Add(-1)
		panic("on purpose")
	}
}

// headless is a log whose head panics.
type headless struct {
	*memoryLog
	fuse fuse
}

func (l *headless) Head(ctx context.Context, organization id.ID) (int64, error) {
	l.fuse.trip()
	return l.memoryLog.Head(ctx, organization)
}

// TestAPanicWhileATenantIsLoadedIsTriedAgain verifies that loading an
// organization is retried after a panic.
func TestLoadingAnOrganizationIsRetriedAfterAPanic(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics = registry
		log, _ := o.Log.(*memoryLog)
		bad := &headless{memoryLog: log}
		bad.fuse.left.Store(2)
		o.Log = bad
	})
	w.begun()
	if got := caughtPanics(t, registry, "tenant"); got != 2 {
		t.Errorf("%v panics are counted", got)
	}
}

// TestAPanicInASignInGivesBackWhatItHeld injects a panic while a session is
// recovered.
func TestAPanicInASignInReleasesItsClaims(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	w.stop()
	w.log.write(false, renamed("missed"))
	w.start(func(o *hub.Options) { o.Metrics = registry })
	w.log.mu.Lock()
	w.log.behind, w.log.during = 1, func() { panic("on purpose") }
	w.log.mu.Unlock()
	bad := w.dial()
	bad.write("40" + returning("admin", c.pid, "1", "object:contact"))
	if code := bad.ended(); int(code) != link.Panicked.Status {
		t.Fatalf("closed with %d", code)
	}
	waittest.UntilIs(t, "the visitors to leave", 0, func() int { return w.hub.Visitors(organization) })
	if got := caughtPanics(t, registry, "command"); got != 1 {
		t.Errorf("%v panics are counted", got)
	}
	back := w.connect(returning("admin", c.pid, "1", "object:contact"))
	if back.pid != c.pid || back.offsets() != "2" {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.offsets())
	}
}

// TestAPanicInAReplayResyncsTheTopics verifies that an entry that cannot
// be shown costs only a resync.
func TestAPanicInAReplayResyncsTheTopics(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics = registry })
	if got := w.hub.ReplayNothing("me", "calls"); got != 2 {
		t.Errorf("%d topics are to be resynced", got)
	}
	if got := caughtPanics(t, registry, "replay"); got != 1 {
		t.Errorf("%v panics are counted", got)
	}
}

// TestAPanicInALookIsLookedAtAgain verifies that ephemeral events reach a
// socket whose first visibility check panicked.
func TestAPanicInAVisibilityCheckIsRetried(t *testing.T) {
	registry := prometheus.NewRegistry()
	var bad fuse
	bad.left.Store(1)
	w := newWorldOf(t, func(o *hub.Options) { o.Metrics = registry }, func(h *hub.Hub) {
		h.SnapshotOf(topic.Thread, "chat", func(context.Context, *access.Principal, topic.Topic) (json.RawMessage, error) {
			bad.trip()
			return json.RawMessage(`{}`), nil
		})
	})
	topic := "chat:" + id.Derived("chat").String()
	first := w.begun()
	_ = first.ws.CloseNow()
	c := w.connect(returning("admin", first.pid, "1", topic)) // the client names its topics itself
	received := make(chan received)
	go func() { received <- c.event("typing") }()
	waittest.Until(t, "ephemeral events to arrive again", func() bool {
		w.hub.Ephemeral(organization, topic, "typing", json.RawMessage(`{}`))
		select {
		case <-received:
			return true
		default:
			return false
		}
	})
	if got := caughtPanics(t, registry, "look"); got != 1 {
		t.Errorf("%v panics are counted", got)
	}
}

// mute is a broker whose first message panics.
type mute struct {
	*memory.Broker
	fuse fuse
}

func (b *mute) Publish(m broker.Message) error {
	b.fuse.trip()
	return b.Broker.Publish(m)
}

// TestHousekeepingGoesOnAfterAPanic injects a panic into the live view of the
// nodes.
func TestHousekeepingGoesOnAfterAPanic(t *testing.T) {
	registry := prometheus.NewRegistry()
	carrier := &mute{Broker: memory.New()}
	carrier.fuse.left.Store(1)
	t.Cleanup(carrier.Close)
	w := newWorld(t, func(o *hub.Options) { o.Metrics, o.Broker, o.Node = registry, carrier, id.Derived("a") })
	t.Cleanup(carrier.Listen(w.hub))
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("nodes")
	awaitPanic(t, registry, "housekeeping")
	w.clock.advance(10 * time.Second)
	c.event("nodes")
}
