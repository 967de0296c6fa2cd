package presence

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// Settings of the exchange between nodes.
const (
	// leaseGroup is the group of the nodes' leases and sheets, by node.
	leaseGroup = "presence:nodes"
	// socketsTopic is only for nodes: it is not a topic of clients.
	socketsTopic = "presence:sockets"
	socketsEvent = "sockets"

	// nodeTime is how long a node that does not renew counts as alive.
	nodeTime  = 10 * time.Second
	renewTime = 3 * time.Second
	// changeGap is the minimum time between two writes of changes, which messages
	// have already published.
	changeGap = 250 * time.Millisecond
	// publishGap batches a burst of connections into few messages. The first change
	// after a pause is sent immediately.
	publishGap = 20 * time.Millisecond
	// callTime is the timeout of one call of the leases.
	callTime = 2 * time.Second

	// maxNodes bounds the other nodes that are followed.
	maxNodes = 256
	// maxDelta bounds the activities in one message: below 16 KiB.
	maxDelta = 250
)

// Leases is the part of storage/ephemeral that presence needs.
type Leases interface {
	Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error
	Release(ctx context.Context, group, member string) error
	List(ctx context.Context, group string) (map[string][]byte, error)
	Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) (lost []string, err error)
	Read(ctx context.Context, group, member string, names ...string) (map[string]ephemeral.Sheet, error)
	Erase(ctx context.Context, group, member string, names ...string) error
}

// Nodes configures the exchange with other processes that have sockets of the same
// organizations. The zero value is a single node.
type Nodes struct {
	// Node is this process's id, a new one at every start.
	Node string
	// Leases show that each node is alive, and store its last report of its sockets
	// in sheets.
	Leases Leases
	// Publish sends a change to all nodes (storage/broker). Lost messages are read
	// from the sheets.
	Publish func(organization id.ID, topic, name string, payload json.RawMessage) error
}

func (n Nodes) several() bool { return n.Leases != nil && n.Node != "" }
