package link_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"switchboard/hub/link"
	"switchboard/hub/sockettest"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const maxWait = 20 * time.Second

// echo sends every message back, and records what happened.
type echo struct {
	conn   *link.Conn
	closed chan link.Reason
	held   atomic.Pointer[chan struct{}] // until it is closed, "hold" isn't echoed
}

func (e *echo) Message(data []byte, binary bool) {
	if string(data) == "panic" {
		panic("on purpose")
	}
	if string(data) == "hold" {
		<-*e.held.Load()
	}
	if binary {
		e.conn.Send(link.BinaryFrame(data))
		return
	}
	e.conn.Send(link.MessageFrame(data))
}

func (e *echo) Closed(r link.Reason) { e.closed <- r }

// watcher counts the events of the server's observer.
type watcher struct {
	mu     sync.Mutex
	sheds  int
	panics chan string
	ended  func() // called on each end, if set
}

func (w *watcher) Opened() {}

func (w *watcher) Ended(link.Reason) {
	if w.ended != nil {
		w.ended()
	}
}

func (w *watcher) Shed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sheds++
}

func (w *watcher) Panicked(where string) { w.panics <- where }

type world struct {
	traps  *traps // of a secure one
	t      *testing.T
	server *link.Server
	http   *httptest.Server
	opened chan *echo
	watch  *watcher
}

func newWorld(t *testing.T, secure bool, o link.Options) *world {
	t.Helper()
	w := &world{t: t, opened: make(chan *echo, 100), watch: &watcher{panics: make(chan string, 100)}}
	o.Observer = w.watch
	o.Logger = slog.New(slog.DiscardHandler)
	w.server = link.NewServer(o, func(c *link.Conn, _ *http.Request) link.Upper {
		e := &echo{conn: c, closed: make(chan link.Reason, 1)}
		w.opened <- e
		return e
	})
	w.http = httptest.NewUnstartedServer(w.server)
	if secure {
		w.traps = &traps{Listener: w.http.Listener}
		w.http.Listener = w.traps
		w.http.StartTLS()
	} else {
		w.http.Start()
	}
	t.Cleanup(func() {
		w.server.Close()
		w.http.Close()
	})
	return w
}

// settled waits until no byte is counted as queued for a link any more.
func (w *world) settled() {
	w.t.Helper()
	waittest.UntilIs(w.t, "the bytes that are counted to go", 0, func() int64 { return w.server.Traffic().Backlog })
}

// dial opens a link. The client reads only when the test does.
func (w *world) dial() (*websocket.Conn, *echo) {
	w.t.Helper()
	ws := w.webSocket("")
	if text := read(w.t, ws); text[0] != '0' {
		w.t.Fatalf("handshake %q", text)
	}
	return ws, <-w.opened
}

// webSocket opens a WebSocket with additional query parameters, without
// reading from it.
func (w *world) webSocket(query string) *websocket.Conn {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	ws, err := sockettest.Dial(ctx, w.http.URL+"/?EIO=4&transport=websocket"+query, w.http.Client())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = ws.CloseNow() })
	return ws.Conn
}

func read(t *testing.T, ws *websocket.Conn) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	_, b, err := ws.Read(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, ws *websocket.Conn, kind websocket.MessageType, data []byte) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	if err := ws.Write(ctx, kind, data); err != nil {
		t.Fatal(err)
	}
}

func reasonOf(t *testing.T, e *echo) link.Reason {
	t.Helper()
	select {
	case r := <-e.closed:
		return r
	case <-time.After(maxWait):
		t.Fatal("it stays open")
		return link.Reason{}
	}
}

// onBoth runs a test over plain TCP, where frames are written inline, and
// over TLS, where they use queue and drainer.
func onBoth(t *testing.T, o link.Options, run func(*testing.T, *world)) {
	t.Helper()
	for name, secure := range map[string]bool{"inline": false, "plain path": true} {
		t.Run(name, func(t *testing.T) { run(t, newWorld(t, secure, o)) })
	}
}

