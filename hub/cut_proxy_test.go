package hub_test

import (
	"net"
	"sync"
	"testing"
)

// cutter is a TCP proxy that cuts after a number of bytes in one direction:
// it forwards exactly that many, and closes everything that was opened since
// it was armed. It refuses connections until it is armed again.
type cutter struct {
	listener net.Listener

	mu     sync.Mutex
	target string
	left   [2]int // bytes that may still pass down and up; negative for any number
	round  int
	cutAt  int // the last round that was cut
	conns  map[net.Conn]int
	closed bool
	next   func() (target string, downBytes, upBytes int) // rearms after a cut, if set
	cuts   int
	work   sync.WaitGroup
}

const (
	down = 0 // server to client
	up   = 1
)

func startCutter(t *testing.T) *cutter {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &cutter{listener: listener, conns: map[net.Conn]int{}}
	p.work.Go(p.run)
	t.Cleanup(func() {
		_ = listener.Close()
		p.mu.Lock()
		p.closed = true
		p.next = nil
		p.closeUpTo(p.round)
		p.mu.Unlock()
		p.work.Wait()
	})
	return p
}

func (p *cutter) url() string { return "http://" + p.listener.Addr().String() }

// arm lets new links pass to a target until one of the byte counts is used
// up. Links of earlier rounds are not affected.
func (p *cutter) arm(target string, downBytes, upBytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rearm(target, downBytes, upBytes)
}

func (p *cutter) rearm(target string, downBytes, upBytes int) {
	p.target, p.left = target, [2]int{downBytes, upBytes}
	p.round++
}

// hangUp closes the links of earlier rounds.
func (p *cutter) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closeUpTo(p.round)
}

func (p *cutter) closeUpTo(round int) {
	for c, opened := range p.conns {
		if opened <= round {
			_ = c.Close()
		}
	}
}

func (p *cutter) run() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.work.Go(func() { p.pass(client) })
	}
}

func (p *cutter) pass(client net.Conn) {
	p.mu.Lock()
	round, target, refused := p.round, p.target, p.closed || p.cutAt == p.round
	p.conns[client] = round
	p.mu.Unlock()
	defer p.forget(client)
	if refused {
		return
	}
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	p.mu.Lock()
	p.conns[server] = round
	if p.cutAt >= round {
		_ = server.Close()
	}
	p.mu.Unlock()
	defer p.forget(server)
	var both sync.WaitGroup
	both.Go(func() { p.copy(client, server, down, round) })
	both.Go(func() { p.copy(server, client, up, round) })
	both.Wait()
}

func (p *cutter) forget(c net.Conn) {
	_ = c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

func (p *cutter) copy(to, from net.Conn, way, round int) {
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		allowed, cut := p.take(way, n, round)
		if allowed > 0 {
			if _, failed := to.Write(buffer[:allowed]); failed != nil {
				err = failed
			}
		}
		if cut {
			p.cut(round)
		}
		if err != nil || cut {
			_ = to.Close()
			_ = from.Close()
			return
		}
	}
}

// take returns how many bytes may pass, and whether the cut follows them.
func (p *cutter) take(way, n, round int) (allowed int, cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.cutAt >= round:
		return 0, true
	case round != p.round || p.left[way] < 0:
		return n, false
	case n < p.left[way] || n == 0:
		p.left[way] -= n
		return n, false
	}
	return p.left[way], true
}

func (p *cutter) cut(round int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cutAt >= round {
		return
	}
	p.cutAt = round
	p.cuts++
	p.closeUpTo(round)
	if p.next != nil {
		p.rearm(p.next())
	}
}

func (p *cutter) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cuts
}
