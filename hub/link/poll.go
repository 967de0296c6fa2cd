package link

import (
	"sync"
	"time"

	"switchboard/hub/engineio"
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
	conn   *Conn
	origin string // of the page that opened the session

	mu         sync.Mutex
	room       *sync.Cond // waited on by sendWait, made when first needed
	stage      stage
	queue      []Frame
	queued     int           // bytes in queue
	waiting    chan struct{} // of the pending GET
	posting    bool          // a POST is being read or delivered
	delivering bool          // the Upper is being given its packets
	candidate  *candidate    // a WebSocket that wants to take over
	linger     *time.Timer   // runs while the last words wait
}

var (
	closePacket = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Close, nil) })
	noopPacket  = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Noop, nil) })
)

// send queues frames in one piece. errOverflow means that the connection must be
// closed, errMoved that the writer takes them.
func (p *poll) send(frames []Frame, how urgency) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := 0
	for _, f := range frames {
		size += f.Len()
	}
	bytes, messages := p.conn.server.bounds()
	switch {
	case p.stage == moved:
		return errMoved
	case p.stage != open:
		return errClosed
	case how == fleeting && p.half(size):
		return errShed
	// A lone packet passes whatever its size: the limit is on the backlog.
	case len(p.queue) > 0 && (p.queued+size > bytes || len(p.queue)+len(frames) > messages):
		return errOverflow
	}
	p.queue = append(p.queue, frames...)
	p.queued += size
	p.conn.server.backlog.Add(int64(size))
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
	for p.stage == open && p.half(more) && len(p.queue) > 0 {
		if p.room == nil {
			p.room = sync.NewCond(&p.mu)
		}
		p.room.Wait()
	}
}

func (p *poll) half(more int) bool {
	bytes, messages := p.conn.server.bounds()
	return p.queued+more > bytes/2 || len(p.queue)+1 > messages/2
}

// empty forgets what waits.
func (p *poll) empty() {
	p.conn.server.backlog.Add(int64(-p.queued))
	p.queue, p.queued = nil, 0
}

// wake lets the pending GET answer, if there is one.
func (p *poll) wake() {
	select {
	case p.waiting <- struct{}{}: // a nil channel is never ready
	default:
	}
}

func (p *poll) roomMade() {
	if p.room != nil {
		p.room.Broadcast()
	}
}

// take empties the queue into a polling body. A poll that is let go without
// anything to say gets a Noop. The Close packet goes alone, by the next poll: the
// official client acts upon it before it has handed on the messages in front of it,
// so that those would come to a socket that is closed.
func (p *poll) take() []byte {
	frames, rest := p.queue, []Frame(nil)
	switch n := len(frames); {
	case n == 0:
		frames = []Frame{noopPacket}
	case n > 1 && p.stage == ending:
		frames, rest = frames[:n-1], frames[n-1:]
	}
	body := make([]byte, 0, p.queued+len(frames))
	for i, f := range frames {
		if i > 0 {
			body = append(body, engineio.Separator)
		}
		if f.binary() {
			body = engineio.AppendPolledBinary(body, f.Payload())
		} else {
			body = append(body, f.Payload()...)
		}
	}
	p.empty()
	p.queue = rest
	p.roomMade()
	return body
}

// finish ends the session with its last words; false means that the writer has to.
func (p *poll) finish(r Reason, abrupt bool, farewell []Frame) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.stage {
	case moved:
		return false
	case ending, gone:
		return true
	case open:
	}
	switch {
	case r == ClientClosed: // it knows; its poll is let go
		p.queue = nil
	case abrupt || !toldLater(r):
		p.queue = []Frame{closePacket}
	default:
		p.queue = append(append(p.queue, farewell...), closePacket)
	}
	p.stage = ending
	p.roomMade()
	if p.candidate != nil {
		p.candidate.drop()
	}
	switch {
	case p.waiting != nil:
		p.wake()
	case r == ClientClosed || !abrupt && toldLater(r):
		p.await()
	default:
		p.bygone()
	}
	if !p.delivering { // else the POST that is being delivered does it
		p.conn.server.work.Go(p.conn.bury)
	}
	return true
}

// await keeps a session that ends for a moment, so that its client's next poll gets the
// reason. The caller holds mu.
func (p *poll) await() {
	if p.linger != nil {
		p.linger.Reset(farewellPatience)
		return
	}
	p.conn.server.work.Add(1)
	p.linger = p.conn.server.after(farewellPatience, p.shut)
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

// bygone takes the session off the server's lists: requests that name it are refused. The
// caller holds mu.
func (p *poll) bygone() {
	p.stage = gone
	defer p.lingered()
	p.empty()
	p.conn.server.forget(p.conn)
}

// lingered ends the wait for a last poll, if there is one. The caller holds mu.
func (p *poll) lingered() {
	if p.linger != nil {
		p.linger.Stop()
		p.linger = nil
		p.conn.server.work.Done()
	}
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
	return p.queued, len(p.queue)
}
