package presence

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// How nodes tell each other of their sockets.
const (
	// leaseGroup is the group of the nodes' leases and sheets, by node.
	leaseGroup = "presence:nodes"
	// socketsTopic is between nodes alone: it names no topic of a client.
	socketsTopic = "presence:sockets"
	socketsEvent = "sockets"

	// nodeTime is how long a node that does not renew counts as alive.
	nodeTime  = 10 * time.Second
	renewTime = 3 * time.Second
	// changeGap is between two times that changes are written: the deltas have told the
	// others already.
	changeGap = 250 * time.Millisecond
	// publishGap gathers a storm of connections into few messages; the first change
	// after a pause leaves at once.
	publishGap = 20 * time.Millisecond
	// callTime bounds one call of the leases.
	callTime = 2 * time.Second

	// maxNodes bounds the other nodes that are followed.
	maxNodes = 256
	// maxDelta is how many activities one message has: below 16 KiB.
	maxDelta = 250
)

// Leases is what presence needs of storage/ephemeral.
type Leases interface {
	Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error
	Release(ctx context.Context, group, member string) error
	List(ctx context.Context, group string) (map[string][]byte, error)
	Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) (lost []string, err error)
	Read(ctx context.Context, group, member string, names ...string) (map[string]ephemeral.Sheet, error)
	Erase(ctx context.Context, group, member string, names ...string) error
}

// Nodes are the other processes that have sockets of the same organizations. The
// zero value is a single node.
type Nodes struct {
	// Node is this process's id, a new one at every start.
	Node string
	// Leases keep that each node lives, and in sheets what it last said of its sockets.
	Leases Leases
	// Publish tells all nodes of a change at once (storage/broker); what is lost is read
	// in the sheets.
	Publish func(organization id.ID, topic, name string, payload json.RawMessage) error
}

func (n Nodes) several() bool { return n.Leases != nil && n.Node != "" }
