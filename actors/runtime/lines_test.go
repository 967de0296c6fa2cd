package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// doorway is a proxy in front of a node that counts connections and lets nobody
// through before it is opened: as a frozen node, whose kernel still accepts
// connections.
type doorway struct {
	net.Listener
	came   atomic.Int32
	opened chan struct{}
	shut   chan struct{}
	work   sync.WaitGroup
}

func newDoorway(t *testing.T, to string) *doorway {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &doorway{Listener: listener, opened: make(chan struct{}), shut: make(chan struct{})}
	d.work.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			d.came.Add(1)
			d.work.Go(func() { d.pass(conn, to) })
		}
	})
	t.Cleanup(func() {
		close(d.shut)
		_ = listener.Close()
		d.work.Wait()
	})
	return d
}

func (d *doorway) pass(conn net.Conn, to string) {
	defer func() { _ = conn.Close() }()
	select {
	case <-d.opened:
	case <-d.shut:
		return
	}
	onward, err := new(net.Dialer).Dial("tcp", to)
	if err != nil {
		return
	}
	d.work.Go(func() {
		_, _ = io.Copy(onward, conn)
		_ = onward.Close()
	})
	d.work.Go(func() {
		<-d.shut
		_ = onward.Close()
	})
	_, _ = io.Copy(conn, onward)
}

// behind returns a node that knows one other node, behind a doorway, and an identity
// that the other owns. The node refreshes the members only once.
func behind(t *testing.T, silence time.Duration) (*runtime.Cluster, *doorway, runtime.Identity) {
	t.Helper()
	other := node(t, memory.New(), nil)
	door := newDoorway(t, runtime.Self(other).Addr)
	known := memory.New()
	posing(t, known, door.Addr().String())
	a := node(t, known, func(o *runtime.ClusterOptions) {
		o.Silence, o.Renew, o.TTL, o.Deadline = silence, testTimeout, 4*testTimeout, testTimeout
	})
	owned(a, other)
	other.Start(t.Context())
	meetOne(t, a)
	return a, door, apart(t, a, "where")
}

// posing leases a membership to any listener at an address.
func posing(t *testing.T, leases ephemeral.Leases, addr string) {
	t.Helper()
	one := id.New()
	value, err := json.Marshal(runtime.Member{ID: one, Addr: addr})
	if err == nil {
		err = leases.Hold(t.Context(), "members", one.String(), value, time.Hour)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func meetOne(t *testing.T, a *runtime.Cluster) {
	t.Helper()
	a.Start(t.Context())
	waittest.Until(t, "the other to be known", func() bool { return len(a.Members()) == 2 })
}

// burst sends many commands at once and returns how often each node answered.
func burst(t *testing.T, at *runtime.Cluster, who runtime.Identity, commands int) map[any]int {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	answers := map[any]int{}
	for range commands {
		all.Go(func() {
			reply, err := at.Ask(t.Context(), "where", who, tagged{"1"})
			if err != nil {
				t.Errorf("one of a burst: %v", err)
			}
			mu.Lock()
			answers[reply]++
			mu.Unlock()
		})
	}
	all.Wait()
	return answers
}

// The first commands to a node share one connection, however many there are.
func TestBurstOpensOneConnection(t *testing.T) {
	a, door, who := behind(t, testTimeout)
	close(door.opened)
	const commands = 200 // fewer than a mailbox holds
	if answers := burst(t, a, who, commands); answers[1] != commands {
		t.Errorf("of %d commands the nodes answered %v", commands, answers)
	}
	if came := door.came.Load(); came != 1 {
		t.Errorf("%d commands opened %d connections", commands, came)
	}
}

// A node that accepts connections and never answers is tried once for all waiting
// commands, and then skipped.
func TestBurstTriesAFrozenNodeOnce(t *testing.T) {
	a, door, who := behind(t, 1500*time.Millisecond)
	const commands = 200
	if answers := burst(t, a, who, commands); answers[0] != commands {
		t.Errorf("of %d commands the nodes answered %v", commands, answers)
	}
	// A command that had chosen the node before it was skipped may come after the
	// attempt.
	if came := door.came.Load(); came > 5 {
		t.Errorf("%d commands tried a frozen node %d times", commands, came)
	}
}

// The command that started an attempt may leave; the others still share its result,
// and wait no longer than their own deadline.
func TestAttemptOutlivesItsFirstCaller(t *testing.T) {
	a, door, who := behind(t, testTimeout)
	first, leave := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		_, err := a.Ask(first, "where", who, tagged{"1"})
		gone <- err
	}()
	waittest.Until(t, "the try to begin", func() bool { return door.came.Load() == 1 })
	leave()
	if err := <-gone; !errors.Is(err, context.Canceled) && !fault.Is(err, fault.Unavailable) {
		t.Errorf("who left was told %v", err)
	}
	hasty, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if reply, err := a.Ask(hasty, "where", who, tagged{"1"}); err == nil {
		t.Errorf("through a closed door came %v", reply)
	}
	if !runtime.Elsewhere(a, "where", who) {
		t.Error("the node is passed over because its callers left")
	}
	close(door.opened)
	if got := where(t, a, who); got != 1 {
		t.Errorf("the node that answered is %d", got)
	}
	if came := door.came.Load(); came != 1 {
		t.Errorf("%d connections were opened", came)
	}
}

// After its connection was cut, a node is tried again, once for all.
func TestBurstAfterACutOpensOneConnection(t *testing.T) {
	a, door, who := behind(t, testTimeout)
	close(door.opened)
	if got := where(t, a, who); got != 1 {
		t.Fatalf("the node that answered is %d", got)
	}
	runtime.HangUp(a)
	waittest.Until(t, "the connection to be closed", func() bool { return runtime.Lines(a) == 0 })
	const commands = 200
	if answers := burst(t, a, who, commands); answers[1] != commands {
		t.Errorf("of %d commands the nodes answered %v", commands, answers)
	}
	if came := door.came.Load(); came != 2 {
		t.Errorf("%d connections were opened", came)
	}
}
