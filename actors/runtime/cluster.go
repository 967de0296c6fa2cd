package runtime

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/panics"
)

// ClusterOptions configures a node.
type ClusterOptions struct {
	Options
	// Node is this process's id, a new one at each start.
	Node id.ID
	// Addr is where other nodes reach this one: a private host and a port, or port 0
	// for any free one (default 127.0.0.1:0).
	Addr string
	// Leases announce the nodes if Source is nil.
	Leases ephemeral.Leases
	Source Source
	// Key is the secret that the nodes share, of at least 32 bytes.
	Key []byte
	// Renew is how often the node refreshes the member list and its own lease
	// (default 500 ms). TTL is the duration of that lease (default 2 s).
	Renew, TTL time.Duration
	// Silence is how long a node may fail to answer before it is skipped (default 1.5
	// s).
	Silence time.Duration
}

// Cluster is the engine of several nodes. Each node runs the actors of the identities
// that it owns in a Local engine, and sends commands for other identities to their
// owner by HTTP/2 under mutual TLS. The member list determines the owners.
//
// Two nodes may briefly own the same identity because one of them has an older list.
// This is harmless: each write is fenced by the row's version, and no outcome depends
// on memory only (Writer).
type Cluster struct {
	local    *Local
	options  ClusterOptions
	members  *membership
	trust    *trust
	listener net.Listener
	server   *http.Server
	client   *http.Client
	lines    *lines
	stopping atomic.Bool

	stop context.CancelFunc
	ctx  context.Context //nolint:containedctx // the life of the goroutines, until Stop
	work sync.WaitGroup
	end  sync.Once
}

// minKey is the minimum length of the shared secret, in bytes: a shorter one would
// let attackers forge certificates.
const minKey = 32

// NewCluster listens on the node's address. Other nodes learn of it in Start.
func NewCluster(ctx context.Context, options ClusterOptions) (*Cluster, error) {
	options.Options = options.filled()
	if options.Renew <= 0 {
		options.Renew = 500 * time.Millisecond
	}
	if options.Silence <= 0 {
		options.Silence = 1500 * time.Millisecond
	}
	if options.TTL <= 0 {
		options.TTL = 4 * options.Renew
	}
	if len(options.Key) < minKey {
		return nil, fmt.Errorf("cluster key: %d bytes, at least %d are needed", len(options.Key), minKey)
	}
	if options.Addr == "" {
		options.Addr = "127.0.0.1:0"
	}
	host, _, err := net.SplitHostPort(options.Addr)
	if err != nil {
		return nil, fmt.Errorf("cluster address: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		return nil, fmt.Errorf("cluster address: %q would listen everywhere: name a private host", options.Addr)
	}
	trust, err := newTrust(options.Key)
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", options.Addr)
	if err != nil {
		return nil, fmt.Errorf("cluster address: %w", err)
	}
	c := &Cluster{local: NewLocal(options.Options), options: options, trust: trust, listener: listener}
	c.ctx, c.stop = context.WithCancel(context.Background())
	source := options.Source
	if source == nil {
		source = leased{options.Leases, options.TTL}
	}
	c.members = &membership{
		source: source, self: Member{ID: options.Node, Addr: listener.Addr().String()},
		renew: options.Renew, ttl: options.TTL, panics: options.Panics, log: options.Logger.With("part", "cluster"),
		reach: func(ctx context.Context, m Member) error { return c.reach(ctx, m.Addr) }, changed: c.handOver, peers: map[id.ID]*peer{},
	}
	c.lines = newLines(&net.Dialer{Timeout: options.Silence / 3}, options.Panics, c.reach)
	c.client = &http.Client{Transport: c.transport()}
	c.server = c.newServer()
	return c, nil
}

// Register sets the factory of a kind of actors. All kinds are registered before
// Start.
func (c *Cluster) Register(kind string, factory Factory) { c.local.Register(kind, factory) }

// Start serves the other nodes and joins them. If they can't be listed, the node
// works alone until they can.
func (c *Cluster) Start(ctx context.Context) {
	c.work.Go(func() { c.options.Panics.Keep(c.ctx, panics.Cluster, c.serve) })
	c.members.refresh(ctx)
	c.work.Go(func() { c.options.Panics.Keep(c.ctx, panics.Cluster, c.members.run) })
}

// serve serves the other nodes until Stop.
func (c *Cluster) serve(context.Context) {
	err := c.server.Serve(tls.NewListener(c.listener, c.server.TLSConfig))
	if !errors.Is(err, http.ErrServerClosed) {
		c.members.log.Error("the node's engine can't be reached any more", "error", err)
	}
}

// Members lists the nodes, including this one.
func (c *Cluster) Members() []Member { return c.members.list() }

// Live returns the number of actors in this node's memory.
func (c *Cluster) Live() int { return c.local.Live() }

// Ask implements Engine. If the owner of an identity is unreachable, it asks the next
// one. A command that may have been started is repeated only if that is safe: if it
// has a client's id.
func (c *Cluster) Ask(ctx context.Context, kind string, who Identity, command any) (any, error) {
	command = inContext(ctx, command)
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.options.Deadline)
		defer cancel()
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, fault.From(err)
		}
		if c.stopping.Load() {
			return nil, errStopping()
		}
		owner := c.members.owner(kind, who)
		if owner == nil {
			return c.local.Ask(ctx, kind, who, command)
		}
		reply, err := c.askPeer(ctx, owner, asked{kind, who, command, origin.Of(ctx)})
		var lost *lostError
		switch {
		case !errors.As(err, &lost):
			return reply, err
		case lost.unknown: // a node of another release does not know the kind
			return c.execute(ctx, asked{kind, who, command, origin.Of(ctx)})
		case ctx.Err() != nil: // the caller's deadline has passed, the node may be fine
			return nil, fault.From(ctx.Err())
		}
		c.members.doubt(owner)
		if lost.begun && !repeatable(command) {
			return nil, fault.Wrap(err, fault.Unavailable, "The reply was lost. Please try again.").After(time.Second)
		}
	}
}

