package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/broker"
	"switchboard/storage/id"
)

// The live view of administrators (topic nodes). A node on which somebody looks at
// it says so every few seconds; every node that has heard so lately tells its figures
// for that organisation each second, to the hubs of all nodes. While nobody looks,
// nothing is sent and nothing is counted.
const (
	watchEvery   = 5 * time.Second  // a watcher's node says that it watches
	watchedFor   = 12 * time.Second // so long it is believed
	figuresEvery = time.Second
	figuresFor   = 5 * time.Second // so long a node's figures stand in a snapshot
	roomsShown   = 50
)

// watch is an organisation whose figures somebody looks at, here or on another node.
// It is guarded by Hub.mu.
type watch struct {
	heard  time.Time // that somebody watches
	told   time.Time // our figures
	said   time.Time // that somebody here watches
	nodes  map[id.ID]heardFigures
	tenant *tenant // held, so that its place in the log is known
}

type heardFigures struct {
	figures wire.NodeFigures
	at      time.Time
}

// watching gives the organisation's watch, made where there is none.
func (h *Hub) watching(organization id.ID) *watch {
	w := h.watched[organization]
	if w == nil {
		w = &watch{nodes: map[id.ID]heardFigures{}}
		h.watched[organization] = w
	}
	return w
}

// heardWatch takes note that somebody looks at the figures.
func (h *Hub) heardWatch(organization id.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ctx.Err() != nil {
		return
	}
	w := h.watching(organization)
	w.heard = h.options.Now()
	if w.tenant == nil {
		w.tenant = h.hold(organization)
	}
}

// heardNode passes a node's figures on to those who look at them here.
func (h *Hub) heardNode(organization id.ID, payload json.RawMessage) {
	var figures wire.NodeFigures
	if json.Unmarshal(payload, &figures) != nil {
		return
	}
	h.keepFigures(organization, figures)
	if t := h.known(organization); t != nil {
		t.fleeting(string(topic.Nodes), projection.Event("nodes", projection.AppendJSON(nil, wire.NodesSnapshot{Nodes: []wire.NodeFigures{figures}}), ""), "")
	}
}

func (h *Hub) keepFigures(organization id.ID, figures wire.NodeFigures) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if w := h.watched[organization]; w != nil {
		w.nodes[figures.Node] = heardFigures{figures, h.options.Now()}
	}
}

// showNodes says who is watched here and tells our figures where they are looked at.
func (h *Hub) showNodes(now time.Time) {
	for _, t := range h.all() {
		if t.hasRoom(string(topic.Nodes)) && h.due(t.id, now, func(w *watch) *time.Time { return &w.said }, watchEvery) {
			h.publish(broker.Message{Organization: t.id, Topic: watchMessages, Name: "watch", Payload: nothing})
		}
	}
	for _, organization := range h.lookedAt(now) {
		if t := h.known(organization); t != nil && h.due(organization, now, func(w *watch) *time.Time { return &w.told }, figuresEvery) {
			h.publish(broker.Message{Organization: organization, Topic: nodesMessages, Name: "figures", Payload: projection.AppendJSON(nil, t.figures())})
		}
	}
}

// due tells whether something that is done every so often is to be done now, and
// notes that it is.
func (h *Hub) due(organization id.ID, now time.Time, last func(*watch) *time.Time, every time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	at := last(h.watching(organization))
	if now.Sub(*at) < every {
		return false
	}
	*at = now
	return true
}

// lookedAt lists the organisations whose figures are looked at, and forgets those
// where nobody does any more.
func (h *Hub) lookedAt(now time.Time) []id.ID {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []id.ID
	for organization, w := range h.watched {
		maps.DeleteFunc(w.nodes, func(_ id.ID, heard heardFigures) bool { return now.Sub(heard.at) > figuresFor })
		switch {
		case now.Sub(w.heard) <= watchedFor:
			found = append(found, organization)
		case now.Sub(w.said) > watchedFor:
			delete(h.watched, organization)
			if w.tenant != nil {
				h.release(w.tenant)
			}
		}
	}
	return found
}

func (t *tenant) hasRoom(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rooms[name] != nil
}

// figures counts what this node does for the organisation.
func (t *tenant) figures() wire.NodeFigures {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := wire.NodeFigures{
		Node: t.hub.options.Node, Version: t.hub.options.Version, Since: t.hub.since.UTC(),
		Sockets: len(t.sockets), Users: len(t.users), Topics: len(t.rooms), Applied: t.applied, Deliveries: t.delivered,
		Rooms: make([]wire.RoomFigures, 0, len(t.rooms)),
	}
	f.QueuedBytes, _ = t.backlog()
	for name, r := range t.rooms {
		f.Rooms = append(f.Rooms, wire.RoomFigures{Topic: name, Sockets: r.size})
	}
	slices.SortFunc(f.Rooms, func(a, b wire.RoomFigures) int {
		return cmp.Or(cmp.Compare(b.Sockets, a.Sockets), cmp.Compare(a.Topic, b.Topic))
	})
	f.Rooms = f.Rooms[:min(len(f.Rooms), roomsShown)]
	return f
}

// nodesSnapshot gives the figures of this node and those lately heard of others.
func (h *Hub) nodesSnapshot(_ context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
	s := wire.NodesSnapshot{Nodes: []wire.NodeFigures{}}
	if t := h.known(p.Organization); t != nil {
		s.Nodes = append(s.Nodes, t.figures())
	}
	s.Nodes = append(s.Nodes, h.otherFigures(p.Organization)...)
	slices.SortFunc(s.Nodes, func(a, b wire.NodeFigures) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Node, b.Node))
	})
	return projection.AppendJSON(nil, s), nil
}

// otherFigures gives those lately heard of other nodes.
func (h *Hub) otherFigures(organization id.ID) (others []wire.NodeFigures) {
	now := h.options.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	if w := h.watched[organization]; w != nil {
		for node, heard := range w.nodes {
			if node != h.options.Node && now.Sub(heard.at) <= figuresFor {
				others = append(others, heard.figures)
			}
		}
	}
	return others
}
