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

// phase is where a connection stands with the main namespace.
type phase int

const (
	idle phase = iota // no CONNECT yet, refused, or left
	connecting
	connected
)

// connection reads the Socket.IO packets of one link. Its fields below mu are
// guarded by it; assembler and pace belong to the reading goroutine.
type connection struct {
	node      *node
	tenants   *tenants
	link      *link.Conn
	opened    int64 // its place among all links of the hub
	assembler socketio.Assembler
	pace      limits.Pace

	mu      sync.Mutex
	phase   phase
	refused int         // CONNECTs that were refused
	timer   *time.Timer // for CONNECT, or for missing attachments
	socket  *socket
	jobs    jobs
	closed  bool
}

// maxStranger bounds a message on a link that is not signed in, in bytes: all it has to
// send is CONNECT with a token and its topics.
const maxStranger = 16 << 10

// maxRefused bounds the refused CONNECTs of one link: each costs the check of a signature
// and a query.
const maxRefused = 10

// locked does something under the lock, which it gives back after a panic too.
func (c *connection) locked(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	do()
}

// await closes the link for a reason unless rest is called in time. The caller
// holds mu.
func (c *connection) await(d time.Duration, r link.Reason) {
	c.rest()
	c.timer = time.AfterFunc(d, func() {
		defer func() { c.node.caught(panickedTimer, recover()) }()
		c.link.Close(r)
	})
}

func (c *connection) rest() {
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
}

// Message takes one Engine.IO message (link.Upper).
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
				c.rest()
			} else if c.phase == connected {
				c.await(c.node.options.AttachmentTimeout, link.PacketTimeout)
			}
		})
	}
	if done && !c.packet(p) {
		c.link.Close(link.BadPacket)
	}
}

// packet acts on a complete packet; false means that it breaks the protocol at this
// point.
func (c *connection) packet(p socketio.Packet) bool {
	if p.Namespace != "/" {
		if p.Type != socketio.Connect || !c.patient() {
			return false
		}
		c.link.Send(projection.Packet(socketio.Packet{
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
		return true // the hub asks for none; late answers of a former session may come
	case socketio.ConnectError:
	}
	return false
}

// errDraining refuses a CONNECT on a node that is about to stop.
var errDraining = fault.New(fault.Unavailable, "%s", link.Draining.Text).After(time.Second)

// patient counts a CONNECT to a namespace that doesn't exist; false ends the link.
func (c *connection) patient() bool {
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

// submit queues work for the socket's own goroutine, in order. It gives the limit that
// was met where too much waits.
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
		c.node.work.Go(c.workOff)
	}
	return ""
}

func (c *connection) workOff() {
	for {
		next, more := c.next()
		if !more {
			return
		}
		c.guard(next)
	}
}

// next takes the job that is first in line, if any is left to be done.
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

// guard keeps a panic to the one connection.
func (c *connection) guard(j job) {
	defer c.link.Free(j.size)
	defer func() {
		if c.node.caught(panickedCommand, recover()) {
			c.link.Close(link.Panicked)
		}
	}()
	j.do()
}

// disconnect leaves the namespace and keeps the link, as the protocol says; a
// link that isn't used again is closed.
func (c *connection) disconnect() {
	c.mu.Lock()
	s := c.socket
	c.socket = nil
	c.phase = idle
	c.jobs.drop()
	c.link.Limit(maxStranger)
	if !c.closed {
		c.await(c.node.options.ConnectTimeout, link.Idle)
	}
	c.mu.Unlock()
	if s != nil {
		c.end(s)
	}
}

// end takes a socket out of its tenant.
func (c *connection) end(s *socket) {
	t := s.tenant
	defer c.tenants.visited(t)
	t.locked(func() {
		t.leave(s)
		if s.present {
			s.present = false
			t.reports.add(s.principal.Load(), s.sid, false)
		}
	})
	t.reports.deliverAll()
}

// Closed forgets the connection (link.Upper).
func (c *connection) Closed(r link.Reason) {
	c.mu.Lock()
	c.closed = true
	c.rest()
	s := c.socket
	c.socket = nil
	c.mu.Unlock()
	if s != nil {
		c.end(s)
		c.node.options.Logger.Debug("socket closed", "sid", s.sid, "reason", r.Code)
	}
}

// adopt tells whether the connection still waits for the outcome of CONNECT.
// Called under the tenant's lock, it makes s the connection's socket.
func (c *connection) adopt(s *socket) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.phase != connecting {
		return false
	}
	c.phase = connected
	c.link.Limit(0)
	c.socket, s.adopted = s, true
	c.rest()
	return true
}

// current gives the connected socket, nil where there is none.
func (c *connection) current() *socket {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.socket
}