// repeatable reports whether a command may be executed twice.
func repeatable(command any) bool {
	switch c := command.(type) {
	case DryRun:
		return true
	case Batch:
		return !slices.ContainsFunc(c.Commands, func(one any) bool { return !repeatable(one) })
	case Identified:
		return c.CommandID() != ""
	default:
		return false
	}
}

func errStopping() error {
	return fault.New(fault.Unavailable, "The server is restarting. Please try again.").After(time.Second)
}

// handOver passivates the actors that belong to another node now.
func (c *Cluster) handOver() {
	c.local.Yield(func(kind string, who Identity) bool { return c.members.owner(kind, who) != nil })
}

// Stop implements Engine: the node leaves, rejects new commands and lets running ones
// end. If ctx ends first it returns its error, and may be called again.
func (c *Cluster) Stop(ctx context.Context) error {
	c.stopping.Store(true)
	c.end.Do(func() {
		c.stop()
		release, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.options.TTL/2)
		defer cancel()
		if err := c.members.source.Leave(release, c.members.self); err != nil { // the others will notice
			c.members.log.Warn("the other nodes could not be told that this one goes", "error", err)
		}
	})
	if err := c.local.Stop(ctx); err != nil {
		return err
	}
	// The last responses are being sent; idle connections are closed.
	farewell, cancel := context.WithTimeout(ctx, c.options.Renew)
	defer cancel()
	if c.server.Shutdown(farewell) != nil {
		_ = c.server.Close()
	}
	_ = c.listener.Close() // if it was never served; otherwise already closed
	c.lines.close()
	c.client.CloseIdleConnections()
	c.work.Wait()
	return nil
}

var _ Engine = (*Cluster)(nil)

// quietLog logs what the HTTP server reports (failed handshakes of strangers) at
// debug level.
func (c *Cluster) quietLog() *slog.Logger { return c.options.Logger.With("part", "cluster") }
