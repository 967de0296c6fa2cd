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
	orgs    orgHubs
	watches watches
	links   atomic.Int64 // counts opened links
}

// New returns a hub. Handle and SnapshotOf must be called before it serves.
func New(o Options) (*Hub, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	n := &node{options: o, since: o.Now(), commands: map[string]Command{}, snapshots: map[view]Snapshot{}}
	h := &Hub{node: n, orgs: orgHubs{node: n, byID: map[id.ID]*orgHub{}}}
	h.watches = watches{node: n, orgs: &h.orgs, byOrganization: map[id.ID]*watch{}}
	m, err := newMetrics(o.Metrics, h.counts)
	if err != nil {
		return nil, err
	}
	h.metrics = m
	if o.Broker == nil {
		h.options.Broker = localBroker{h}
	}
	h.snapshots[view{kind: topic.Nodes}] = h.watches.snapshot
	h.budget.Store(o.WindowBytes)
	h.ctx, h.stop = context.WithCancel(context.Background())
	o.Link.Observer, o.Link.Logger = m, o.Logger
	h.server = link.NewServer(o.Link, h.accept)
	return h, nil
}

// Run does periodic work until ctx ends; then it closes every connection and
// waits for all goroutines. A hub without Run serves sockets, but no
// session's token expires.
func (h *Hub) Run(ctx context.Context) {
	k := &janitor{node: h.node, orgs: &h.orgs, watches: &h.watches}
	k.run(ctx)
	h.stop()
	h.server.Close()
	h.work.Wait()
}

// ServeHTTP opens a session.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.server.ServeHTTP(w, r) }

// Append takes new entries of an organization, consecutive and in seq order.
// It never blocks (eventlog.Follower).
func (h *Hub) Append(organization id.ID, entries []entry.Entry) {
	if org := h.orgs.get(organization); org != nil {
		org.feed.put(entries, h.options.Now())
	}
}

// Serves reports whether the organization has sockets on this node
// (eventlog.Selective). It is true before the organization reads its log
// position, so no entry falls between the two.
func (h *Hub) Serves(organization id.ID) bool { return h.orgs.get(organization) != nil }

// Ephemeral sends an event without an offset to the subscribers of a topic. It
// is not replayed, and it is dropped first if a socket is slow. payload is
// one JSON object. Messages between other components under names that are not
// topics reach no client (broker.Listener).
func (h *Hub) Ephemeral(organization id.ID, about, name string, payload json.RawMessage) {
	defer func() { h.caught(panickedEphemeral, recover()) }() // the caller serves all organizations
	switch about {
	case typingMessages:
		h.orgs.onTyping(organization, name, payload)
	case watchMessages:
		h.watches.onWatch(organization)
	case nodesMessages:
		h.watches.onFigures(organization, payload)
	default:
		if org := h.orgs.get(organization); org != nil {
			org.sendEphemeral(about, projection.Event(name, payload, ""), "")
		}
	}
}

// PresenceChanged sends a user's new presence to the organization's sockets.
// presence is one JSON object with at least the user's id. Changes leave as
// one packet {"users": […]} per PresenceEvery, with the latest state of each
// user.
func (h *Hub) PresenceChanged(organization, user id.ID, presence json.RawMessage) {
	if org := h.orgs.get(organization); org != nil {
		org.presenceChanged(user, presence)
	}
}

// Served returns the organizations that have, or recently had, sockets on this node.
func (h *Hub) Served() []id.ID {
	all := h.orgs.all()
	served := make([]id.ID, len(all))
	for i, org := range all {
		served[i] = org.id
	}
	return served
}

// Dismiss closes the sockets of an organization that was deleted.
func (h *Hub) Dismiss(organization id.ID) {
	org := h.orgs.get(organization)
	if org == nil {
		return
	}
	org.locked(func() {
		for s := range org.sockets {
			s.dismiss(link.SignedOut)
		}
	})
}

// Sockets returns the number of connections.
func (h *Hub) Sockets() int { return h.server.Open() }

// Drain accepts no more sockets, notifies every socket that the server
// restarts, and closes them in random order over spread, so that they reach
// the other nodes one by one. It returns when all are closed or ctx has
// ended.
func (h *Hub) Drain(ctx context.Context, spread time.Duration) {
	h.draining.Store(true)
	farewell := []link.Frame{projection.Notice(link.Draining)}
	h.server.Drain(ctx, spread, func() []link.Frame { return farewell })
}

// localBroker is the Broker of a single node. It hands messages to its own
// hub.
type localBroker struct{ hub *Hub }

func (a localBroker) Publish(m broker.Message) error {
	a.hub.Ephemeral(m.Organization, m.Topic, m.Name, m.Payload)
	return nil
}

// counts returns the current values of the gauges.
func (h *Hub) counts() counts {
	orgHubs := h.orgs.all()
	c := counts{organizations: len(orgHubs), windowBytes: h.options.WindowBytes - h.budget.Load(), traffic: h.server.Traffic()}
	for _, org := range orgHubs {
		org.addTo(&c)
	}
	return c
}

func (h *Hub) accept(l *link.Conn, _ *http.Request) link.Upper {
	c := &connection{
		node: h.node, orgs: &h.orgs, link: l, jobs: jobs{link: l}, opened: h.links.Add(1),
		assembler: socketio.Assembler{Limit: h.maxPacket(), Discard: true},
		events:    limits.NewBucket(h.options.EventsPerSecond, h.options.EventBurst),
	}
	l.Limit(maxUnauthenticated)
	c.locked(func() { c.startTimer(h.options.ConnectTimeout, link.ConnectTimeout) })
	return c
}

func (h *Hub) maxPacket() int {
	if n := h.options.Link.MaxPayload; n > 0 {
		return n
	}
	return 1_000_000
}
