package link

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"time"

	"switchboard/hub/engineio"
)

// probeGrace is how long a poll that comes after a probe waits for the Upgrade packet
// before it is answered: the two travel on different connections.
const probeGrace = 50 * time.Millisecond

// bodySlack is the time an answer may take to leave, beyond the wait for it.
const bodySlack = 10 * time.Second

// servePolling carries a polling session on ("HTTP long-polling").
func (c *Conn) servePolling(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		c.receive(w, r)
		return
	}
	c.answerPoll(w, r)
}

// answerPoll gives a GET what waits, or waits itself. A second one ends the
// session, and so does one that goes away.
func (c *Conn) answerPoll(w http.ResponseWriter, r *http.Request) {
	p, o := c.poll, &c.server.options
	ready, ok := p.enter()
	if !ok {
		refuse(w, engineio.UnknownSession)
		return
	}
	if ready == nil {
		c.end(BadPacket, false)
		refuse(w, engineio.BadRequest)
		return
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(o.PingInterval + o.PingTimeout + bodySlack))
	select {
	case <-ready:
	case <-r.Context().Done():
	}
	left := r.Context().Err() != nil
	body := p.exit(left)
	switch {
	case left && !p.isMoved():
		c.end(TransportError, true)
	case body == nil:
		refuse(w, engineio.UnknownSession)
	default:
		write(w, body)
	}
}

// enter makes the request the pending one and gives what wakes it: nil where one
// is pending already. ok is false where the session polls no more.
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
	case len(p.queue) > 0 || p.stage == ending:
		p.wake()
	case p.candidate != nil && p.candidate.probed:
		p.conn.server.after(probeGrace, p.release)
	}
	return p.waiting, true
}

// exit ends the pending request and gives its answer: nil where there is none.
func (p *poll) exit(left bool) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = nil
	if left || p.stage == moved || p.stage == gone {
		if p.stage == ending {
			p.bygone()
		}
		return nil
	}
	body := p.take()
	switch {
	case p.stage != ending:
	case len(p.queue) > 0:
		p.await()
	default:
		p.bygone()
	}
	return body
}

// release lets the pending GET go, with a Noop where nothing else waits.
func (p *poll) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake()
}

func (p *poll) isMoved() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stage == moved
}

// receive takes the packets of a POST. A second one at the same time ends the
// session.
func (c *Conn) receive(w http.ResponseWriter, r *http.Request) {
	p := c.poll
	stage, twice := p.post()
	switch {
	case stage != open:
		refuse(w, engineio.UnknownSession)
		return
	case twice:
		c.end(BadPacket, false)
		refuse(w, engineio.BadRequest)
		return
	}
	b, _ := buffers.Get().(*bytes.Buffer)
	defer func() {
		if b.Cap() <= keptBuffer {
			b.Reset()
			buffers.Put(b)
		}
	}()
	reading := http.NewResponseController(w)
	h := holding{conn: c, abort: func() { _ = reading.SetReadDeadline(time.Unix(1, 0)) }}
	defer c.server.input.done(&h)
	if err := c.readBody(&h, b, w, r); err != nil {
		why, refusal := TransportError, engineio.BadRequest
		switch {
		case errors.Is(err, errInputLarge):
			why, refusal.Status = TooLarge, http.StatusRequestEntityTooLarge
		case errors.Is(err, errInputHeld):
			why, refusal.Status = InputHeld, http.StatusServiceUnavailable
		}
		p.posted()
		c.end(why, false)
		refuse(w, refusal)
		return
	}
	switch known, ended := c.deliver(b.Bytes()); {
	case !known:
		refuse(w, engineio.UnknownSession)
	case !ended:
		write(w, []byte("ok"))
	default:
		if toldLater(*c.reason.Load()) {
			write(w, []byte("ok"))
		} else {
			refuse(w, engineio.BadRequest)
		}
		c.bury()
	}
}

func (c *Conn) readBody(h *holding, b *bytes.Buffer, w http.ResponseWriter, r *http.Request) error {
	o := &c.server.options
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(o.PingInterval + o.PingTimeout))
	most := c.maxMessage()
	if r.ContentLength > int64(most) {
		return errInputLarge
	}
	err := c.server.read(h, b, http.MaxBytesReader(w, r.Body, int64(most)), most)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return errInputLarge
	}
	return err
}

// post begins a POST, and tells where the session stands and whether one is under way.
func (p *poll) post() (at stage, twice bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, twice = p.stage, p.posting
	p.posting = p.posting || at == open
	return at, twice
}

func (p *poll) posted() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posting = false
}

// deliver gives the Upper the packets of a body. known is false where the session
// ended while the body was read; ended tells that it ended meanwhile and is the
// caller's to bury.
func (c *Conn) deliver(body []byte) (known, ended bool) {
	p := c.poll
	if !p.deliver() {
		return false, false
	}
	c.packets(body)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posting, p.delivering = false, false
	return true, p.stage != open
}

// deliver begins to give the Upper the packets of a body; false where the session ended.
func (p *poll) deliver() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posting, p.delivering = p.stage == open, p.stage == open
	return p.delivering
}

// packets acts on the packets of a polling body, until one ends the session.
func (c *Conn) packets(body []byte) {
	defer func() { c.panicked(recover()) }()
	if engineio.Count(body) > c.server.options.MaxPackets {
		c.end(BadPacket, false)
		return
	}
	for more := true; more && c.reason.Load() == nil; {
		var packet []byte
		packet, body, more = engineio.Cut(body)
		t, data, binary, err := engineio.ParsePolled(packet)
		if err != nil {
			c.Close(BadPacket)
			return
		}
		c.packet(t, data, binary)
	}
}

// write answers with packets.
func write(w http.ResponseWriter, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=UTF-8")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(body)
}
