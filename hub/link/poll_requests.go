package link

import "time"

// probeGrace is how long a poll after a probe waits for the Upgrade packet
// before it gets a response: the two use different connections.
const probeGrace = 50 * time.Millisecond

// enter makes a GET the pending one and returns the channel that wakes it, or
// nil if one is already pending. ok is false if the session no longer polls.
func (p *poll) enter() (ready chan struct{}, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.stage == moved || p.stage == gone:
		return nil, false
	case p.waiting != nil:
		return nil, true
	}
	p.waiting = make(chan struct{}, 1)
	switch {
	case len(p.queue.frames) > 0 || p.stage == ending:
		p.wake()
	case p.candidate != nil && p.candidate.probed:
		p.guard.after(probeGrace, p.release)
	}
	return p.waiting, true
}

// exit ends the pending GET. It returns the response, or nil if there is
// none, and the session's stage.
func (p *poll) exit(left bool) (body []byte, at stage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = nil
	at = p.stage
	if left || at == moved || at == gone {
		if at == ending {
			p.discard()
		}
		return nil, at
	}
	body, bytes := p.queue.body(at == ending)
	p.out.waiting.Add(int64(-bytes))
	p.room.made()
	switch {
	case at != ending:
	case len(p.queue.frames) > 0:
		p.await()
	default:
		p.discard()
	}
	return body, at
}

// release lets the pending GET respond, with a Noop if nothing is queued.
func (p *poll) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake()
}

// post begins a POST. It returns the session's stage and whether another POST
// is in progress.
func (p *poll) post() (at stage, twice bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, twice = p.stage, p.posting
	p.posting = p.posting || at == open
	return at, twice
}

// deliver begins to pass the packets of a POST to the Upper. It returns false
// if the session has ended.
func (p *poll) deliver() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posting, p.delivering = p.stage == open, p.stage == open
	return p.delivering
}

// posted ends a POST and returns the session's stage.
func (p *poll) posted() stage {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posting, p.delivering = false, false
	return p.stage
}

// candidate is a WebSocket that asks to take over a polling session. The
// session's poll.mu guards its fields.
type candidate struct {
	writer *writer // nil until it is accepted
	probed bool
}

// drop closes the WebSocket immediately.
func (k *candidate) drop() {
	if k.writer != nil {
		_ = k.writer.Close()
	}
}

// want makes a WebSocket the session's candidate, unless there is one.
func (p *poll) want(k *candidate) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stage != open || p.candidate != nil {
		return false
	}
	p.candidate = k
	return true
}

// give sets a candidate's writer and reports whether the session is still
// open.
func (p *poll) give(k *candidate, w *writer) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	k.writer = w
	return p.stage == open
}

func (p *poll) dismiss(k *candidate) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.candidate == k {
		p.candidate = nil
		if k.probed {
			p.wake() // a poll that waits for the upgrade would wait in vain
		}
	}
}

// probing ends the pending GET, so that no packet can be sent by both
// transports.
func (p *poll) probing(k *candidate) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k.probed = true
	p.wake()
}

// handOver ends polling and passes the candidate's writer to take before any
// sender is woken; from then on the writer sends. Queued frames leave first,
// in one piece. A client that still posts has violated the protocol.
func (p *poll) handOver(k *candidate, take func(*writer)) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stage != open || p.posting {
		return false
	}
	if len(p.queue.frames) > 0 {
		k.writer.answers.ask() // it has waited long enough
		if err := k.writer.send(join(p.queue.frames), durable); err != nil {
			return false
		}
	}
	p.stage, p.candidate = moved, nil
	p.out.waiting.Add(-int64(p.queue.clear()))
	take(k.writer)
	p.room.made()
	p.wake()
	return true
}
