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

// The administrators' live view (topic nodes). A node with a subscriber
// announces this every few seconds. Every node that has received such an
// announcement recently publishes its figures for that organization to all
// hubs each second. Without subscribers nothing is sent and nothing is
// counted.
const (
	watchEvery   = 5 * time.Second  // a subscriber's node announces that it watches
	watchedFor   = 12 * time.Second // how long an announcement is valid
	figuresEvery = time.Second
	figuresFor   = 5 * time.Second // how long a node's figures stay in a snapshot
)

// watch is an organization whose figures have a subscriber on this or another
// node. The lock of orgHubs guards it.
type watch struct {
	lastWatched time.Time // when an announcement was last received
	figuresSent time.Time // when this node's figures were last published
	watchSent   time.Time // when this node last announced that it watches
	nodes       map[id.ID]receivedFigures
	org         *orgHub // acquired, so that its log position is known
}

type receivedFigures struct {
	figures wire.NodeFigures
	at      time.Time
}

// watches holds the organizations whose figures have a subscriber. The lock
// of orgHubs, some of which it acquires, guards it.
type watches struct {
	node           *node
	orgs           *orgHubs
	byOrganization map[id.ID]*watch
}

// get returns the organization's watch and creates it if there is none.
func (ws *watches) get(organization id.ID) *watch {
	w := ws.byOrganization[organization]
	if w == nil {
		w = &watch{nodes: map[id.ID]receivedFigures{}}
		ws.byOrganization[organization] = w
	}
	return w
}

// onWatch handles an announcement that a node watches the organization's
// figures.
func (ws *watches) onWatch(organization id.ID) {
	ws.orgs.mu.Lock()
	defer ws.orgs.mu.Unlock()
	if ws.node.ctx.Err() != nil {
		return
	}
	w := ws.get(organization)
	w.lastWatched = ws.node.options.Now()
	if w.org == nil {
		w.org = ws.orgs.acquire(organization)
	}
}

// onFigures forwards a node's figures to their subscribers on this node.
func (ws *watches) onFigures(organization id.ID, payload json.RawMessage) {
	var figures wire.NodeFigures
	if json.Unmarshal(payload, &figures) != nil {
		return
	}
	ws.storeFigures(organization, figures)
	if org := ws.orgs.get(organization); org != nil {
		org.sendEphemeral(string(topic.Nodes), projection.Event("nodes", projection.AppendJSON(nil, wire.NodesSnapshot{Nodes: []wire.NodeFigures{figures}}), ""), "")
	}
}

func (ws *watches) storeFigures(organization id.ID, figures wire.NodeFigures) {
	ws.orgs.mu.Lock()
	defer ws.orgs.mu.Unlock()
	if w := ws.byOrganization[organization]; w != nil {
		w.nodes[figures.Node] = receivedFigures{figures, ws.node.options.Now()}
	}
}

// publish announces which organizations are watched here and publishes this
// node's figures for the organizations that are watched anywhere.
func (ws *watches) publish(now time.Time) {
	for _, org := range ws.orgs.all() {
		if org.hasRoom(string(topic.Nodes)) && ws.due(org.id, now, func(w *watch) *time.Time { return &w.watchSent }, watchEvery) {
			ws.node.publish(broker.Message{Organization: org.id, Topic: watchMessages, Name: "watch", Payload: nothing})
		}
	}
	for _, organization := range ws.watched(now) {
		if org := ws.orgs.get(organization); org != nil && ws.due(organization, now, func(w *watch) *time.Time { return &w.figuresSent }, figuresEvery) {
			ws.node.publish(broker.Message{Organization: organization, Topic: nodesMessages, Name: "figures", Payload: projection.AppendJSON(nil, org.figures())})
		}
	}
}

// due reports whether a periodic action is due now, and if so records that it
// happens.
func (ws *watches) due(organization id.ID, now time.Time, last func(*watch) *time.Time, every time.Duration) bool {
	ws.orgs.mu.Lock()
	defer ws.orgs.mu.Unlock()
	at := last(ws.get(organization))
	if now.Sub(*at) < every {
		return false
	}
	*at = now
	return true
}

// watched returns the organizations whose figures are watched, and removes
// those that no longer are.
func (ws *watches) watched(now time.Time) []id.ID {
	ws.orgs.mu.Lock()
	defer ws.orgs.mu.Unlock()
	var found []id.ID
	for organization, w := range ws.byOrganization {
		maps.DeleteFunc(w.nodes, func(_ id.ID, received receivedFigures) bool { return now.Sub(received.at) > figuresFor })
		switch {
		case now.Sub(w.lastWatched) <= watchedFor:
			found = append(found, organization)
		case now.Sub(w.watchSent) > watchedFor:
			delete(ws.byOrganization, organization)
			if w.org != nil {
				ws.orgs.release(w.org)
			}
		}
	}
	return found
}

// snapshot returns the figures of this node and those recently received from
// others.
func (ws *watches) snapshot(_ context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
	s := wire.NodesSnapshot{Nodes: []wire.NodeFigures{}}
	if org := ws.orgs.get(p.Organization); org != nil {
		s.Nodes = append(s.Nodes, org.figures())
	}
	s.Nodes = append(s.Nodes, ws.otherFigures(p.Organization)...)
	slices.SortFunc(s.Nodes, func(a, b wire.NodeFigures) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Node, b.Node))
	})
	return projection.AppendJSON(nil, s), nil
}

// otherFigures returns the figures recently received from other nodes.
func (ws *watches) otherFigures(organization id.ID) (others []wire.NodeFigures) {
	now := ws.node.options.Now()
	ws.orgs.mu.Lock()
	defer ws.orgs.mu.Unlock()
	if w := ws.byOrganization[organization]; w != nil {
		for node, received := range w.nodes {
			if node != ws.node.options.Node && now.Sub(received.at) <= figuresFor {
				others = append(others, received.figures)
			}
		}
	}
	return others
}
