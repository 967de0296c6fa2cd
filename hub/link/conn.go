package link

import (
	"errors"
	"sync"
	"sync/atomic"

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

// shared is what the connections of a server have in common.
type shared struct {
	options   Options
	guard     guard
	work      sync.WaitGroup // goroutines, and sessions that wait for a last poll
	in        input
	out       outgoing
	addresses addresses
	sessions  registry
}

// registry is told what becomes of a connection.
type registry interface {
	// remove takes an ended connection off the list of the open ones.
	remove(c *Conn)
	// forget has requests that name a polling session refused.
	forget(c *Conn)
	// leave frees the place of a connection whose last goroutine ends.
	leave()
}

// Conn is one Engine.IO session.
type Conn struct {
	*shared
	id        string
	transport transport
	upper     Upper
	from      address // what it counts against
	reason    atomic.Pointer[Reason]
	limit     atomic.Int64 // bytes of a message, 0 for the server's
	heartbeat heartbeat
}

// newConn makes a session that has no transport yet.
func newConn(s *shared, from address) *Conn {
	return &Conn{shared: s, id: newID(), from: from, heartbeat: heartbeat{options: &s.options}}
}

// ID is the Engine.IO session id: unguessable, and no secret of the user's.
func (c *Conn) ID() string { return c.id }

// From is the address it comes from, of IPv6 the network of 64 bits; "" where it is not
// known.
func (c *Conn) From() string {
	if !c.from.IsValid() {
		return ""
	}
	return c.from.Addr().String()
}

// Send writes or queues a frame without ever blocking. A connection that cannot
// keep up is closed with TooSlow.
func (c *Conn) Send(f Frame) { _ = c.sent(c.transport.send(f, durable)) }

// SendFleeting is Send for a frame that may be dropped: it is shed from half of
// the queue on.
func (c *Conn) SendFleeting(f Frame) { _ = c.sent(c.transport.send(f, fleeting)) }

// SendTogether is Send for frames that nothing may come between: a packet and its
// attachments.
func (c *Conn) SendTogether(frames ...Frame) { _ = c.sent(c.transport.sendTogether(frames)) }

// SendWait is Send for a backlog: it blocks until half of the queue is free. It
// fails only when the connection has ended.
func (c *Conn) SendWait(f Frame) error { return c.sent(c.transport.sendWait(f)) }

// sent ends the connection where sending failed.
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

// Close ends the connection with a reason; the first reason counts. The frames
// go out before the closing frame where the connection still takes them.
func (c *Conn) Close(r Reason, farewell ...Frame) { c.end(r, false, farewell...) }

func (c *Conn) end(r Reason, abrupt bool, farewell ...Frame) {
	if c.first(r) && c.transport.finish(r, abrupt, farewell) {
		c.work.Go(c.bury)
	}
}

// first notes the reason, where there is none yet.
func (c *Conn) first(r Reason) bool { return c.reason.CompareAndSwap(nil, &r) }

// Backlog gives the bytes and messages that wait to be sent.
func (c *Conn) Backlog() (bytes, messages int) { return c.transport.backlog() }

// Reserve counts bytes of whole messages that wait to be acted on, until Free: they share
// the bound with what is unfinished, of which they may take half. false says that there
// is no room; where it must, it is counted all the same.
func (c *Conn) Reserve(bytes int, must bool) bool { return c.in.reserve(int64(bytes), must) }

// Free gives back what Reserve counted.
func (c *Conn) Free(bytes int) { c.in.held.Add(-int64(bytes)) }

// Limit bounds the messages of the connection from the next one on; 0 is MaxPayload.
func (c *Conn) Limit(bytes int) { c.limit.Store(int64(bytes)) }

func (c *Conn) maxMessage() int {
	most := c.options.MaxPayload
	if limit := int(c.limit.Load()); limit > 0 {
		most = min(most, limit)
	}
	return most
}

// packet acts on a packet of the client. It is called by one goroutine at a time.
func (c *Conn) packet(t engineio.Type, data []byte, binary bool) {
	switch t {
	case engineio.Message:
		c.transport.ask()
		c.upper.Message(data, binary)
	case engineio.Pong:
		c.heartbeat.pong()
	case engineio.Close:
		c.Close(ClientClosed)
	default: // Open, Ping, Upgrade and Noop have no place in an open session
		c.Close(BadPacket)
	}
}

// beat begins the heartbeat.
func (c *Conn) beat() {
	c.heartbeat.start(c.tick)
	if c.reason.Load() != nil {
		c.heartbeat.stop()
	}
}

// tick sends the heartbeat, or finds that the last one was not answered.
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

// overdue tells whether a polling session's time is over.
func (c *Conn) overdue() bool { return c.transport.polls() && c.heartbeat.over() }

// panicked ends the connection after a panic of the Upper, if p is one.
func (c *Conn) panicked(p any) {
	if c.guard.caught(panickedConnection, p) {
		c.Close(Panicked)
	}
}

// bury takes the ended connection off the server's lists and tells the Upper.
func (c *Conn) bury() {
	defer c.sessions.leave()
	defer func() { c.guard.caught(panickedConnection, recover()) }()
	reason := *c.reason.Load()
	defer c.upper.Closed(reason) // also where the books can't be kept
	defer c.options.Observer.Ended(reason)
	defer c.addresses.leave(c.from)
	c.heartbeat.stop()
	c.sessions.remove(c)
}
