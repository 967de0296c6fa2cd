package link

import (
	"sync"
	"time"

	"switchboard/hub/engineio"
)

var pingFrame = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Ping, nil) })

// heartbeat implements the protocol's "Heartbeat": a ping after each
// interval, and a pong within the timeout after it. Its methods may be called
// from any goroutine.
type heartbeat struct {
	options *Options

	mu      sync.Mutex
	timer   *time.Timer // nil until start
	waiting bool        // for a pong
	due     time.Time   // when the timer fires next
}

// start begins with an interval. tick is called when a ping is due or a pong
// is overdue.
func (b *heartbeat) start(tick func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.due = time.Now().Add(b.options.PingInterval)
	b.timer = time.AfterFunc(b.options.PingInterval, tick)
}

func (b *heartbeat) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.timer != nil {
		b.timer.Stop()
	}
}

// late reports whether the last ping was not answered. If it was, the next
// ping is due now. A polling session's deadline passes whether or not it
// fetches the ping.
func (b *heartbeat) late(polls bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting {
		return true
	}
	b.waiting = true
	from := time.Now()
	if polls {
		from = b.due
	}
	b.due = from.Add(b.options.PingTimeout)
	b.timer.Reset(time.Until(b.due))
	return false
}

// pong records that the ping was answered.
func (b *heartbeat) pong() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting {
		b.waiting = false
		b.due = time.Now().Add(b.options.PingInterval)
		b.timer.Reset(b.options.PingInterval)
	}
}

// over reports whether the session has expired, even if the timer fires a
// moment late.
func (b *heartbeat) over() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	end := b.due
	if !b.waiting {
		end = end.Add(b.options.PingTimeout)
	}
	return !time.Now().Before(end)
}
