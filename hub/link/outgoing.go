package link

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Limits bound the send queue of one connection.
type Limits struct {
	// QueueBytes and QueueMessages close the connection when exceeded;
	// ephemeral frames are dropped above half of either.
	QueueBytes, QueueMessages int
}

// outgoing is the output state that a server's connections share: the queued
// bytes of all of them, and the flushers.
type outgoing struct {
	guard      *guard
	work       *sync.WaitGroup // of drainers
	limits     Limits
	maxWaiting int64        // bytes that may be queued in total
	waiting    atomic.Int64 // bytes queued for slow connections
	sheds      atomic.Int64
	flushers   []*flusher
	next       atomic.Uint32 // counts connections, to assign flushers
}

func (o *outgoing) init(options *Options, g *guard, work *sync.WaitGroup) {
	o.guard, o.work, o.limits, o.maxWaiting = g, work, options.Limits, options.BacklogBytes
	for range min(runtime.GOMAXPROCS(0), maxFlushers) {
		o.flushers = append(o.flushers, newFlusher(g))
	}
}

// flusher assigns flushers to connections in turn.
func (o *outgoing) flusher() *flusher {
	return o.flushers[int(o.next.Add(1))%len(o.flushers)]
}

func (o *outgoing) shed() {
	o.sheds.Add(1)
	o.guard.observer.Shed()
}

// bounds returns the current queue limits of one connection. They shrink
// while much is queued in total: the slowest connections meet them first, and
// no queue grows once the server's own bound is reached.
func (o *outgoing) bounds() bounds {
	left := o.maxWaiting - o.waiting.Load()
	switch {
	case left >= o.maxWaiting/2:
		return bounds{o.limits.QueueBytes, o.limits.QueueMessages}
	case left <= 0:
		return bounds{}
	}
	return bounds{int(float64(o.limits.QueueBytes) * float64(left) / float64(o.maxWaiting/2)), o.limits.QueueMessages}
}

// bounds are the limits of one queue, in bytes and messages.
type bounds struct{ bytes, messages int }

// half reports whether adding one message of that many bytes would fill more
// than half of the queue.
func (b bounds) half(bytes, messages, more int) bool {
	return bytes+more > b.bytes/2 || messages+1 > b.messages/2
}

// full reports whether adding the frames would exceed the queue. A single
// message always passes, whatever its size: the limit is on the backlog.
func (b bounds) full(bytes, messages, more, frames int) bool {
	return messages > 0 && (bytes+more > b.bytes || messages+frames > b.messages)
}

// room lets senders of a backlog wait for space in the queue. The zero value
// is ready.
type room struct{ cond *sync.Cond }

// wait waits until there may be room. The caller holds mu, always the same
// one.
func (r *room) wait(mu *sync.Mutex) {
	if r.cond == nil {
		r.cond = sync.NewCond(mu)
	}
	r.cond.Wait()
}

// made wakes all waiters.
func (r *room) made() {
	if r.cond != nil {
		r.cond.Broadcast()
	}
}
