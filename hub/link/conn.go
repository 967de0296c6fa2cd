package link

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub/engineio"
)

// Upper is what a connection's messages are for.
type Upper interface {
	// Message takes the data of a Message packet, or a binary message. data is
	// only valid until it returns.
	Message(data []byte, binary bool)
	// Closed is the last call, on the reading goroutine.
	Closed(why Reason)
}

// Conn is one Engine.IO session.
type Conn struct {
	server *Server
	id     string
	writer atomic.Pointer[writer] // nil while the session polls
	poll   *poll                  // nil where it began as a WebSocket
	ws     *websocket.Conn        // set before writer
	upper  Upper
	from   address // what it counts against
	reason atomic.Pointer[Reason]
	limit  atomic.Int64 // bytes of a message, 0 for the server's

	beatMu  sync.Mutex
	beat    *time.Timer
	waiting bool      // for a pong
	due     time.Time // when the timer acts next
}

// ID is the Engine.IO session id: unguessable, and no secret of the user's.
func (c *Conn) ID() string { return c.id }

// Send writes or queues a frame without ever blocking. A connection that cannot
// keep up is closed with TooSlow.
func (c *Conn) Send(f Frame) {
	if w := c.writer.Load(); w != nil {
		c.done(w.send(f.bytes, durable))
		return
	}
	c.done(c.sendPolled([]Frame{f}, durable))
}

// SendFleeting is Send for a frame that may be dropped: it is shed from half of
// the queue on.
func (c *Conn) SendFleeting(f Frame) {
	if w := c.writer.Load(); w != nil {
		c.done(w.send(f.bytes, fleeting))
		return
	}
	c.done(c.sendPolled([]Frame{f}, fleeting))
}

// SendTogether is Send for frames that nothing may come between: a packet and its
// attachments.
func (c *Conn) SendTogether(frames ...Frame) {
	if w := c.writer.Load(); w != nil {
		c.done(w.send(join(frames), durable))
		return
	}
	c.done(c.sendPolled(frames, durable))
}

// sendPolled queues frames for the next poll, or sends them by the WebSocket that
// has taken over meanwhile.
func (c *Conn) sendPolled(frames []Frame, how urgency) error {
	err := c.poll.send(frames, how)
	if errors.Is(err, errMoved) {
		return c.writer.Load().send(join(frames), how)
	}
	if errors.Is(err, errShed) {
		c.server.shed()
	}
	return err
}

// SendWait is Send for a backlog: it blocks until half of the queue is free. It
// fails only when the connection has ended.
func (c *Conn) SendWait(f Frame) error {
	var err error
	w := c.writer.Load()
	if w == nil {
		if err = c.poll.sendWait(f); errors.Is(err, errMoved) {
			w = c.writer.Load()
		}
	}
	if w != nil {
		err = w.sendWait(f.bytes)
	}
	c.done(err)
	return err
}

func (c *Conn) done(err error) {
	switch {
	case err == nil, errors.Is(err, errShed), errors.Is(err, errClosed):
	case errors.Is(err, errOverflow):
		c.end(TooSlow, true)
	default:
		c.end(TransportError, true)
	}
}

// Close ends the connection with a reason; the first reason counts. The frames
// go out before the closing frame where the connection still takes them.
func (c *Conn) Close(r Reason, farewell ...Frame) { c.end(r, false, farewell...) }

// broken ends the connection after a failed read. Where the peer closed it or
// sent too much, the library has answered with the closing frame already.
func (c *Conn) broken(err error) {
	r := reasonOf(err)
	if c.reason.CompareAndSwap(nil, &r) {
		c.writer.Load().finish(nil, r == TransportError)
	}
}

func (c *Conn) end(r Reason, abrupt bool, farewell ...Frame) {
	if !c.reason.CompareAndSwap(nil, &r) {
		return
	}
	w := c.writer.Load()
	if w == nil {
		if c.poll.finish(r, abrupt, farewell) {
			return
		}
		w = c.writer.Load()
	}
	last := join(farewell)
	if r.Status != 0 {
		last = append(last, closeFrame(r).bytes...)
	}
	w.finish(last, abrupt)
}

