package hub

import (
	"cmp"
	"slices"

	"switchboard/hub/wire"
)

// addTo adds an organization's figures to c.
func (org *orgState) addTo(c *counts) {
	org.mu.Lock()
	defer org.mu.Unlock()
	c.rooms += len(org.rooms)
	c.subscriptions += org.subscriptions
	c.users += len(org.users)
	c.liveQueries += org.live.Len()
	bytes, messages := org.backlog()
	c.queuedBytes += bytes
	c.queuedMessages += messages
}

func (org *orgState) hasRoom(name string) bool {
	org.mu.Lock()
	defer org.mu.Unlock()
	return org.rooms[name] != nil
}

// maxRoomsShown bounds the rooms of an organization in the administrators'
// live view.
const maxRoomsShown = 50

// figures returns this node's figures for the organization.
func (org *orgState) figures() wire.NodeFigures {
	org.mu.Lock()
	defer org.mu.Unlock()
	f := wire.NodeFigures{
		Node: org.node.options.Node, Version: org.node.options.Version, Since: org.node.since.UTC(),
		Sockets: len(org.sockets), Users: len(org.users), Topics: len(org.rooms), Applied: org.applied, Deliveries: org.delivered,
		Rooms: make([]wire.RoomFigures, 0, len(org.rooms)),
	}
	f.QueuedBytes, _ = org.backlog()
	for name, r := range org.rooms {
		f.Rooms = append(f.Rooms, wire.RoomFigures{Topic: name, Sockets: r.size})
	}
	slices.SortFunc(f.Rooms, func(a, b wire.RoomFigures) int {
		return cmp.Or(cmp.Compare(b.Sockets, a.Sockets), cmp.Compare(a.Topic, b.Topic))
	})
	f.Rooms = f.Rooms[:min(len(f.Rooms), maxRoomsShown)]
	return f
}
