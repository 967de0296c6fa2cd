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
// for that organization each second, to the hubs of all nodes. While nobody looks,
// nothing is sent and nothing is counted.
const (
	watchEvery   = 5 * time.Second  // a watcher's node says that it watches
	watchedFor   = 12 * time.Second // so long it is believed
	figuresEvery = time.Second
	figuresFor   = 5 * time.Second // so long a node's figures stand in a snapshot
)

// watch is an organization whose figures somebody looks at, here or on another node.
// It is guarded by the tenants' lock.
type watch struct {
	heard  time.Time // that somebody watches
	told   time.Time // our figures
	said   time.Time // that somebody here watches
	nodes  map[id.ID]heardFigures
	tenant *tenant // acquired, so that its place in the log is known
}

type heardFigures struct {
	figures wire.NodeFigures
	at      time.Time
}

// watches are the organizations whose figures somebody looks at. They are guarded by the
// lock of the tenants, of which they acquire some.
type watches struct {
	node    *node
	tenants *tenants
	of      map[id.ID]*watch
}

// watching gives the organization's watch, made where there is none.
func (l *watches) watching(organization id.ID) *watch {
	w := l.of[organization]
	if w == nil {
		w = &watch{nodes: map[id.ID]heardFigures{}}
		l.of[organization] = w
	}
	return w
}

// heardWatch takes note that somebody looks at the figures.
func (l *watches) heardWatch(organization id.ID) {
	l.tenants.mu.Lock()
	defer l.tenants.mu.Unlock()
	if l.node.ctx.Err() != nil {
		return
	}
	w := l.watching(organization)
	w.heard = l.node.options.Now()
	if w.tenant == nil {
		w.tenant = l.tenants.acquire(organization)
	}
}

// heardNode passes a node's figures on to those who look at them here.
func (l *watches) heardNode(organization id.ID, payload json.RawMessage) {
	var figures wire.NodeFigures
	if json.Unmarshal(payload, &figures) != nil {
		return
	}
	l.keepFigures(organization, figures)
	if t := l.tenants.known(organization); t != nil {
		t.fleeting(string(topic.Nodes), projection.Event("nodes", projection.AppendJSON(nil, wire.NodesSnapshot{Nodes: []wire.NodeFigures{figures}}), ""), "")
	}
}

func (l *watches) keepFigures(organization id.ID, figures wire.NodeFigures) {
	l.tenants.mu.Lock()
	defer l.tenants.mu.Unlock()
	if w := l.of[organization]; w != nil {
		w.nodes[figures.Node] = heardFigures{figures, l.node.options.Now()}
	}
}

// showNodes says who is watched here and tells our figures where they are looked at.
func (l *watches) showNodes(now time.Time) {
	for _, t := range l.tenants.all() {
		if t.hasRoom(string(topic.Nodes)) && l.due(t.id, now, func(w *watch) *time.Time { return &w.said }, watchEvery) {
			l.node.publish(broker.Message{Organization: t.id, Topic: watchMessages, Name: "watch", Payload: nothing})
		}
	}
	for _, organization := range l.lookedAt(now) {
		if t := l.tenants.known(organization); t != nil && l.due(organization, now, func(w *watch) *time.Time { return &w.told }, figuresEvery) {
			l.node.publish(broker.Message{Organization: organization, Topic: nodesMessages, Name: "figures", Payload: projection.AppendJSON(nil, t.figures())})
		}
	}
}

// due tells whether something that is done every so often is to be done now, and
// notes that it is.
func (l *watches) due(organization id.ID, now time.Time, last func(*watch) *time.Time, every time.Duration) bool {
	l.tenants.mu.Lock()
	defer l.tenants.mu.Unlock()
	at := last(l.watching(organization))
	if now.Sub(*at) < every {
		return false
	}
	*at = now
	return true
}

// lookedAt lists the organizations whose figures are looked at, and forgets those
// where nobody does any more.
func (l *watches) lookedAt(now time.Time) []id.ID {
	l.tenants.mu.Lock()
	defer l.tenants.mu.Unlock()
	var found []id.ID
	for organization, w := range l.of {
		maps.DeleteFunc(w.nodes, func(_ id.ID, heard heardFigures) bool { return now.Sub(heard.at) > figuresFor })
		switch {
		case now.Sub(w.heard) <= watchedFor:
			found = append(found, organization)
		case now.Sub(w.said) > watchedFor:
			delete(l.of, organization)
			if w.tenant != nil {
				l.tenants.release(w.tenant)
			}
		}
	}
	return found
}

// snapshot gives the figures of this node and those lately heard of others.
func (l *watches) snapshot(_ context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
	s := wire.NodesSnapshot{Nodes: []wire.NodeFigures{}}
	if t := l.tenants.known(p.Organization); t != nil {
		s.Nodes = append(s.Nodes, t.figures())
	}
	s.Nodes = append(s.Nodes, l.otherFigures(p.Organization)...)
	slices.SortFunc(s.Nodes, func(a, b wire.NodeFigures) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Node, b.Node))
	})
	return projection.AppendJSON(nil, s), nil
}

// otherFigures gives those lately heard of other nodes.
func (l *watches) otherFigures(organization id.ID) (others []wire.NodeFigures) {
	now := l.node.options.Now()
	l.tenants.mu.Lock()
	defer l.tenants.mu.Unlock()
	if w := l.of[organization]; w != nil {
		for node, heard := range w.nodes {
			if node != l.node.options.Node && now.Sub(heard.at) <= figuresFor {
				others = append(others, heard.figures)
			}
		}
	}
	return others
}
