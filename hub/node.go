package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/broker"
	"switchboard/storage/fault"
)

// node is shared by everything that runs on this node: options, metrics,
// registrations, and the context that ends it.
type node struct {
	options   Options
	metrics   *metrics
	commands  map[string]Command
	snapshots map[view]Snapshot
	budget    atomic.Int64 // free bytes for windows
	epoch     atomic.Int64 // rises with each permission change of any organization

	ctx   context.Context //nolint:containedctx // the hub's lifetime: organizations and commands end with it
	stop  context.CancelFunc
	work  sync.WaitGroup
	since time.Time

	draining atomic.Bool // no sockets are accepted any more
}

// view identifies a snapshot reader: a kind of topic and, if an object names
// topics of the kind, the object.
type view struct {
	kind   topic.Kind
	object string
}

func viewOf(about topic.Topic) view {
	switch about.Kind {
	case topic.Thread, topic.Ongoing, topic.OngoingAll:
		return view{about.Kind, about.Object}
	case topic.Me, topic.Presence, topic.Feed, topic.Nodes, topic.Object, topic.Record, topic.Query, topic.PhoneNumber:
	}
	return view{kind: about.Kind}
}

// Names of the messages between hubs. None is a topic, so no client can
// subscribe to them.
const (
	typingMessages = "hub:typing"
	watchMessages  = "hub:watch"
	nodesMessages  = "hub:nodes"
)

var nothing = json.RawMessage("{}")

// errGone ends work for a connection that has been closed in the meantime.
var errGone = fault.New(fault.Unavailable, "The connection was closed.")

// caught counts and logs a panic. Its argument p is the result of recover; it
// reports whether there was a panic.
func (n *node) caught(where string, p any) bool {
	if p == nil {
		return false
	}
	n.metrics.panics.WithLabelValues(where).Inc()
	n.options.Logger.Error("a panic was caught", "where", where, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return true
}

// report logs internal errors; the client only learns that there was one.
func (n *node) report(err error, command string) *fault.Error {
	f := fault.From(err)
	if f.Code == fault.Internal {
		n.options.Logger.Error("a socket's command failed", "command", clip(command), "error", err)
	}
	return f
}

// within returns a context with the timeout of one step of a sign-in.
func (n *node) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, n.options.CommandTimeout)
}

// limited counts a refusal and returns its error.
func (n *node) limited(l limits.Limit, wait time.Duration, detail string) error {
	n.metrics.refusals.WithLabelValues(string(l)).Inc()
	return fault.New(fault.Limited, "%s", detail).After(wait)
}

// refusal counts the refusal of an event or a CONNECT and returns its error.
func (n *node) refusal(l limits.Limit, wait time.Duration) *fault.Error {
	return fault.From(n.limited(l, wait, limits.Messages[l]))
}

func (n *node) tooLarge(size int) *fault.Error {
	n.metrics.refusals.WithLabelValues(string(limits.EventBytes)).Inc()
	return fault.New(fault.TooLarge, "An event has at most %d bytes, not %d.", n.options.MaxEvent, size)
}

// publish sends a message to the hubs of all nodes.
func (n *node) publish(m broker.Message) {
	if err := n.options.Broker.Publish(m); err != nil {
		n.options.Logger.Warn("an ephemeral message was lost", "topic", m.Topic, "error", err)
	}
}

func (n *node) snapshot(ctx context.Context, p *access.Principal, about topic.Topic) (json.RawMessage, error) {
	read, ok := n.snapshots[viewOf(about)]
	if !ok {
		return nothing, nil
	}
	return read(ctx, p, about)
}

func (n *node) reload(ctx context.Context, p *access.Principal) (access.Principal, error) {
	ctx, cancel := n.within(ctx)
	defer cancel()
	return n.options.Authenticator.Reload(ctx, p)
}
