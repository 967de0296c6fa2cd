package link

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub/engineio"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keptBuffer is the largest buffer that returns to the pool. A larger one
// would make a message count as large from its first byte.
const keptBuffer = manyInput

// giveBack returns a buffer to the pool.
func giveBack(b *bytes.Buffer) {
	if b.Cap() <= keptBuffer {
		b.Reset()
		buffers.Put(b)
	}
}

// reading reads the messages of a session's WebSocket.
type reading struct {
	conn   *Conn
	ws     *websocket.Conn
	writer *writer
}

// run is the connection's goroutine.
func (g *reading) run() {
	defer g.finish()
	for {
		// The context is never canceled: the library would close the
		// connection without a reason. Closing the connection ends the read.
		kind, r, err := g.ws.Reader(context.Background())
		if err == nil {
			err = g.message(kind, r)
		}
		if err != nil {
			g.broken(err)
			return
		}
	}
}

func (g *reading) message(kind websocket.MessageType, r io.Reader) error {
	err := g.whole(kind, r)
	if errors.Is(err, errInputLarge) || errors.Is(err, errInputHeld) {
		g.conn.Close(reasonOf(err))
		_, err = io.Copy(io.Discard, r) // for a moment, only the peer's closing frame follows
	}
	if err != nil {
		return fmt.Errorf("reading a message: %w", err)
	}
	return nil
}

// whole handles a complete message.
func (g *reading) whole(kind websocket.MessageType, r io.Reader) error {
	c := g.conn
	b, _ := buffers.Get().(*bytes.Buffer)
	defer giveBack(b)
	h := incoming{conn: c, abort: g.abort}
	defer c.in.done(&h)
	if err := c.in.read(&h, b, r, c.maxMessage()); err != nil {
		return err
	}
	if c.reason.Load() != nil {
		return nil // closing: continue only for the peer's closing frame
	}
	if kind == websocket.MessageBinary {
		c.packet(engineio.Message, b.Bytes(), true)
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
func (g *reading) abort() { _ = g.writer.SetReadDeadline(time.Unix(1, 0)) }

// broken ends the connection after a failed read. If the peer closed it or
// sent too much, the library has already sent the closing frame.
func (g *reading) broken(err error) {
	if r := reasonOf(err); g.conn.first(r) {
		g.writer.finish(nil, r == TransportError)
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

// finish runs last, even after a panic of the Upper.
func (g *reading) finish() {
	c := g.conn
	c.panicked(recover())
	_ = g.ws.CloseNow()
	if c.transport.poll != nil {
		c.sessions.forget(c)
	}
	c.bury()
}
