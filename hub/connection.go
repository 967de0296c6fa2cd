package hub

import (
	"errors"
	"net/http"
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
	hub       *Hub
	link      *link.Conn
	opened    int64 // its place among all links of the hub
	assembler socketio.Assembler
	pace      limits.Pace

	mu      sync.Mutex
	phase   phase
	refused int         // CONNECTs in vain
	timer   *time.Timer // for CONNECT, or for missing attachments
	socket  *socket
	jobs    []job
	waiting int // bytes of jobs
	working bool
	closed  bool
}

// job is a packet that waits to be carried out, with what it holds in memory.
type job struct {
	do   func()
	size int
}

// maxJobs and maxJobBytes bound the packets of one socket that wait to be carried out.
const (
	maxJobs     = 32
	maxJobBytes = 256 << 10
)

// maxStranger bounds the messages of one who has not signed in, or no more: CONNECT
// with a token and its topics.
const maxStranger = 16 << 10

// maxRefused bounds the CONNECTs that one link may try in vain: each costs a
// signature and a look into the database.
const maxRefused = 10

func (h *Hub) accept(l *link.Conn, _ *http.Request) link.Upper {
	c := &connection{
		hub: h, link: l, opened: h.links.Add(1),
		assembler: socketio.Assembler{Limit: h.maxPacket(), Discard: true},
		pace:      limits.NewPace(h.options.EventsPerSecond, h.options.EventBurst),
	}
	l.Limit(maxStranger)
	c.locked(func() { c.await(h.options.ConnectTimeout, link.ConnectTimeout) })
	return c
}

func (h *Hub) maxPacket() int {
	if n := h.options.Link.MaxPayload; n > 0 {
		return n
	}
	return 1_000_000
}

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
		defer func() { c.hub.caught(panickedTimer, recover()) }()
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
				c.await(c.hub.options.AttachmentTimeout, link.PacketTimeout)
			}
		})
	}
	if done && !c.packet(p) {
		c.link.Close(link.BadPacket)
	}
}

// packet acts on a complete packet; false means that it has no place here.
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
			if c.hub.draining.Load() {
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
		c.hub.metrics.refusals.WithLabelValues(string(limits.Connects)).Inc()
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
// was met where too much waits; a socket for which nothing waits is always served.
func (c *connection) submit(size int, do func()) limits.Limit {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return ""
	case len(c.jobs) >= maxJobs:
		return limits.SocketCommands
	case c.working && c.waiting+size > maxJobBytes:
		return limits.SocketBytes
	case !c.link.Hold(size, len(c.jobs) == 0): // one may always wait: its sender is answered before the first is done with
		return limits.WaitingBytes
	}
	c.jobs = append(c.jobs, job{do, size})
	c.waiting += size
	if !c.working {
		c.working = true
		c.hub.work.Go(c.workOff)
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
	if len(c.jobs) == 0 || c.closed {
		c.dropJobs()
		c.working = false
		return job{}, false
	}
	next, c.jobs = c.jobs[0], c.jobs[1:]
	c.waiting -= next.size
	return next, true
}

// dropJobs forgets what waits. The caller holds mu.
func (c *connection) dropJobs() {
	c.link.LetGo(c.waiting)
	c.jobs, c.waiting = nil, 0
}

// guard keeps a panic to the one connection.
func (c *connection) guard(j job) {
	defer c.link.LetGo(j.size)
	defer func() {
		if c.hub.caught(panickedCommand, recover()) {
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
	c.dropJobs()
	c.link.Limit(maxStranger)
	if !c.closed {
		c.await(c.hub.options.ConnectTimeout, link.Idle)
	}
	c.mu.Unlock()
	if s != nil {
		s.end()
	}
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
		s.end()
		c.hub.options.Logger.Debug("socket closed", "sid", s.sid, "reason", r.Code)
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
