package hub

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/hub/socketio"
	"switchboard/hub/topic"
	"switchboard/storage/broker"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Hub serves the sockets of all organizations on this node. It is an
// http.Handler for /socket.io/ and an eventlog.Follower.
type Hub struct {
	*node

	server  *link.Server
	tenants tenants
	watches watches
	links   atomic.Int64 // counts those that were opened
}

// New makes a hub. Handle and SnapshotOf must be called before it serves.
func New(o Options) (*Hub, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	n := &node{options: o, since: o.Now(), commands: map[string]Command{}, snapshots: map[view]Snapshot{}}
	h := &Hub{node: n, tenants: tenants{node: n, byID: map[id.ID]*tenant{}}}
	h.watches = watches{node: n, tenants: &h.tenants, of: map[id.ID]*watch{}}
	m, err := newMetrics(o.Metrics, h.census)
	if err != nil {
		return nil, err
	}
	h.metrics = m
	if o.Broker == nil {
		h.options.Broker = alone{h}
	}
	h.snapshots[view{kind: topic.Nodes}] = h.watches.snapshot
	h.budget.Store(o.WindowBytes)
	h.ctx, h.stop = context.WithCancel(context.Background())
	o.Link.Observer, o.Link.Logger = m, o.Logger
	h.server = link.NewServer(o.Link, h.accept)
	return h, nil
}

// Run looks after what time changes until ctx ends; then it ends every connection and
// waits for all goroutines. Without it the hub serves, but no session's token ends.
func (h *Hub) Run(ctx context.Context) {
	k := &keeper{node: h.node, tenants: &h.tenants, watches: &h.watches}
	k.run(ctx)
	h.stop()
	h.server.Close()
	h.work.Wait()
}

// ServeHTTP opens a session.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.server.ServeHTTP(w, r) }

// Append takes new entries of an organization: consecutive and in seq order. It
// never blocks (eventlog.Follower).
func (h *Hub) Append(organization id.ID, entries []entry.Entry) {
	if t := h.tenants.known(organization); t != nil {
		t.feed.put(entries, h.options.Now())
	}
}

// Serves tells whether the organization has sockets here (eventlog.Selective). The answer
// is true before the tenant reads its place in the log, so that no entry falls between
// the two.
func (h *Hub) Serves(organization id.ID) bool { return h.tenants.known(organization) != nil }

// Fleeting sends an event without offset to those who subscribed to a topic: it is not
// replayed, and dropped first where a socket is slow. payload is one JSON object. What
// other parts of the product tell each other under names that aren't topics goes to
// nobody (broker.Listener).
func (h *Hub) Fleeting(organization id.ID, about, name string, payload json.RawMessage) {
	defer func() { h.caught(panickedFleeting, recover()) }() // the caller serves all organizations
	switch about {
	case typingMessages:
		h.tenants.heardTyping(organization, name, payload)
	case watchMessages:
		h.watches.heardWatch(organization)
	case nodesMessages:
		h.watches.heardNode(organization, payload)
	default:
		if t := h.tenants.known(organization); t != nil {
			t.fleeting(about, projection.Event(name, payload, ""), "")
		}
	}
}

// PresenceChanged tells the organization's sockets how a user's presence looks
// now: one JSON object with at least his id. Changes leave as one packet
// {"users": […]} per PresenceEvery, of each user the latest.
func (h *Hub) PresenceChanged(organization, user id.ID, presence json.RawMessage) {
	if t := h.tenants.known(organization); t != nil {
		t.presenceChanged(user, presence)
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

// alone is the Broker of a single node: it hands messages to its own hub.
type alone struct{ hub *Hub }

func (a alone) Publish(m broker.Message) error {
	a.hub.Fleeting(m.Organization, m.Topic, m.Name, m.Payload)
	return nil
}

// census counts what is open now.
func (h *Hub) census() census {
	tenants := h.tenants.all()
	c := census{organizations: len(tenants), windowBytes: h.options.WindowBytes - h.budget.Load(), traffic: h.server.Traffic()}
	for _, t := range tenants {
		t.count(&c)
	}
	return c
}

func (h *Hub) accept(l *link.Conn, _ *http.Request) link.Upper {
	c := &connection{
		node: h.node, tenants: &h.tenants, link: l, jobs: jobs{link: l}, opened: h.links.Add(1),
		assembler: socketio.Assembler{Limit: h.maxPacket(), Discard: true},
		pace:      limits.NewPace(h.options.EventsPerSecond, h.options.EventBurst),
	}
	l.Limit(maxStranger)
	c.locked(func() { c.await(h.options.ConnectTimeout, link.ConnectTimeout) })
	return c
}

func (h *Hub) maxPacket() int {
	if n := h.options.Link.MaxPayload; n > 0 {
		return n
	}
	return 1_000_000
}
