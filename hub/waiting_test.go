package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/hub"
	"switchboard/hub/socketio"
	"switchboard/storage/access"
	"switchboard/storage/waittest"
)

// TestQueuedCommandsAreLimitedInBytes queues commands behind a slow one:
// large ones of one socket, then of several, beyond the total bound. Small
// ones and idle sockets are served, and in the end nothing is held.
func TestQueuedCommandsAreLimitedInBytes(t *testing.T) {
	const large = 100_000
	for name, k := range map[string]struct {
		bound   int64 // of all input
		sockets int
		limit   string
	}{
		"of a socket": {0, 1, "socket_bytes"},
		"of all":      {15 * large, 8, "waiting_bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			registry := prometheus.NewRegistry()
			w := newWorld(t, func(o *hub.Options) { o.Metrics, o.Link.UnfinishedBytes = registry, k.bound })
			running, release := w.waits()
			var all []*client
			for range k.sockets {
				c := w.connect(`{"token":"agent"}`)
				c.write(`421["test.wait",{}]`)
				<-running
				all = append(all, c)
				for range 3 {
					c.write(`422["test.echo",{"a":"` + strings.Repeat("x", large) + `"}]`)
				}
			}
			last := all[len(all)-1]
			for r := last.receive(); r.packet.Type != socketio.Ack; r = last.receive() {
				continue
			}
			if got := figure(t, registry, "refusals_total", k.limit); got < 1 {
				t.Errorf("%v refusals are counted", got)
			}
			if r := w.connect(`{"token":"admin"}`).call("test.echo", `{"a":"`+strings.Repeat("x", large)+`"}`); !r.OK {
				t.Errorf("a socket for which nothing waits: %+v", r)
			}
			if k.limit == "waiting_bytes" { // a client that sends its next command before the first is done is not blocked
				next := w.connect(`{"token":"admin"}`)
				next.write(`427["test.wait",{}]`)
				<-running
				for _, id := range []string{"8", "9"} {
					next.write(`42` + id + `["test.echo",{"a":"` + strings.Repeat("x", large/10) + `"}]`)
				}
				if refused := next.receive(); refused.packet.ID != 9 {
					t.Errorf("%d was refused, not what came behind it", refused.packet.ID)
				}
			}
			close(release)
			waittest.UntilIs(t, "the bytes held", 0, func() float64 { return figure(t, registry, "held_input_bytes") })
			_ = all[0].ws.CloseNow()
		})
	}
}

// TestQueuedCommandsAreReleasedWithTheirSocket verifies it for a socket that
// is cut and one that leaves.
func TestQueuedCommandsAreReleasedWithTheirSocket(t *testing.T) {
	for name, end := range map[string]func(c *client){
		"cut":  func(c *client) { _ = c.ws.CloseNow() },
		"left": func(c *client) { c.write("41") },
	} {
		t.Run(name, func(t *testing.T) {
			registry := prometheus.NewRegistry()
			w := newWorld(t, func(o *hub.Options) { o.Metrics = registry })
			running, release := make(chan struct{}), make(chan struct{})
			w.hub.Handle("test.wait", func(context.Context, *access.Principal, json.RawMessage) (any, error) {
				close(running)
				<-release
				return nil, nil //nolint:nilnil // the ack has no content
			})
			c := w.connect(`{"token":"agent"}`)
			c.write(`421["test.wait",{}]`)
			<-running
			c.write(`422["test.echo",{"a":"` + strings.Repeat("x", 50_000) + `"}]`)
			await := func(what string, reached func(bytes float64) bool) {
				waittest.UntilNil(t, what, func() error {
					if bytes := figure(t, registry, "held_input_bytes"); !reached(bytes) {
						return fmt.Errorf("%v bytes are held", bytes)
					}
					return nil
				})
			}
			await("while one waits", func(bytes float64) bool { return bytes > 50_000 })
			end(c)
			close(release)
			await("afterwards", func(bytes float64) bool { return bytes == 0 })
		})
	}
}

// waits adds the command test.wait: it reports that it runs, and ends with
// its socket or when release is closed.
func (w *world) waits() (running <-chan struct{}, release chan<- struct{}) {
	began, end := make(chan struct{}), make(chan struct{})
	w.hub.Handle("test.wait", func(ctx context.Context, _ *access.Principal, _ json.RawMessage) (any, error) {
		began <- struct{}{}
		select {
		case <-end:
		case <-ctx.Done():
		}
		return nil, ctx.Err()
	})
	return began, end
}
