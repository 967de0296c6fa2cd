package abuse_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/hub/sockettest"
	"switchboard/storage/waittest"
)

// neighbour is a well-behaved client on a WebSocket of its own. It calls all
// the time, and the test fails if it gets no reply.
type neighbour struct {
	t       *testing.T
	ws      sockettest.Conn
	served  atomic.Int64
	stop    context.CancelFunc
	stopped chan struct{}
}

func (w *world) settle(t *testing.T) *neighbour {
	t.Helper()
	ws, err := sockettest.Open(t.Context(), "http://"+w.addr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	n := &neighbour{t: t, ws: ws, stop: stop, stopped: make(chan struct{})}
	t.Cleanup(n.leave)
	if err := n.write(ctx, `40{"token":"user neighbour"}`); err != nil {
		t.Fatal(err)
	}
	if err := n.await(ctx, "40"); err != nil {
		t.Fatal(err)
	}
	go n.live(ctx)
	n.isServed()
	return n
}

// live calls and receives replies until the neighbor leaves.
func (n *neighbour) live(ctx context.Context) {
	defer close(n.stopped)
	tick := time.NewTicker(15 * time.Millisecond) // within one user's rate
	defer tick.Stop()
	for {
		err := n.write(ctx, `427["test.echo",{"hello":"there"}]`)
		if err == nil {
			err = n.await(ctx, `437[{"ok":true,"payload":{"hello":"there"}}]`)
		}
		if err != nil {
			if ctx.Err() == nil {
				n.t.Errorf("the neighbour is no longer served: %v", err)
			}
			return
		}
		n.served.Add(1)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// isServed waits for the reply to a call that starts now.
func (n *neighbour) isServed() {
	n.t.Helper()
	before := n.served.Load()
	waittest.Until(n.t, "the neighbour is served", func() bool { return n.served.Load() > before+1 })
}

func (n *neighbour) leave() {
	n.stop()
	<-n.stopped
	_ = n.ws.CloseNow()
}

func (n *neighbour) write(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	return n.ws.Send(ctx, text)
}

// await reads until a packet has the prefix, and answers heartbeats.
func (n *neighbour) await(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	_, err := n.ws.Until(ctx, text)
	return err
}
