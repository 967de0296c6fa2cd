package cabletest

import (
	"io"
	"net"
	"sync"
	"testing"
)

// Cable proxies connections to a target.
type Cable struct {
	listener net.Listener
	work     sync.WaitGroup

	mu     sync.Mutex
	moved  *sync.Cond // signals a change of state
	target string
	state  state
	cuts   int // counts cuts, so that a connection being made is cut as well
	conns  map[net.Conn]struct{}
}

// state decides what happens to a new connection.
type state int

const (
	passing  state = iota
	holding        // it waits
	refusing       // it is closed
)

// Lay starts a Cable to a target (host and port) until the test ends.
func Lay(t testing.TB, target string) *Cable {
	t.Helper()
	c, err := New(target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// New is Lay for a Cable that several tests share; the caller closes it.
func New(target string) (*Cable, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c := &Cable{listener: listener, target: target, conns: map[net.Conn]struct{}{}}
	c.moved = sync.NewCond(&c.mu)
	c.work.Go(c.accept)
	return c, nil
}

// Close stops the Cable and closes every connection.
func (c *Cable) Close() {
	_ = c.listener.Close()
	c.Refuse()
	c.Cut()
	c.work.Wait()
}

// Addr returns the host and port that clients dial.
func (c *Cable) Addr() string { return c.listener.Addr().String() }

// Lead directs new connections to another target.
func (c *Cable) Lead(target string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.target = target
}

// Cut closes every open connection. New ones are accepted.
func (c *Cable) Cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cuts++
	for conn := range c.conns {
		_ = conn.Close()
	}
}

// Hold makes new connections wait.
func (c *Cable) Hold() { c.become(holding) }

// Refuse closes new connections at once.
func (c *Cable) Refuse() { c.become(refusing) }

// Pass accepts new and waiting connections.
func (c *Cable) Pass() { c.become(passing) }

func (c *Cable) become(s state) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = s
	c.moved.Broadcast()
}

func (c *Cable) accept() {
	for {
		client, err := c.listener.Accept()
		if err != nil {
			return
		}
		c.work.Go(func() { c.carry(client) })
	}
}

// carry connects a client with the target until either end closes.
func (c *Cable) carry(client net.Conn) {
	defer c.forget(client)
	c.mu.Lock()
	c.conns[client] = struct{}{}
	cuts := c.cuts
	for c.state == holding {
		c.moved.Wait()
	}
	gone, target := c.state == refusing || c.cuts != cuts, c.target
	c.mu.Unlock()
	if gone {
		return
	}
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer c.forget(server)
	c.mu.Lock()
	c.conns[server] = struct{}{}
	gone = c.cuts != cuts
	c.mu.Unlock()
	if !gone {
		Join(client, server)
	}
}

func (c *Cable) forget(conn net.Conn) {
	_ = conn.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.conns, conn)
}

// Join copies bytes both ways until either end closes, and closes both.
func Join(a, b net.Conn) {
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
		both.Go(func() {
			_, _ = io.Copy(way[0], way[1])
			_ = way[0].Close()
			_ = way[1].Close()
		})
	}
	both.Wait()
}
