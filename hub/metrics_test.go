package hub_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// TestFiguresOfOperation reads the metrics that operators watch.
func TestFiguresOfOperation(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := newWorld(t, func(o *hub.Options) {
		o.Metrics, o.Link.Limits = registry, link.Limits{QueueBytes: 64 << 20, QueueMessages: 1 << 16}
	})
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	c.subscribe("feed")
	w.log.write(true, renamed("x"))
	c.event("change")
	for i := 0; i < 10_000 && figure(t, registry, "commit_to_write_seconds") == 0; i++ {
		c.call("test.echo", `{}`) // an entry is counted once every socket has it
	}
	for name, want := range map[string]float64{
		"organizations": 1, "rooms": 2, "subscriptions": 2, "users": 1, "queued_bytes": 0, "queued_messages": 0,
		"deliveries_total": 1, "visibility_looks_total": 1, "frames_built_total": 1, "commit_to_write_seconds": 1,
	} {
		if got := figure(t, registry, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	for _, stage := range []string{"arrival", "writing"} {
		if got := figure(t, registry, "stage_seconds", stage); got != 1 {
			t.Errorf("stage %s was counted %v times", stage, got)
		}
	}
	if got := figure(t, registry, "window_bytes"); got <= 0 {
		t.Errorf("the window has %v bytes", got)
	}

	// A reader that stops reading shows up.
	long := contact("c", entry.Updated, "", entry.Fields{"name": json.RawMessage(`"` + strings.Repeat("x", 60<<10) + `"`)})
	for range 200 {
		w.settle(w.log.write(true, long, long, long, long, long))
		if figure(t, registry, "queued_bytes") > 0 && figure(t, registry, "queued_messages") > 0 {
			break
		}
	}
	if figure(t, registry, "queued_bytes") == 0 || figure(t, registry, "queued_messages") == 0 {
		t.Error("nothing is queued for a reader that stopped")
	}
	_ = c.ws.CloseNow()

	// A quiet organization releases its window.
	w.clock.advance(20 * time.Minute)
	for range 10_000 {
		if w.settle(0); figure(t, registry, "window_bytes") == 0 {
			return
		}
	}
	t.Errorf("the window keeps %v bytes beyond the retention", figure(t, registry, "window_bytes"))
}

// TestFiguresAreNamedAsOperatorsExpect checks Prometheus' naming conventions.
func TestFiguresAreNamedAsOperatorsExpect(t *testing.T) {
	registry := prometheus.NewRegistry()
	newWorld(t, func(o *hub.Options) { o.Metrics = registry })
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	problems, err := promlint.NewWithMetricFamilies(families).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	if len(families) < 15 {
		t.Fatalf("only %d families", len(families))
	}
}

// TestRightsReadBeforeTheirEntryIsApplied: a session that recovers with
// permissions whose entry is applied only afterwards must resync, although
// its permissions do not change any more.
func TestRightsReadBeforeTheirEntryIsApplied(t *testing.T) {
	w := newWorld(t, nil)
	w.people.set("agent", "Bob", reads(access.ScopeAll, "name"))
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("object:contact")
	w.people.set("agent", "Bob", reads(access.ScopeOwn, "name"))
	w.log.write(true, permissionChanged())
	c.event("resync")
	c.subscribe("object:contact")
	_ = c.ws.CloseNow()
	w.people.set("agent", "Bob", reads(access.ScopeAll, "name"))
	back := w.connect(returning("agent", c.pid, "1", "object:contact"))
	if back.sid != c.sid {
		t.Fatal("it did not recover")
	}
	w.log.write(true, permissionChanged())
	if r := back.event("resync"); r.text("topic") != "object:contact" {
		t.Fatalf("%s", r.packet.Data)
	}
}
