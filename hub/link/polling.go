package link

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"time"

	"switchboard/hub/engineio"
)

// bodySlack is how long sending a response may take, beyond the wait for it.
const bodySlack = 10 * time.Second

// exchange is one request of a polling session and its response ("HTTP
// long-polling").
type exchange struct {
	conn *Conn
	w    http.ResponseWriter
	r    *http.Request
}

func (e exchange) serve() {
	if e.r.Method == http.MethodPost {
		e.receive()
		return
	}
	e.answer()
}

// answer responds to a GET with the queued packets, waiting for some if there
// are none. A second concurrent GET ends the session, and so does a GET whose
// client disconnects.
func (e exchange) answer() {
	c, p, o := e.conn, e.conn.transport.poll, &e.conn.options
	ready, ok := p.enter()
	if !ok {
		refuse(e.w, engineio.UnknownSession)
		return
	}
	if ready == nil {
		c.end(BadPacket, false)
		refuse(e.w, engineio.BadRequest)
		return
	}
	_ = http.NewResponseController(e.w).SetWriteDeadline(time.Now().Add(o.PingInterval + o.PingTimeout + bodySlack))
	select {
	case <-ready:
	case <-e.r.Context().Done():
	}
	left := e.r.Context().Err() != nil
	body, at := p.exit(left)
	switch {
	case left && at != moved:
		c.end(TransportError, true)
	case body == nil:
		refuse(e.w, engineio.UnknownSession)
	default:
		write(e.w, body)
	}
}

// receive handles the packets of a POST. A second concurrent POST ends the
// session.
func (e exchange) receive() {
	c, p := e.conn, e.conn.transport.poll
	at, twice := p.post()
	switch {
	case at != open:
		refuse(e.w, engineio.UnknownSession)
		return
	case twice:
		c.end(BadPacket, false)
		refuse(e.w, engineio.BadRequest)
		return
	}
	b, _ := buffers.Get().(*bytes.Buffer)
	defer giveBack(b)
	reading := http.NewResponseController(e.w)
	h := incoming{conn: c, abort: func() { _ = reading.SetReadDeadline(time.Unix(1, 0)) }}
	defer c.in.done(&h)
	if err := e.read(&h, b); err != nil {
		why, refusal := TransportError, engineio.BadRequest
		switch {
		case errors.Is(err, errInputLarge):
			why, refusal.Status = TooLarge, http.StatusRequestEntityTooLarge
		case errors.Is(err, errInputHeld):
			why, refusal.Status = InputHeld, http.StatusServiceUnavailable
		}
		p.posted()
		c.end(why, false)
		refuse(e.w, refusal)
		return
	}
	if !p.deliver() { // the session ended while the body was read
		refuse(e.w, engineio.UnknownSession)
		return
	}
	e.packets(b.Bytes())
	if p.posted() == open {
		write(e.w, []byte("ok"))
		return
	}
	if deliverableLater(*c.reason.Load()) {
		write(e.w, []byte("ok"))
	} else {
		refuse(e.w, engineio.BadRequest)
	}
	c.bury() // it ended in the meantime, and this goroutine is the reader
}

func (e exchange) read(h *incoming, b *bytes.Buffer) error {
	o := &e.conn.options
	_ = http.NewResponseController(e.w).SetReadDeadline(time.Now().Add(o.PingInterval + o.PingTimeout))
	maxBytes := e.conn.maxMessage()
	if e.r.ContentLength > int64(maxBytes) {
		return errInputLarge
	}
	err := e.conn.in.read(h, b, http.MaxBytesReader(e.w, e.r.Body, int64(maxBytes)), maxBytes)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return errInputLarge
	}
	return err
}

// packets handles the packets of a polling body until one ends the session.
func (e exchange) packets(body []byte) {
	c := e.conn
	defer func() { c.panicked(recover()) }()
	if engineio.Count(body) > c.options.MaxPackets {
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

// write responds with packets.
func write(w http.ResponseWriter, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=UTF-8")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(body)
}
