package wire

import (
	"time"

	"switchboard/storage/id"
)

// NodesSnapshot is the state of the topic nodes, which only superusers may
// read: the nodes that reported within the last seconds. The event nodes has
// the same form and holds the nodes that have just reported; each does so
// every second.
type NodesSnapshot struct {
	Nodes []NodeFigures `json:"nodes"`
}

// NodeFigures are one node's figures for the organization.
type NodeFigures struct {
	Node    id.ID     `json:"node"`
	Version string    `json:"version"`
	Since   time.Time `json:"since"`
	// Sockets counts connections, Users their distinct users.
	Sockets int `json:"sockets"`
	Users   int `json:"users"`
	// Topics counts topics with subscribers.
	Topics int `json:"topics"`
	// QueuedBytes are queued for slow connections.
	QueuedBytes int `json:"queued_bytes"`
	// Applied is the node's position in the log.
	Applied int64 `json:"applied"`
	// Deliveries counts changes sent to sockets since the node started.
	Deliveries int64 `json:"deliveries"`
	// Rooms are the topics with the most sockets, at most 50.
	Rooms []RoomFigures `json:"rooms"`
}

// RoomFigures are the figures of one topic.
type RoomFigures struct {
	Topic   string `json:"topic"`
	Sockets int    `json:"sockets"`
}
