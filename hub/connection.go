package hub

import (
	"errors"
	"sync"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/hub/socketio"
	"switchboard/storage/fault"
)

// phase is a connection's state in the main namespace.
type phase int

const (
	idle phase = iota // no CONNECT yet, refused, or disconnected
	connecting
	connected
)

// connection reads the Socket.IO packets of one link. mu guards the fields
// below it; assembler and pace belong to the reading goroutine.
type connection struct {
	node      *node
	orgs      *orgHubs
	link      *link.Conn
	opened    int64 // its sequence number among all links of the hub
	assembler socketio.Assembler
	events    limits.Bucket

	mu      sync.Mutex
	phase   phase
	refused int         // refused CONNECTs
	timer   *time.Timer // for CONNECT or for missing attachments
	socket  *socket
	jobs    jobs
	closed  bool
}

// maxUnauthenticated bounds a message in bytes before sign-in: the client
// only needs to send CONNECT with a token and its topics.
const maxUnauthenticated = 16 << 10

// maxRefused bounds the refused CONNECTs of one link. Each costs a signature
// check and a query.
const maxRefused = 10

// locked runs do under the lock. It releases the lock even if do panics.
func (c *connection) locked(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	do()
}

// startTimer closes the link with reason r unless stopTimer is called in
// time. The caller holds mu.
func (c *connection) startTimer(d time.Duration, r link.Reason) {
	c.stopTimer()
	c.timer = time.AfterFunc(d, func() {
		defer func() { c.node.caught(panickedTimer, recover()) }()
		c.link.Close(r)
	})
}

func (c *connection) stopTimer() {
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
}

// Message handles one Engine.IO message (link.Upper).
func (c *connection) Message(data []byte, binary bool) {
	var p socketio.Packet
	var done bool
	var err error
	waiting := c.assembler.Waiting()
	if binary {
		p, done, err = c.assembler.Attachment(data)
	} else {
		p, done, err = c.assembler.Text(data)
	}
	switch {
	case errors.Is(err, socketio.ErrTooLarge):
		c.link.Close(link.TooLarge)
		return
	case err != nil:
		c.link.Close(link.BadPacket)
		return
	}
	if waiting != c.assembler.Waiting() {
		c.locked(func() {
			if waiting {
				c.stopTimer()
			} else if c.phase == connected {
				c.startTimer(c.node.options.AttachmentTimeout, link.PacketTimeout)
			}
		})
	}
	if done && !c.packet(p) {
		c.link.Close(link.BadPacket)
	}
}

// packet handles a complete packet. It returns false if the packet violates
// the protocol in the current phase.
func (c *connection) packet(p socketio.Packet) bool {
	if p.Namespace != "/" {
		if p.Type != socketio.Connect || !c.countRefused() {
			return false
		}
		c.link.Send(projection.Frame(socketio.Packet{
			Type: socketio.ConnectError, Namespace: p.Namespace, Data: []byte(`{"message":"Invalid namespace"}`),
		}))
		return true
	}
	switch p.Type {
	case socketio.Connect:
		auth := append([]byte(nil), p.Data...)
		return c.move(idle, connecting) && c.submit(0, func() {
			if c.node.draining.Load() {
				c.refuse(errDraining)
				return
			}
			c.connect(auth)
		}) == ""
	case socketio.Disconnect:
		c.disconnect()
		return true
	case socketio.Event, socketio.BinaryEvent:
		return c.event(p)
	case socketio.Ack, socketio.BinaryAck:
		return true // the hub requests none, but late replies to an earlier session may arrive
	case socketio.ConnectError:
	}
	return false
}

// errDraining refuses a CONNECT on a node that is about to stop.
var errDraining = fault.New(fault.Unavailable, "%s", link.Draining.Text).After(time.Second)

// countRefused counts a CONNECT to a namespace that does not exist. It
// returns false when the link must end.
func (c *connection) countRefused() bool {
	var flood bool
	c.locked(func() {
		c.refused++
		flood = c.refused > maxRefused
	})
	if flood {
		c.node.metrics.refusals.WithLabelValues(string(limits.Connects)).Inc()
		c.link.Close(link.Flood)
	}
	return !flood
}

func (c *connection) move(from, to phase) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.phase != from || c.closed {
		return false
	}
	c.phase = to
	return true
}

// submit queues work for the socket's own goroutine, in order. If too much is
// queued, it returns the limit that was met.
func (c *connection) submit(size int, do func()) limits.Limit {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return ""
	}
	if l := c.jobs.add(size, do); l != "" {
		return l
	}
	if !c.jobs.working {
		c.jobs.working = true
		c.node.work.Go(c.runQueue)
	}
	return ""
}

func (c *connection) runQueue() {
	for {
		next, more := c.next()
		if !more {
			return
		}
		c.guard(next)
	}
}

// next removes the first queued job, if there is one.
func (c *connection) next() (next job, more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		next, more = c.jobs.take()
	}
	if !more {
		c.jobs.drop()
		c.jobs.working = false
	}
	return next, more
}

// guard runs a job and limits the damage of a panic to this connection.
func (c *connection) guard(j job) {
	defer c.link.Free(j.size)
	defer func() {
		if c.node.caught(panickedCommand, recover()) {
			c.link.Close(link.Panicked)
		}
	}()
	j.do()
}

// disconnect leaves the namespace and keeps the link open, as the protocol
// requires. A link that is not used again is closed.
func (c *connection) disconnect() {
	c.mu.Lock()
	s := c.socket
	c.socket = nil
	c.phase = idle
	c.jobs.drop()
	c.link.Limit(maxUnauthenticated)
	if !c.closed {
		c.startTimer(c.node.options.ConnectTimeout, link.Idle)
	}
	c.mu.Unlock()
	if s != nil {
		c.end(s)
	}
}

// end removes a socket from its organization.
func (c *connection) end(s *socket) {
	org := s.org
	defer c.orgs.leave(org)
	org.locked(func() {
		org.leave(s)
		if s.present {
			s.present = false
			org.reports.add(s.principal.Load(), s.sid, false)
		}
	})
	org.reports.deliverAll()
}

// Closed removes the connection (link.Upper).
func (c *connection) Closed(r link.Reason) {
	c.mu.Lock()
	c.closed = true
	c.stopTimer()
	s := c.socket
	c.socket = nil
	c.mu.Unlock()
	if s != nil {
		c.end(s)
		c.node.options.Logger.Debug("socket closed", "sid", s.sid, "reason", r.Code)
	}
}

// adopt makes s the connection's socket and returns true, unless the
// connection no longer waits for the result of CONNECT. The caller holds the
// organization's lock.
func (c *connection) adopt(s *socket) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.phase != connecting {
		return false
	}
	c.phase = connected
	c.link.Limit(0)
	c.socket, s.adopted = s, true
	c.stopTimer()
	return true
}

// current returns the connected socket, or nil if there is none.
func (c *connection) current() *socket {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.socket
}
