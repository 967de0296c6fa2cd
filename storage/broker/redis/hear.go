package redis

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"switchboard/storage/id"
	"switchboard/storage/panics"
)

// silence is the idle time after which the server is pinged; after the same time again the
// connection is closed.
const silence = time.Second

// hear keeps the subscription open.
func (b *Broker) hear(ctx context.Context) {
	var wait pause
	for {
		err := b.subscription(ctx, func() { wait = 0 })
		if ctx.Err() != nil {
			return
		}
		b.stats.failures.Add(1)
		if wait == 0 {
			b.options.Logger.Warn("the subscription at Redis is lost", "error", err)
		}
		wait.take(ctx)
	}
}

// subscription receives until it fails or ctx ends. It calls stands once subscribed.
func (b *Broker) subscription(ctx context.Context, stands func()) error {
	sub := b.options.Client.PSubscribe(ctx)
	defer func() { _ = sub.Close() }() // it is over either way
	asking, cancel := context.WithTimeout(ctx, timeout)
	err := sub.PSubscribe(asking, b.prefix()+"*")
	cancel()
	if err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	var heard atomic.Int64
	watching, end := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() { b.options.Panics.Round(panics.Broker, func() { listen(watching, sub, &heard) }) })
	defer b.linked.Store(false)
	defer watch.Wait()
	defer end()
	for {
		message, err := sub.ReceiveTimeout(ctx, 0)
		if err != nil {
			return err
		}
		heard.Add(1)
		switch message := message.(type) {
		case *goredis.Subscription: // the client may also resubscribe on its own
			stands()
			b.linked.Store(true)
			b.local.Resume()
			b.noteSubscribed() // last: a later watcher does not miss what it waited for
		case *goredis.Message:
			b.options.Panics.Round(panics.Broker, func() { b.take(message) })
		default: // a pong
		}
	}
}

// listen closes the subscription when ctx ends, or when a ping gets no reply: a frozen server
// does not close connections.
func listen(ctx context.Context, sub *goredis.PubSub, heard *atomic.Int64) {
	defer func() { _ = sub.Close() }() // ends a read that waits
	tick := time.NewTicker(silence)
	defer tick.Stop()
	last, asked := heard.Load(), false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := heard.Load()
		switch {
		case now != last:
			asked = false
		case asked:
			return
		default:
			asked = true
			if err := sub.Ping(ctx); err != nil {
				return
			}
		}
		last = now
	}
}

// noteSubscribed records the first successful subscription.
func (b *Broker) noteSubscribed() {
	select {
	case <-b.subscribed:
	default:
		close(b.subscribed)
	}
}

// take delivers a message of another node to the listeners of this one.
func (b *Broker) take(m *goredis.Message) {
	text, ok := strings.CutPrefix(m.Channel, b.prefix())
	organization, known := id.Parse(text)
	if !ok || !known {
		b.stats.unreadable.Add(1)
		return
	}
	if peek(m.Payload) == forWatchers && !b.local.Served(organization) {
		b.stats.passed.Add(1)
		return
	}
	content, ours, genuine := open(b.options.Key, m.Channel, m.Payload)
	if ours && !genuine {
		b.stats.forged.Add(1)
		return
	}
	p, node, ok := decode(organization, content)
	switch {
	case !ok:
		b.stats.unreadable.Add(1)
	case node == b.options.Node: // already delivered
	default:
		b.stats.received.Add(1)
		p.hand(b.local)
	}
}
