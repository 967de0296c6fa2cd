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

// ClusterOptions say how a node takes part.
type ClusterOptions struct {
	Options
	// Node is this process's id, a new one at each start.
	Node id.ID
	// Addr is where the other nodes reach this one: a private host, and a port
	// that is 0 for any that is free (default 127.0.0.1:0).
	Addr string
	// Leases tell who is there, where Source is nil.
	Leases ephemeral.Leases
	Source Source
	// Key is the secret that the nodes share, of at least 32 bytes.
	Key []byte
	// Renew is how often the node looks who is there and renews its lease (default
	// 500 ms), TTL how long that lasts without (default 2 s).
	Renew, TTL time.Duration
	// Silence is after how long a node that does not answer is passed over (default
	// 1.5 s).
	Silence time.Duration
}

// Cluster is the engine of several nodes. Each runs the actors of the identities
// that it owns in a Local engine; a command for another's crosses by HTTP/2 under
// mutual TLS. Who owns what follows from who is there.
//
// For a moment two nodes may own an identity: one of them does not know yet. No
// harm comes of it, since each write is fenced by the row's version and no outcome
// rests on memory alone (Writer).
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

// minKey is the least length of the shared secret, in bytes: with a shorter one
// anybody could make certificates of the cluster.
const minKey = 32

// NewCluster listens on the node's address; nobody knows of it before Start.
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

// Register says how the actors of a kind are made. All kinds are registered before
// Start.
func (c *Cluster) Register(kind string, factory Factory) { c.local.Register(kind, factory) }

// Start takes part: it answers the other nodes, and joins them. Where the
// others can't be listed it works alone until they can.
func (c *Cluster) Start(ctx context.Context) {
	c.work.Go(func() { c.options.Panics.Keep(c.ctx, panics.Cluster, c.serve) })
	c.members.refresh(ctx)
	c.work.Go(func() { c.options.Panics.Keep(c.ctx, panics.Cluster, c.members.run) })
}

// serve answers the other nodes until Stop.
func (c *Cluster) serve(context.Context) {
	err := c.server.Serve(tls.NewListener(c.listener, c.server.TLSConfig))
	if !errors.Is(err, http.ErrServerClosed) {
		c.members.log.Error("the node's engine can't be reached any more", "error", err)
	}
}

// Members lists who is there, this node included.
func (c *Cluster) Members() []Member { return c.members.list() }

// Live tells how many actors are in memory of this node.
func (c *Cluster) Live() int { return c.local.Live() }

// Ask implements Engine. A command whose owner can't be reached is asked of the
// next; one that may have been begun there is repeated only where that is safe: it
// carries its client's id.
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
		case lost.unknown: // it does not know the kind: of another release
			return c.carryOut(ctx, asked{kind, who, command, origin.Of(ctx)})
		case ctx.Err() != nil: // the caller's patience has ended, not the node
			return nil, fault.From(ctx.Err())
		}
		c.members.doubt(owner)
		if lost.begun && !repeatable(command) {
			return nil, fault.Wrap(err, fault.Unavailable, "The reply was lost. Please try again.").After(time.Second)
		}
	}
}

// repeatable tells whether a command may be given twice.
func repeatable(command any) bool {
	switch c := command.(type) {
	case Rehearsal:
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

// handOver lets go of the actors that are another node's now.
func (c *Cluster) handOver() {
	c.local.Yield(func(kind string, who Identity) bool { return c.members.owner(kind, who) != nil })
}

// Stop implements Engine: the node leaves, refuses new commands and lets running
// ones end. When ctx ends first it returns its error, and may be called again.
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
	// The last answers are on their way out; connections that only lie idle are cut.
	farewell, cancel := context.WithTimeout(ctx, c.options.Renew)
	defer cancel()
	if c.server.Shutdown(farewell) != nil {
		_ = c.server.Close()
	}
	_ = c.listener.Close() // where it was never served; closed already else
	c.lines.close()
	c.client.CloseIdleConnections()
	c.work.Wait()
	return nil
}

var _ Engine = (*Cluster)(nil)

// quietLog logs what the HTTP server reports (failed handshakes of strangers) at debug
// level.
func (c *Cluster) quietLog() *slog.Logger { return c.options.Logger.With("part", "cluster") }
