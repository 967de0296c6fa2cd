package wire

import (
	"time"

	"switchboard/storage/id"
)

// NodesSnapshot is the state of the topic nodes, which superusers alone may read:
// the nodes heard of in the last seconds. The event nodes has the same shape and
// holds the nodes that have just told their figures; each does so every second.
type NodesSnapshot struct {
	Nodes []NodeFigures `json:"nodes"`
}

// NodeFigures are what one node does for the organization.
type NodeFigures struct {
	Node    id.ID     `json:"node"`
	Version string    `json:"version"`
	Since   time.Time `json:"since"`
	// Sockets are the connections, Users those who have them.
	Sockets int `json:"sockets"`
	Users   int `json:"users"`
	// Topics are those that somebody follows.
	Topics int `json:"topics"`
	// QueuedBytes wait for connections that are behind.
	QueuedBytes int `json:"queued_bytes"`
	// Applied is the node's place in the log.
	Applied int64 `json:"applied"`
	// Deliveries are the changes handed to sockets since the node began.
	Deliveries int64 `json:"deliveries"`
	// Rooms are the topics with the most sockets, at most 50.
	Rooms []RoomFigures `json:"rooms"`
}

// RoomFigures are one topic's.
type RoomFigures struct {
	Topic   string `json:"topic"`
	Sockets int    `json:"sockets"`
}
