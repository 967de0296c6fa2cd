package cluster_test

import (
	"io"
	"net"
	"sync"
	"testing"
)

// cable carries one node's connections to a server, until it is pulled out.
type cable struct {
	listener net.Listener
	target   string

	mu     sync.Mutex
	pulled bool
	conns  map[net.Conn]struct{}
	work   sync.WaitGroup
}

func layCable(t testing.TB, target string) *cable {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{listener: listener, target: target, conns: map[net.Conn]struct{}{}}
	c.work.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			c.work.Go(func() { c.carry(client) })
		}
	})
	return c
}

func (c *cable) addr() string { return c.listener.Addr().String() }

func (c *cable) carry(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", c.target)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	c.mu.Lock()
	if c.pulled {
		c.mu.Unlock()
		return
	}
	c.conns[client], c.conns[server] = struct{}{}, struct{}{}
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
	delete(c.conns, client)
	delete(c.conns, server)
	c.mu.Unlock()
}

// pull cuts every connection and lets no other pass until plug.
func (c *cable) pull() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pulled = true
	for conn := range c.conns {
		_ = conn.Close()
	}
}

func (c *cable) plug() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pulled = false
}

func (c *cable) close() {
	_ = c.listener.Close()
	c.pull()
	c.work.Wait()
}
