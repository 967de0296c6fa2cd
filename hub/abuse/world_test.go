package abuse_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"switchboard/actors/features"
	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// maxWait bounds every wait; no test asserts a time.
const maxWait = 20 * time.Second

// The limits of the tests' hubs.
const (
	maxPayload = 100_000
	maxPackets = 100
)

// world is a hub with a neighbor.
type world struct {
	t         *testing.T
	hub       *hub.Hub
	metrics   *prometheus.Registry
	server    *httptest.Server
	neighbour *neighbour
}

func newWorld(t *testing.T, change func(*hub.Options)) *world {
	t.Helper()
	w := &world{t: t, metrics: prometheus.NewRegistry()}
	o := hub.Options{
		Log: quiet{}, Authenticator: everybody{}, Registries: schema.Fixed{Of: features.Registry()}, PIDKey: []byte("a key of sixteen bytes and more"),
		Link:            link.Options{MaxPayload: maxPayload, MaxPackets: maxPackets, Origins: []string{"https://ours.test", "https://other.test"}},
		EventsPerSecond: 1e6, EventBurst: 1e6, SocketsPerUser: 1000, UserConnectBurst: 1e6,
		Metrics: w.metrics, Logger: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&o)
	}
	h, err := hub.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h.Handle("test.echo", func(_ context.Context, _ *access.Principal, payload json.RawMessage) (any, error) {
		return struct {
			Payload json.RawMessage `json:"payload"`
		}{payload}, nil
	})
	h.Handle("test.panic", func(context.Context, *access.Principal, json.RawMessage) (any, error) { panic("on purpose") })
	w.hub, w.server = h, httptest.NewServer(h)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		w.server.Close()
	})
	w.neighbour = w.settle(t)
	return w
}

func (w *world) addr() string { return strings.TrimPrefix(w.server.URL, "http://") }

// closes returns how many connections ended for a reason.
func (w *world) closes(r link.Reason) int {
	w.t.Helper()
	families, err := w.metrics.Gather()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != "switchboard_hub_closes_total" {
			continue
		}
		for _, m := range f.GetMetric() {
			if m.GetLabel()[0].GetValue() == r.Code {
				return int(m.GetCounter().GetValue())
			}
		}
	}
	w.t.Fatalf("closes for %s are not counted", r.Code)
	return 0
}

// ended waits until one more connection than before has ended for the reason.
func (w *world) ended(r link.Reason, before int) {
	w.t.Helper()
	waittest.Until(w.t, "a connection is closed as "+r.Code, func() bool { return w.closes(r) > before })
}

// alone waits until only the neighbor is connected.
func (w *world) alone() {
	w.t.Helper()
	waittest.Until(w.t, "only the neighbour is connected", func() bool { return w.hub.Sockets() == 1 })
}

// heap returns the memory in use after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // released by finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// organization is the organization of all clients.
var organization = id.Derived("organization")

// everybody authenticates a token that is the user's name.
type everybody struct{}

// Authenticate implements hub.Authenticator.
func (everybody) Authenticate(_ context.Context, token string) (access.Principal, time.Time, error) {
	if !strings.HasPrefix(token, "user ") {
		return access.Principal{}, time.Time{}, fault.New(fault.Unauthenticated, "The token is not valid.")
	}
	return access.Build(features.Registry(), access.Inputs{
		Organization: organization, User: id.Derived(token), Session: id.Derived("session of " + token), Name: token, Superuser: true,
	}), time.Now().Add(time.Hour), nil
}

// Reload implements hub.Authenticator.
func (everybody) Reload(_ context.Context, p *access.Principal) (access.Principal, error) {
	return *p, nil
}

// quiet is a log without entries.
type quiet struct{}

// Read implements eventlog.Log.
func (quiet) Read(context.Context, id.ID, int64, int) ([]entry.Entry, bool, error) {
	return nil, true, nil
}

// Head implements eventlog.Log.
func (quiet) Head(context.Context, id.ID) (int64, error) { return 0, nil }
