package hub

import (
	"cmp"
	"slices"

	"switchboard/hub/wire"
)

// count adds an organization's figures.
func (a *audience) count(c *census) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c.rooms += len(a.rooms)
	c.subscriptions += a.subscriptions
	c.users += len(a.users)
	c.liveQueries += a.live.Len()
	bytes, messages := a.backlog()
	c.queuedBytes += bytes
	c.queuedMessages += messages
}

func (a *audience) hasRoom(name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.rooms[name] != nil
}

// roomsShown bounds the rooms of an organization in the live view of administrators.
const roomsShown = 50

// figures counts what this node does for the organization.
func (a *audience) figures() wire.NodeFigures {
	a.mu.Lock()
	defer a.mu.Unlock()
	f := wire.NodeFigures{
		Node: a.node.options.Node, Version: a.node.options.Version, Since: a.node.since.UTC(),
		Sockets: len(a.sockets), Users: len(a.users), Topics: len(a.rooms), Applied: a.applied, Deliveries: a.delivered,
		Rooms: make([]wire.RoomFigures, 0, len(a.rooms)),
	}
	f.QueuedBytes, _ = a.backlog()
	for name, r := range a.rooms {
		f.Rooms = append(f.Rooms, wire.RoomFigures{Topic: name, Sockets: r.size})
	}
	slices.SortFunc(f.Rooms, func(a, b wire.RoomFigures) int {
		return cmp.Or(cmp.Compare(b.Sockets, a.Sockets), cmp.Compare(a.Topic, b.Topic))
	})
	f.Rooms = f.Rooms[:min(len(f.Rooms), roomsShown)]
	return f
}
