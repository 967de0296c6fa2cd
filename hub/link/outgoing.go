package link

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Limits bound what waits for one connection.
type Limits struct {
	// QueueBytes and QueueMessages close the connection when exceeded; fleeting
	// frames are dropped from half of either.
	QueueBytes, QueueMessages int
}

// outgoing is what a server's connections share of the way out: the account of the bytes
// that wait for all of them together, and those who write batches.
type outgoing struct {
	guard    *guard
	work     *sync.WaitGroup // of drainers
	limits   Limits
	most     int64        // bytes that may wait altogether
	waiting  atomic.Int64 // bytes that wait for connections that can't take them
	sheds    atomic.Int64
	flushers []*flusher
	next     atomic.Uint32 // counts connections, for their flushers
}

func (o *outgoing) init(options *Options, g *guard, work *sync.WaitGroup) {
	o.guard, o.work, o.limits, o.most = g, work, options.Limits, options.BacklogBytes
	for range min(runtime.GOMAXPROCS(0), maxFlushers) {
		o.flushers = append(o.flushers, newFlusher(g))
	}
}

// flusher gives connections to the flushers in turn.
func (o *outgoing) flusher() *flusher {
	return o.flushers[int(o.next.Add(1))%len(o.flushers)]
}

func (o *outgoing) shed() {
	o.sheds.Add(1)
	o.guard.observer.Shed()
}

// bounds gives what may wait for one connection at the moment. While much waits
// altogether, it is less: whoever is furthest behind meets it first, and nobody
// gets more once the server's own bound is reached.
func (o *outgoing) bounds() bounds {
	left := o.most - o.waiting.Load()
	switch {
	case left >= o.most/2:
		return bounds{o.limits.QueueBytes, o.limits.QueueMessages}
	case left <= 0:
		return bounds{}
	}
	return bounds{int(float64(o.limits.QueueBytes) * float64(left) / float64(o.most/2)), o.limits.QueueMessages}
}

// bounds are the bytes and messages that may wait for a connection.
type bounds struct{ bytes, messages int }

// half tells whether one message more, of that many bytes, is more than half of what may
// wait beside what does.
func (b bounds) half(bytes, messages, more int) bool {
	return bytes+more > b.bytes/2 || messages+1 > b.messages/2
}

// full tells whether more is too much beside what waits. What comes alone passes whatever
// its size: the limit is on the backlog.
func (b bounds) full(bytes, messages, more, frames int) bool {
	return messages > 0 && (bytes+more > b.bytes || messages+frames > b.messages)
}

// room is waited for by senders of a backlog. The zero value is ready.
type room struct{ cond *sync.Cond }

// wait waits until there may be room. The caller holds mu, always the same.
func (r *room) wait(mu *sync.Mutex) {
	if r.cond == nil {
		r.cond = sync.NewCond(mu)
	}
	r.cond.Wait()
}

// made wakes all who wait.
func (r *room) made() {
	if r.cond != nil {
		r.cond.Broadcast()
	}
}
