package link_test

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"switchboard/hub/link"
)

// TestAPanicInWritingEndsOneConnection injects a panic into each goroutine
// that writes for others: it is counted, its connection ends, and the others
// are written to.
func TestAPanicInWritingEndsOneConnection(t *testing.T) {
	for where, k := range map[string]struct {
		secure bool // a drainer writes everything
		send   func(bad *link.Conn)
	}{
		"write":   {false, func(bad *link.Conn) { bad.Sabotage(); bad.AtOnce(link.MessageFrame([]byte("x"))) }},
		"flusher": {false, func(bad *link.Conn) { bad.Sabotage(); bad.Gathered(link.MessageFrame([]byte("x"))) }},
		"drainer": {true, func(bad *link.Conn) { bad.Send(link.MessageFrame([]byte("x"))) }},
	} {
		t.Run(where, func(t *testing.T) {
			w := newWorld(t, k.secure, link.Options{})
			_, bad := w.dial()
			if k.secure {
				w.traps.arm()
			}
			good, other := w.dial()
			k.send(bad.conn)
			if got := <-w.watch.panics; got != where {
				t.Fatalf("counted at %s", got)
			}
			if r := reasonOf(t, bad); r != link.TransportError {
				t.Fatalf("closed for %s", r.Code)
			}
			bad.conn.Send(link.MessageFrame([]byte("more"))) // its lock is free
			for range 3 {
				other.conn.Send(link.MessageFrame([]byte("fine")))
			}
			write(t, good, websocket.MessageText, []byte("4too"))
			for _, want := range []string{"4fine", "4fine", "4fine", "4too"} {
				if got := read(t, good); got != want {
					t.Fatalf("%q, want %q", got, want)
				}
			}
			w.settled() // a drainer settles behind what it wrote
		})
	}
}

// TestAPanicInTheBookkeepingEndsTheConnection verifies that the Upper is
// notified and that the server does not wait forever.
func TestAPanicInTheBookkeepingEndsTheConnection(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	w.watch.ended = func() { panic("on purpose") }
	ws, e := w.dial()
	_ = ws.CloseNow()
	if got := <-w.watch.panics; got != "connection" {
		t.Fatalf("counted at %s", got)
	}
	reasonOf(t, e)
	if open := w.server.Open(); open != 0 {
		t.Fatalf("%d connections are open", open)
	}
	w.server.Close()
}

// TestAPanicInATimerCostsThatTimer covers timers without another guard.
func TestAPanicInATimerCostsThatTimer(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	w.server.After(0, func() { panic("on purpose") })
	if got := <-w.watch.panics; got != "linktimer" {
		t.Fatalf("counted at %s", got)
	}
}

// traps accepts connections whose next write can be made to panic.
type traps struct {
	net.Listener

	mu   sync.Mutex
	last *trap
}

type trap struct {
	net.Conn

	armed atomic.Bool
}

// Accept implements net.Listener.
func (l *traps) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = &trap{Conn: conn}
	return l.last, nil
}

// arm sets the trap of the newest connection.
func (l *traps) arm() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last.armed.Store(true)
}

// Write implements net.Conn.
func (c *trap) Write(p []byte) (int, error) {
	if c.armed.CompareAndSwap(true, false) {
		panic("on purpose")
	}
	return c.Conn.Write(p)
}
