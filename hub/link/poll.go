package link

import (
	"slices"
	"sync"
	"time"
)

// stage is where a session stands with polling.
type stage int

const (
	open   stage = iota
	moved        // a WebSocket has taken over
	ending       // closed; the last words wait for one more poll
	gone         // closed and forgotten
)

// poll holds what waits for a session's next GET. It is the polling counterpart
// of writer. The fields below mu are guarded by it.
type poll struct {
	guard  *guard
	work   *sync.WaitGroup
	out    *outgoing
	forget func() // has requests of the session refused
	origin string // of the page that opened the session

	mu         sync.Mutex
	room       room // for sendWait
	stage      stage
	queue      pollQueue
	waiting    chan struct{} // of the pending GET
	posting    bool          // a POST is being read or delivered
	delivering bool          // the Upper is being given its packets
	candidate  *candidate    // a WebSocket that wants to take over
	linger     *time.Timer   // runs while the last words wait
}

// send queues frames in one piece. errOverflow means that the connection must be
// closed, errMoved that the writer takes them; a fleeting one may be dropped (errShed).
func (p *poll) send(frames []Frame, how urgency) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := 0
	for _, f := range frames {
		size += f.Len()
	}
	most, q := p.out.bounds(), &p.queue
	switch {
	case p.stage == moved:
		return errMoved
	case p.stage != open:
		return errClosed
	case how == fleeting && most.half(q.bytes, len(q.frames), size):
		p.out.shed()
		return errShed
	case most.full(q.bytes, len(q.frames), size, len(frames)):
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

// wake lets the pending GET answer, if there is one.
func (p *poll) wake() {
	select {
	case p.waiting <- struct{}{}: // a nil channel is never ready
	default:
	}
}

// finish ends the session with its last words. ended is false where the writer has to;
// unread tells that no POST is being delivered that would tell the Upper.
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
	told := r == ClientClosed || !abrupt && toldLater(r)
	switch {
	case r == ClientClosed: // it knows; its poll is let go
		p.queue.last(false)
	case !told:
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
	case told:
		p.await()
	default:
		p.bygone()
	}
	return true, !p.delivering
}

// await keeps a session that ends for a moment, so that its client's next poll gets the
// reason. The caller holds mu.
func (p *poll) await() {
	if p.linger != nil {
		p.linger.Reset(farewellPatience)
		return
	}
	p.work.Add(1)
	p.linger = p.guard.after(farewellPatience, p.shut)
}

// toldLater tells whether a client that isn't polling at the moment can still learn the
// reason by its next poll. After a mistake of the client the session ends at once, as the
// protocol asks.
func toldLater(r Reason) bool {
	switch r {
	case BadPacket, PingTimeout, TransportError, TooLarge, TooSlow, InputHeld:
		return false
	}
	return true
}

// bygone ends the wait for a last poll, if there is one, and takes the session off the
// server's lists: requests that name it are refused. The caller holds mu.
func (p *poll) bygone() {
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

// shut ends the waiting for a last poll.
func (p *poll) shut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stage == ending && p.waiting == nil {
		p.bygone()
	}
}

// backlog gives the bytes and messages that wait.
func (p *poll) backlog() (bytes, messages int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.bytes, len(p.queue.frames)
}
