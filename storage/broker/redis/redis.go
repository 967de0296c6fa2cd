package redis

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/broker"
	"switchboard/storage/broker/backlog"
	"switchboard/storage/broker/memory"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/wait"
)

const (
	backoffFirst = 50 * time.Millisecond
	backoffMost  = 2 * time.Second
)

// Options configure a Broker. Client and Namespace are required.
type Options struct {
	Client *goredis.Client
	// Namespace is the installation's own: Redis channels ignore databases.
	Namespace string
	// Key is the secret of the installation's nodes: publications without a MAC made with
	// it are dropped.
	Key []byte
	// Node names this process; a new id by default.
	Node   string
	Logger *slog.Logger
	Panics *panics.Catcher
}

// Broker delivers between the processes of an installation.
type Broker struct {
	options    Options
	local      *memory.Broker
	leaving    *backlog.Backlog // pending for Redis
	subscribed chan struct{}    // closed at the first subscription
	linked     atomic.Bool
	stats      counters
}

var _ broker.Broker = (*Broker)(nil)

type counters struct{ published, received, passed, unreadable, forged, failures atomic.Int64 }

// Stats are counters since the broker was made.
type Stats struct {
	// Linked reports whether the subscription is up.
	Linked              bool
	Published, Received int64
	// Passed counts notifications and batches that no watcher here wants.
	Passed int64
	// Unreadable counts ignored publications, Dropped lost messages, Failures failed Redis
	// operations.
	Unreadable, Dropped, Failures int64
	// Forged counts publications without a valid MAC.
	Forged int64
}

// New returns a broker. Before Run it delivers within this process only.
func New(o Options) *Broker {
	if o.Node == "" {
		o.Node = string(id.New())
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Panics == nil {
		o.Panics = panics.New(o.Logger)
	}
	return &Broker{options: o, local: memory.New(o.Panics), leaving: backlog.New(), subscribed: make(chan struct{})}
}

// Run exchanges messages with other processes until ctx ends.
func (b *Broker) Run(ctx context.Context) {
	var work sync.WaitGroup
	for _, way := range []func(context.Context){b.hear, b.send} {
		work.Go(func() { b.options.Panics.Keep(ctx, panics.Broker, way) })
	}
	work.Wait()
}

// Ready waits until the first subscription, or until ctx ends. Only tests need it.
func (b *Broker) Ready(ctx context.Context) error {
	select {
	case <-b.subscribed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stats reads the counters.
func (b *Broker) Stats() Stats {
	c := &b.stats
	return Stats{
		Linked: b.linked.Load(), Published: c.published.Load(), Received: c.received.Load(), Passed: c.passed.Load(),
		Unreadable: c.unreadable.Load(), Dropped: b.leaving.Dropped(), Failures: c.failures.Load(), Forged: c.forged.Load(),
	}
}

// Publish implements broker.Broker.
func (b *Broker) Publish(m broker.Message) error {
	if err := b.local.Publish(m); err != nil {
		return err
	}
	b.leaving.Put(m)
	return nil
}

// Notify implements broker.Broker.
func (b *Broker) Notify(organization id.ID) error {
	if err := b.local.Notify(organization); err != nil {
		return err
	}
	b.leaving.Notify(organization)
	return nil
}

// Announce implements broker.Broker.
func (b *Broker) Announce(organization id.ID, batch broker.Batch) error {
	if err := b.local.Announce(organization, batch); err != nil {
		return err
	}
	b.leaving.Log(organization, batch)
	return nil
}

// Listen implements broker.Broker.
func (b *Broker) Listen(l broker.Listener) (stop func()) { return b.local.Listen(l) }

// Watch implements broker.Broker.
func (b *Broker) Watch(w broker.Watcher) (stop func()) { return b.local.Watch(w) }

// Close implements broker.Broker.
func (b *Broker) Close() { b.local.Close() }

func (b *Broker) channel(organization id.ID) string { return b.prefix() + string(organization) }

func (b *Broker) prefix() string { return b.options.Namespace + ":org:" }

// send sends pending items to Redis.
func (b *Broker) send(ctx context.Context) {
	var wait pause
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.leaving.Wake():
		}
		waiting := b.leaving.Take()
		err := b.pipeline(ctx, waiting)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			if wait != 0 {
				b.options.Logger.Info("Redis is reached again")
			}
			wait = 0
		default:
			b.stats.failures.Add(1)
			if wait == 0 {
				b.options.Logger.Warn("Redis can't be reached; other nodes hear of changes by the log alone", "error", err)
			}
			b.leaving.PutBack(waiting)
			wait.take(ctx)
		}
	}
}

func (b *Broker) pipeline(ctx context.Context, waiting backlog.Waiting) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	pipe := b.options.Client.Pipeline()
	add := func(p publication) {
		channel := b.channel(p.organization)
		pipe.Publish(ctx, channel, p.encode(b.options.Key, channel, b.options.Node))
	}
	for _, o := range waiting.Notified {
		add(publication{organization: o})
	}
	for i := range waiting.Logged {
		add(publication{organization: waiting.Logged[i].Organization, batch: &waiting.Logged[i].Batch})
	}
	for i := range waiting.Messages {
		add(publication{organization: waiting.Messages[i].Organization, message: &waiting.Messages[i]})
	}
	n := pipe.Len()
	if n == 0 {
		return nil
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	b.stats.published.Add(int64(n))
	return nil
}

// pause grows from failure to failure.
type pause time.Duration

// take waits for a random part of the pause, so that nodes do not reconnect all at once.
func (p *pause) take(ctx context.Context) {
	*p = min(max(2**p, pause(backoffFirst)), pause(backoffMost))
	half := time.Duration(*p) / 2
	wait.For(ctx, half+rand.N(half)) //nolint:gosec // jitter, not a secret
}
