package link

import (
	"errors"
	"sync"
	"sync/atomic"

	"switchboard/hub/engineio"
)

// Upper receives a connection's messages.
type Upper interface {
	// Message handles the data of a Message packet, or a binary message. data
	// is only valid until it returns.
	Message(data []byte, binary bool)
	// Closed is the last call, on the reading goroutine.
	Closed(why Reason)
}

// shared is the state that all connections of a server share.
type shared struct {
	options   Options
	guard     guard
	work      sync.WaitGroup // goroutines, and sessions that wait for a last poll
	in        input
	out       outgoing
	addresses addresses
	sessions  registry
}

// registry is notified of the end of a connection.
type registry interface {
	// remove removes an ended connection from the list of open ones.
	remove(c *Conn)
	// forget makes requests that name a polling session fail.
	forget(c *Conn)
	// leave frees the slot of a connection whose last goroutine ends.
	leave()
}

// Conn is one Engine.IO session.
type Conn struct {
	*shared
	id        string
	transport transport
	upper     Upper
	from      address // for its per-address limits
	reason    atomic.Pointer[Reason]
	limit     atomic.Int64 // bytes of a message, 0 for the server's default
	heartbeat heartbeat
}

// newConn returns a session without a transport.
func newConn(s *shared, from address) *Conn {
	return &Conn{shared: s, id: newID(), from: from, heartbeat: heartbeat{options: &s.options}}
}

// ID returns the Engine.IO session id. It is unguessable, but not a secret of
// the user.
func (c *Conn) ID() string { return c.id }

// From returns the client's IPv4 address or IPv6 /64 network, or "" if it is
// unknown.
func (c *Conn) From() string {
	if !c.from.IsValid() {
		return ""
	}
	return c.from.Addr().String()
}

// Send writes or queues a frame without ever blocking. A connection that
// cannot keep up is closed with TooSlow.
func (c *Conn) Send(f Frame) { _ = c.sent(c.transport.send(f, durable)) }

// SendEphemeral is Send for a frame that may be dropped: it is shed once the
// queue is half full.
func (c *Conn) SendEphemeral(f Frame) { _ = c.sent(c.transport.send(f, ephemeral)) }

// SendTogether is Send for frames that must be contiguous, such as a packet
// and its attachments.
func (c *Conn) SendTogether(frames ...Frame) { _ = c.sent(c.transport.sendTogether(frames)) }

// SendWait is Send for a backlog: it blocks until half of the queue is free.
// It fails only if the connection has ended.
func (c *Conn) SendWait(f Frame) error { return c.sent(c.transport.sendWait(f)) }

// sent ends the connection if sending failed.
func (c *Conn) sent(err error) error {
	switch {
	case err == nil, errors.Is(err, errShed), errors.Is(err, errClosed):
	case errors.Is(err, errOverflow):
		c.end(TooSlow, true)
	default:
		c.end(TransportError, true)
	}
	return err
}

// Close ends the connection with a reason; the first reason counts. The
// farewell frames precede the closing frame if the connection can still send
// them.
func (c *Conn) Close(r Reason, farewell ...Frame) { c.end(r, false, farewell...) }

func (c *Conn) end(r Reason, abrupt bool, farewell ...Frame) {
	if c.first(r) && c.transport.finish(r, abrupt, farewell) {
		c.work.Go(c.bury)
	}
}

// first records the reason, and reports whether it is the first one.
func (c *Conn) first(r Reason) bool { return c.reason.CompareAndSwap(nil, &r) }

// Backlog returns the bytes and messages in the send queue.
func (c *Conn) Backlog() (bytes, messages int) { return c.transport.backlog() }

// Reserve counts bytes of complete messages that wait to be processed, until
// Free. They share the bound of unfinished input, of which they may take
// half. It returns false if there is no room; if must is true, the bytes are
// counted regardless.
func (c *Conn) Reserve(bytes int, must bool) bool { return c.in.reserve(int64(bytes), must) }

// Free releases what Reserve counted.
func (c *Conn) Free(bytes int) { c.in.held.Add(-int64(bytes)) }

// Limit bounds the connection's messages, starting with the next one; 0 means
// MaxPayload.
func (c *Conn) Limit(bytes int) { c.limit.Store(int64(bytes)) }

func (c *Conn) maxMessage() int {
	maxBytes := c.options.MaxPayload
	if limit := int(c.limit.Load()); limit > 0 {
		maxBytes = min(maxBytes, limit)
	}
	return maxBytes
}

// packet handles a packet of the client. Calls are serialized.
func (c *Conn) packet(t engineio.Type, data []byte, binary bool) {
	switch t {
	case engineio.Message:
		c.transport.ask()
		c.upper.Message(data, binary)
	case engineio.Pong:
		c.heartbeat.pong()
	case engineio.Close:
		c.Close(ClientClosed)
	default: // Open, Ping, Upgrade and Noop are invalid in an open session
		c.Close(BadPacket)
	}
}

// beat starts the heartbeat.
func (c *Conn) beat() {
	c.heartbeat.start(c.tick)
	if c.reason.Load() != nil {
		c.heartbeat.stop()
	}
}

// tick sends the heartbeat, or closes the connection if the last one was not
// answered.
func (c *Conn) tick() {
	defer func() {
		if c.guard.caught(panickedHeartbeat, recover()) {
			c.Close(Panicked)
		}
	}()
	if c.heartbeat.late(c.transport.polls()) {
		c.Close(PingTimeout)
		return
	}
	c.Send(pingFrame)
}

// overdue reports whether a polling session has expired.
func (c *Conn) overdue() bool { return c.transport.polls() && c.heartbeat.over() }

// panicked ends the connection after a panic of the Upper, if p is one.
func (c *Conn) panicked(p any) {
	if c.guard.caught(panickedConnection, p) {
		c.Close(Panicked)
	}
}

// bury removes the ended connection from the server's lists and notifies the
// Upper.
func (c *Conn) bury() {
	defer c.sessions.leave()
	defer func() { c.guard.caught(panickedConnection, recover()) }()
	reason := *c.reason.Load()
	defer c.upper.Closed(reason) // even if the bookkeeping panics
	defer c.options.Observer.Ended(reason)
	defer c.addresses.leave(c.from)
	c.heartbeat.stop()
	c.sessions.remove(c)
}
