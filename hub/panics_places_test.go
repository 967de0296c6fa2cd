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

// fuse panics as often as it is set to.
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

// TestAPanicWhileATenantIsLoadedIsTriedAgain holds that nobody waits for one that never
// comes.
func TestAPanicWhileATenantIsLoadedIsTriedAgain(t *testing.T) {
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

// TestAPanicInASignInGivesBackWhatItHeld injects one while a session is recovered.
func TestAPanicInASignInGivesBackWhatItHeld(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	w.stop()
	w.log.write(false, renamed("missed"))
	w.start(func(o *hub.Options) { o.Metrics = registry })
	w.log.mu.Lock()
	w.log.behind, w.log.meanwhile = 1, func() { panic("on purpose") }
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
	if back.pid != c.pid || back.places() != "2" {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.places())
	}
}

// TestAPanicInAReplayHasTheTopicsTakenAnew holds that an entry that can't be shown costs
// a fresh look.
func TestAPanicInAReplayHasTheTopicsTakenAnew(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) { o.Metrics = registry })
	if got := w.hub.ReplayNothing("me", "calls"); got != 2 {
		t.Errorf("%d topics are to be taken anew", got)
	}
	if got := caughtPanics(t, registry, "replay"); got != 1 {
		t.Errorf("%v panics are counted", got)
	}
}

// TestAPanicInALookIsLookedAtAgain holds that what is fleeting reaches one whose right
// to see it could not be found out the first time.
func TestAPanicInALookIsLookedAtAgain(t *testing.T) {
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
	c := w.connect(returning("admin", first.pid, "1", topic)) // its topics come by its own word
	received := make(chan received)
	go func() { received <- c.event("typing") }()
	waittest.Until(t, "something fleeting to come again", func() bool {
		w.hub.Fleeting(organization, topic, "typing", json.RawMessage(`{}`))
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

// TestHousekeepingGoesOnAfterAPanic injects one into the live view of the nodes.
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