func TestFramesOfAllSizesComeBack(t *testing.T) {
	onBoth(t, link.Options{}, func(t *testing.T, w *world) {
		ws, _ := w.dial()
		for _, n := range []int{0, 1, 124, 125, 126, 127, 65534, 65535, 65536, 900_000} {
			data := strings.Repeat("x", n)
			write(t, ws, websocket.MessageText, []byte("4"+data))
			if got := read(t, ws); got != "4"+data {
				t.Fatalf("%d bytes of text came back as %d", n+1, len(got))
			}
			write(t, ws, websocket.MessageBinary, []byte(data))
			if got := read(t, ws); got != data {
				t.Fatalf("%d bytes came back as %d", n, len(got))
			}
		}
	})
}

func TestFramePayload(t *testing.T) {
	for _, n := range []int{0, 125, 126, 65536} {
		data := strings.Repeat("x", n)
		if f := link.MessageFrame([]byte(data)); string(f.Payload()) != "4"+data || f.Len() <= n+2 || f.Zero() {
			t.Errorf("%d bytes: payload of %d, frame of %d", n, len(f.Payload()), f.Len())
		}
	}
	if !(link.Frame{}).Zero() {
		t.Error("the zero frame must say so")
	}
}

func TestASlowReaderIsClosedAlone(t *testing.T) {
	limits := link.Limits{QueueBytes: 1 << 20, QueueMessages: 1000}
	onBoth(t, link.Options{Limits: limits}, func(t *testing.T, w *world) {
		_, slow := w.dial()
		good, fine := w.dial()
		frame := link.MessageFrame(make([]byte, 64<<10))
		for range 4000 { // 250 MB: more than any kernel buffers
			slow.conn.Send(frame)
			if bytes, messages := slow.conn.Backlog(); bytes > limits.QueueBytes+frame.Len() || messages > limits.QueueMessages {
				t.Fatalf("%d bytes and %d messages wait", bytes, messages)
			}
			if len(slow.closed) > 0 {
				break
			}
		}
		if r := reasonOf(t, slow); r != link.TooSlow {
			t.Fatalf("closed for %s", r.Code)
		}
		fine.conn.Send(link.MessageFrame([]byte("still here")))
		if got := read(t, good); got != "4still here" {
			t.Fatal(got)
		}
	})
}

func TestEphemeralFramesAreShedFirstAndTheRestStaysWhole(t *testing.T) {
	onBoth(t, link.Options{Limits: link.Limits{QueueBytes: 8 << 20, QueueMessages: 10_000}}, func(t *testing.T, w *world) {
		ws, e := w.dial()
		padding := strings.Repeat("p", 256<<10)
		sent := 0
		for w.watch.count() == 0 { // the client reads nothing yet
			e.conn.SendEphemeral(link.MessageFrame([]byte("fleeting" + padding)))
			if sent++; sent > 4000 {
				t.Fatal("nothing is shed")
			}
		}
		const durable = 50
		for i := range durable {
			e.conn.Send(link.MessageFrame(fmt.Appendf(nil, "durable %d", i)))
		}
		next := 0
		for next < durable {
			if text := read(t, ws); !strings.HasPrefix(text, "4fleeting") {
				if text != fmt.Sprintf("4durable %d", next) {
					t.Fatalf("%.40q, want %d", text, next)
				}
				next++
			}
		}
		e.conn.Send(link.MessageFrame([]byte("after"))) // inline again
		if got := read(t, ws); got != "4after" {
			t.Fatal(got)
		}
	})
}

func (w *watcher) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sheds
}