// shut gives up what a closing connection may still have to say.
func (c *Conn) shut() {
	if w := c.writer.Load(); w != nil {
		_ = w.Close()
		return
	}
	c.poll.shut()
}

// Backlog gives the bytes and messages that wait to be sent.
func (c *Conn) Backlog() (bytes, messages int) {
	if w := c.writer.Load(); w != nil {
		return w.backlog()
	}
	return c.poll.backlog()
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keptBuffer is the largest buffer that goes back to the pool: one with which a
// message doesn't count as large from its first byte on.
const keptBuffer = manyInput

// read is the connection's goroutine.
func (c *Conn) read() {
	defer c.finish()
	for {
		// The context is never cancelled: the library would close the connection
		// without a reason. Closing the connection ends the read.
		kind, r, err := c.ws.Reader(context.Background())
		if err == nil {
			err = c.message(kind, r)
		}
		if err != nil {
			c.broken(err)
			return
		}
	}
}

func (c *Conn) message(kind websocket.MessageType, r io.Reader) error {
	err := c.whole(kind, r)
	if errors.Is(err, errInputLarge) || errors.Is(err, errInputHeld) {
		c.Close(reasonOf(err))
		_, err = io.Copy(io.Discard, r) // what follows is the peer's closing frame, for a moment
	}
	if err != nil {
		return fmt.Errorf("reading a message: %w", err)
	}
	return nil
}

// whole acts on a complete message.
func (c *Conn) whole(kind websocket.MessageType, r io.Reader) error {
	b, _ := buffers.Get().(*bytes.Buffer)
	defer func() {
		if b.Cap() <= keptBuffer {
			b.Reset()
			buffers.Put(b)
		}
	}()
	h := holding{conn: c, abort: c.abort}
	defer c.server.input.done(&h)
	if err := c.server.read(&h, b, r, c.maxMessage()); err != nil {
		return err
	}
	if c.reason.Load() != nil {
		return nil // closing: read on only for the peer's closing frame
	}
	if kind == websocket.MessageBinary {
		c.writer.Load().ask()
		c.upper.Message(b.Bytes(), true)
		return nil
	}
	t, data, err := engineio.Parse(b.Bytes())
	if err != nil {
		c.Close(BadPacket)
		return nil
	}
	c.packet(t, data, false)
	return nil
}

// abort ends a read that waits for the rest of a message.
func (c *Conn) abort() { _ = c.writer.Load().SetReadDeadline(time.Unix(1, 0)) }

func (c *Conn) packet(t engineio.Type, data []byte, binary bool) {
	switch t {
	case engineio.Message:
		if w := c.writer.Load(); w != nil {
			w.ask()
		}
		c.upper.Message(data, binary)
	case engineio.Pong:
		c.pong()
	case engineio.Close:
		c.Close(ClientClosed)
	default: // Open, Ping, Upgrade and Noop have no place in an open session
		c.Close(BadPacket)
	}
}

func reasonOf(err error) Reason {
	switch {
	case errors.Is(err, websocket.ErrMessageTooBig), errors.Is(err, errInputLarge):
		return TooLarge
	case errors.Is(err, errInputHeld):
		return InputHeld
	case websocket.CloseStatus(err) != -1:
		return ClientClosed
	default:
		return TransportError
	}
}

// finish runs last on the reading goroutine, also after a panic of the Upper.
func (c *Conn) finish() {
	c.panicked(recover())
	_ = c.ws.CloseNow()
	if c.poll != nil {
		c.server.forget(c)
	}
	c.bury()
}

func (c *Conn) panicked(p any) {
	if c.server.caught(panickedConnection, p) {
		c.Close(Panicked)
	}
}

// bury takes the ended connection off the server's lists and tells the Upper.
func (c *Conn) bury() {
	defer c.server.leave()
	defer func() { c.server.caught(panickedConnection, recover()) }()
	reason := *c.reason.Load()
	defer c.upper.Closed(reason) // also where the books can't be kept
	c.stopBeat()
	c.server.remove(c, reason)
}
