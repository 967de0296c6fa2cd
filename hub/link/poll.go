package link

import (
	"slices"
	"sync"
	"time"
)

// stage is the polling state of a session.
type stage int

const (
	open   stage = iota
	moved        // a WebSocket has taken over
	ending       // closed; the farewell waits for one more poll
	gone         // closed and removed
)

// poll queues frames for a session's next GET. It is the polling counterpart
// of writer. mu guards the fields below it.
type poll struct {
	guard  *guard
	work   *sync.WaitGroup
	out    *outgoing
	forget func() // makes requests of the session fail
	origin string // of the page that opened the session

	mu         sync.Mutex
	room       room // for sendWait
	stage      stage
	queue      pollQueue
	waiting    chan struct{} // of the pending GET
	posting    bool          // a POST is being read or delivered
	delivering bool          // the Upper is receiving its packets
	candidate  *candidate    // a WebSocket that wants to take over
	linger     *time.Timer   // runs while the farewell waits
}

// send queues frames in one piece. errOverflow means that the connection must
// be closed, errMoved that the writer must send them. Ephemeral frames may be
// dropped (errShed).
func (p *poll) send(frames []Frame, how urgency) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := 0
	for _, f := range frames {
		size += f.Len()
	}
	maxBytes, q := p.out.bounds(), &p.queue
	switch {
	case p.stage == moved:
		return errMoved
	case p.stage != open:
		return errClosed
	case how == ephemeral && maxBytes.half(q.bytes, len(q.frames), size):
		p.out.shed()
		return errShed
	case maxBytes.full(q.bytes, len(q.frames), size, len(frames)):
		return errOverflow
	}
	q.add(frames, size)
	p.out.waiting.Add(int64(size))
	p.wake()
	return nil
}

// sendWait is send for a backlog that may be larger than the queue.
func (p *poll) sendWait(f Frame) error {
	p.awaitRoom(f.Len())
	return p.send([]Frame{f}, durable)
}

func (p *poll) awaitRoom(more int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := &p.queue
	for p.stage == open && len(q.frames) > 0 && p.out.bounds().half(q.bytes, len(q.frames), more) {
		p.room.wait(&p.mu)
	}
}

// wake lets the pending GET respond, if there is one.
func (p *poll) wake() {
	select {
	case p.waiting <- struct{}{}: // a nil channel is never ready
	default:
	}
}

// finish ends the session with its farewell. ended is false if the writer
// must do it; unread is true if no POST is being delivered whose goroutine
// would notify the Upper.
func (p *poll) finish(r Reason, abrupt bool, farewell []Frame) (ended, unread bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.stage {
	case moved:
		return false, false
	case ending, gone:
		return true, false
	case open:
	}
	deliverable := r == ClientClosed || !abrupt && deliverableLater(r)
	switch {
	case r == ClientClosed: // it knows; its poll is released
		p.queue.last(false)
	case !deliverable:
		p.queue.last(false, closePacket)
	default:
		p.queue.last(true, append(slices.Clip(farewell), closePacket)...)
	}
	p.stage = ending
	p.room.made()
	if p.candidate != nil {
		p.candidate.drop()
	}
	switch {
	case p.waiting != nil:
		p.wake()
	case deliverable:
		p.await()
	default:
		p.discard()
	}
	return true, !p.delivering
}

// await keeps an ending session for a moment, so that its client's next poll
// receives the reason. The caller holds mu.
func (p *poll) await() {
	if p.linger != nil {
		p.linger.Reset(farewellTimeout)
		return
	}
	p.work.Add(1)
	p.linger = p.guard.after(farewellTimeout, p.shut)
}

// deliverableLater reports whether a client that is not polling at the moment
// can still receive the reason by its next poll. After a client error the
// session ends immediately, as the protocol requires.
func deliverableLater(r Reason) bool {
	switch r {
	case BadPacket, PingTimeout, TransportError, TooLarge, TooSlow, InputHeld:
		return false
	}
	return true
}

// discard ends the wait for a last poll, if there is one, and removes the
// session from the server's lists, so that requests that name it are refused.
// The caller holds mu.
func (p *poll) discard() {
	p.stage = gone
	defer func() {
		if p.linger != nil {
			p.linger.Stop()
			p.linger = nil
			p.work.Done()
		}
	}()
	p.out.waiting.Add(-int64(p.queue.clear()))
	p.forget()
}

// shut ends the wait for a last poll.
func (p *poll) shut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stage == ending && p.waiting == nil {
		p.discard()
	}
}

// backlog returns the queued bytes and messages.
func (p *poll) backlog() (bytes, messages int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.bytes, len(p.queue.frames)
}