func TestABacklogWaitsForRoom(t *testing.T) {
	onBoth(t, link.Options{PingInterval: time.Hour, Limits: link.Limits{QueueBytes: 1 << 20, QueueMessages: 100}}, func(t *testing.T, w *world) {
		ws, e := w.dial()
		const frames = 400
		sent := make(chan error, 1)
		go func() {
			padding := strings.Repeat("p", 100<<10)
			for i := range frames {
				if err := e.conn.SendWait(link.MessageFrame(fmt.Appendf(nil, "%d %s", i, padding))); err != nil {
					sent <- err
					return
				}
			}
			sent <- nil
		}()
		for i := range frames {
			if text := read(t, ws); !strings.HasPrefix(text, fmt.Sprintf("4%d p", i)) {
				t.Fatalf("%.20q, want %d", text, i)
			}
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}

		// A wait ends with the connection.
		go func() {
			var err error
			for err == nil {
				err = e.conn.SendWait(link.MessageFrame(make([]byte, 512<<10)))
			}
			sent <- err
		}()
		_ = ws.CloseNow()
		if err := <-sent; err == nil {
			t.Fatal("sent to nobody")
		}
		reasonOf(t, e)
	})
}

func TestControlFramesKeepFrameBoundaries(t *testing.T) {
	onBoth(t, link.Options{}, func(t *testing.T, w *world) {
		ws, e := w.dial()
		const senders, each = 4, 300
		var work sync.WaitGroup
		for s := range senders {
			work.Go(func() {
				for i := range each {
					e.conn.Send(link.MessageFrame(fmt.Appendf(nil, "%d %d %s", s, i, strings.Repeat("z", i))))
				}
			})
		}
		work.Go(func() { // each ping makes the library write a pong between
			for range each / 10 {
				ctx, cancel := context.WithTimeout(context.Background(), maxWait)
				err := ws.Ping(ctx)
				cancel()
				if err != nil {
					t.Errorf("ping: %v", err)
					return
				}
			}
			e.conn.Send(link.MessageFrame([]byte("pinged")))
		})
		next := [senders]int{}
		for range senders*each + 1 {
			text := read(t, ws)
			if text == "4pinged" {
				continue
			}
			var s, i int
			if _, err := fmt.Sscanf(text, "4%d %d", &s, &i); err != nil || i != next[s] {
				t.Fatalf("%.30q: %v", text, err)
			}
			next[s]++
		}
		work.Wait()
	})
}

func TestAFarewellComesBeforeTheClose(t *testing.T) {
	onBoth(t, link.Options{}, func(t *testing.T, w *world) {
		ws, e := w.dial()
		e.conn.Close(link.SignedOut, link.MessageFrame([]byte("farewell")))
		e.conn.Close(link.Flood) // the first reason counts
		e.conn.Send(link.MessageFrame([]byte("too late")))
		if got := read(t, ws); got != "4farewell" {
			t.Fatal(got)
		}
		_, _, err := ws.Read(t.Context())
		var closed websocket.CloseError
		if !errors.As(err, &closed) || int(closed.Code) != link.SignedOut.Status || closed.Reason != link.SignedOut.Text {
			t.Fatal(err)
		}
		if r := reasonOf(t, e); r != link.SignedOut {
			t.Fatalf("closed for %s", r.Code)
		}
	})
}

func TestAPanicEndsOneConnection(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	bad, e := w.dial()
	good, _ := w.dial()
	write(t, bad, websocket.MessageText, []byte("4panic"))
	if r := reasonOf(t, e); r != link.Panicked {
		t.Fatalf("closed for %s", r.Code)
	}
	write(t, good, websocket.MessageText, []byte("4fine"))
	if got := read(t, good); got != "4fine" {
		t.Fatal(got)
	}
}

func TestConnectionsAreLimited(t *testing.T) {
	w := newWorld(t, false, link.Options{MaxConnections: 1})
	ws, e := w.dial()
	target := strings.Replace(w.http.URL, "http", "ws", 1) + "/?EIO=4&transport=websocket"
	_, response, err := websocket.Dial(t.Context(), target, nil)
	if err == nil || response == nil || response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Fatalf("%v %v", response, err)
	}
	_ = ws.CloseNow()
	if r := reasonOf(t, e); r != link.TransportError {
		t.Fatalf("closed for %s", r.Code)
	}
}

func TestReasonsFitTheirFrames(t *testing.T) {
	codes := map[string]bool{}
	for _, r := range link.Reasons() {
		if r.Code == "" || r.Text == "" || len(r.Text) > 123 || codes[r.Code] {
			t.Errorf("%+v", r)
		}
		codes[r.Code] = true
	}
}
