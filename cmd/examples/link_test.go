package examples_test

import (
	"io"
	"net"
	"sync"
	"testing"
)

// cable is a TCP link to the product that can be cut.
type cable struct {
	listener net.Listener
	work     sync.WaitGroup

	mu     sync.Mutex
	target string
	mended *sync.Cond
	broken bool
	ended  bool
	open   map[net.Conn]struct{}
}

func lay(t *testing.T) *cable {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{listener: listener, open: map[net.Conn]struct{}{}}
	c.mended = sync.NewCond(&c.mu)
	c.work.Go(c.accept)
	t.Cleanup(func() {
		_ = listener.Close()
		c.mu.Lock()
		c.ended = true
		c.mended.Broadcast()
		c.mu.Unlock()
		c.cut()
		c.work.Wait()
	})
	return c
}

func (c *cable) url() string { return "http://" + c.listener.Addr().String() }

func (c *cable) accept() {
	for {
		client, err := c.listener.Accept()
		if err != nil {
			return
		}
		c.work.Go(func() { c.carry(client) })
	}
}

// carry joins a client with the product until either end goes.
func (c *cable) carry(client net.Conn) {
	defer func() { _ = client.Close() }()
	c.mu.Lock()
	for c.broken && !c.ended {
		c.mended.Wait()
	}
	ended, target := c.ended, c.target
	c.mu.Unlock()
	if ended {
		return
	}
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	c.mu.Lock()
	c.open[client], c.open[server] = struct{}{}, struct{}{}
	c.mu.Unlock()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
		both.Go(func() {
			_, _ = io.Copy(way[0], way[1])
			_ = way[0].Close()
			_ = way[1].Close()
		})
	}
	both.Wait()
	c.mu.Lock()
	delete(c.open, client)
	delete(c.open, server)
	c.mu.Unlock()
}

// lead makes new links go to an address.
func (c *cable) lead(target string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.target = target
}

// cut breaks every link; until mend new ones wait.
func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = true
	for conn := range c.open {
		_ = conn.Close()
	}
}

func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = false
	c.mended.Broadcast()
}
