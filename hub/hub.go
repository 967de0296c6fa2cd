package hub

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Hub serves the sockets of all organisations on this node. It is an
// http.Handler for /socket.io/ and an eventlog.Follower.
type Hub struct {
	options   Options
	server    *link.Server
	metrics   *metrics
	commands  map[string]Command
	snapshots map[view]Snapshot
	budget    atomic.Int64 // bytes of windows that are still free
	epoch     atomic.Int64 // rises with each change of rights, over all tenants
	links     atomic.Int64 // counts those that were opened

	ctx      context.Context //nolint:containedctx // the hub's own life: tenants and commands end with it
	stop     context.CancelFunc
	work     sync.WaitGroup
	closed   atomic.Bool
	draining atomic.Bool
	since    time.Time

	mu      sync.Mutex
	tenants map[id.ID]*tenant
	watched map[id.ID]*watch
}

// New makes a hub and starts its housekeeping. Handle and SnapshotOf must be
// called before it serves.
func New(o Options) (*Hub, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	h := &Hub{
		options: o, since: o.Now(),
		commands: map[string]Command{}, snapshots: map[view]Snapshot{}, tenants: map[id.ID]*tenant{}, watched: map[id.ID]*watch{},
	}
	m, err := newMetrics(o.Metrics, h.census)
	if err != nil {
		return nil, err
	}
	h.metrics = m
	if o.Broker == nil {
		h.options.Broker = alone{h}
	}
	h.snapshots[view{kind: topic.Nodes}] = h.nodesSnapshot
	h.budget.Store(o.WindowBytes)
	h.ctx, h.stop = context.WithCancel(context.Background())
	o.Link.Observer, o.Link.Logger = m, o.Logger
	h.server = link.NewServer(o.Link, h.accept)
	h.work.Go(h.housekeeping)
	return h, nil
}

// ServeHTTP opens a session.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.server.ServeHTTP(w, r) }

// Append takes new entries of an organisation: consecutive and in seq order. It
// never blocks (eventlog.Follower).
func (h *Hub) Append(organization id.ID, entries []entry.Entry) {
	if t := h.known(organization); t != nil {
		t.feed.put(entries, h.options.Now())
	}
}

// Serves tells whether the organisation has sockets here (eventlog.Selective). Its
// tenant is there before it looks for its place in the log.
func (h *Hub) Serves(organization id.ID) bool { return h.known(organization) != nil }

// Bell says that the organisation's log may have grown, without saying by what:
// the hub reads it. Brokers between nodes use it.
func (h *Hub) Bell(organization id.ID) {
	if t := h.known(organization); t != nil {
		t.feed.ring()
	}
}

// Sockets gives the number of connections.
func (h *Hub) Sockets() int { return h.server.Open() }

// Drain takes nobody in any more, tells every socket that the server restarts and
// closes them in random order over spread, so that they reach the other nodes one by
// one; it returns when all are gone or ctx has ended.
func (h *Hub) Drain(ctx context.Context, spread time.Duration) {
	h.draining.Store(true)
	farewell := []link.Frame{projection.Notice(link.Draining)}
	h.server.Drain(ctx, spread, func() []link.Frame { return farewell })
}

// Close ends every connection and waits for all goroutines.
func (h *Hub) Close() {
	if h.closed.Swap(true) {
		return
	}
	h.stop()
	h.server.Close()
	h.work.Wait()
}

func (h *Hub) known(organization id.ID) *tenant {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tenants[organization]
}

// tenant gives the organisation's tenant, made and holding its place in the log,
// and counts a visitor so that it stays; visited gives it back.
func (h *Hub) tenant(ctx context.Context, organization id.ID) (*tenant, error) {
	h.mu.Lock()
	t := h.hold(organization)
	h.mu.Unlock()
	select {
	case <-t.ready:
		return t, nil
	case <-ctx.Done():
		h.visited(t)
		return nil, ctx.Err()
	}
}

// hold counts a visitor of the organisation's tenant, which is made where there is
// none. The caller holds mu.
func (h *Hub) hold(organization id.ID) *tenant {
	t := h.tenants[organization]
	if t == nil {
		t = newTenant(h, organization)
		h.tenants[organization] = t
		h.work.Go(t.run)
	}
	t.visitors++
	return t
}

func (h *Hub) visited(t *tenant) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.release(t)
}

// release counts a visitor less. The caller holds mu.
func (h *Hub) release(t *tenant) {
	t.visitors--
	t.left = h.options.Now()
}

// all lists the tenants.
func (h *Hub) all() []*tenant {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*tenant, 0, len(h.tenants))
	for _, t := range h.tenants {
		list = append(list, t)
	}
	return list
}
