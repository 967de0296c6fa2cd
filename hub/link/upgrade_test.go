package link_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub/link"
	"switchboard/storage/waittest"
)

// candidate opens a WebSocket on a polling session.
func (p *polled) candidate() *websocket.Conn {
	p.w.t.Helper()
	return p.w.webSocket("&sid=" + p.sid)
}

// upgrade upgrades the session to a WebSocket.
func (p *polled) upgrade() *websocket.Conn {
	p.w.t.Helper()
	ws := p.candidate()
	p.probe(ws)
	write(p.w.t, ws, websocket.MessageText, []byte("5"))
	return ws
}

func (p *polled) probe(ws *websocket.Conn) {
	p.w.t.Helper()
	write(p.w.t, ws, websocket.MessageText, []byte("2probe"))
	if got := read(p.w.t, ws); got != "3probe" {
		p.w.t.Fatalf("the answer to the probe is %q", got)
	}
}

// closed verifies that the server closes a WebSocket.
func closed(t *testing.T, ws *websocket.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), maxWait)
	defer cancel()
	if kind, b, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
		t.Fatalf("still open: %v %q", kind, b)
	}
}

func TestASessionUpgrades(t *testing.T) {
	onBoth(t, link.Options{}, func(t *testing.T, w *world) {
		p := w.open()
		before := p.pending(t.Context())
		ws := p.candidate()
		p.probe(ws)
		if got := <-before; got != "200 6" {
			t.Fatalf("the pending poll: %q", got)
		}
		p.poll(200, "6") // one made after the probe
		p.echo.conn.Send(link.MessageFrame([]byte("between")))
		p.echo.conn.SendTogether(link.MessageFrame([]byte("first")), link.BinaryFrame([]byte{1, 2}))
		write(t, ws, websocket.MessageText, []byte("5"))
		write(t, ws, websocket.MessageText, []byte("4hello"))
		for _, want := range []string{"4between", "4first", "\x01\x02", "4hello"} {
			if got := read(t, ws); got != want {
				t.Fatalf("%q, want %q", got, want)
			}
		}
		p.poll(400, "")
		p.post(400, "4x")
		second := p.candidate()
		closed(t, second)
		write(t, ws, websocket.MessageBinary, []byte("still"))
		if got := read(t, ws); got != "still" {
			t.Fatal(got)
		}
		write(t, ws, websocket.MessageText, []byte("1"))
		closed(t, ws)
		if r := reasonOf(t, p.echo); r != link.ClientClosed {
			t.Fatalf("closed for %s", r.Code)
		}
		waittest.Until(t, "the session to be gone", func() bool { status, _ := w.ask("GET", p.query(), ""); return status == 400 && w.server.Open() == 0 })
	})
}

func TestAnUpgradeNeitherLosesNorReordersMessages(t *testing.T) {
	onBoth(t, link.Options{Limits: link.Limits{QueueBytes: 1 << 20, QueueMessages: 100}}, func(t *testing.T, w *world) {
		p := w.open()
		const frames = 3000
		go func() {
			for i := range frames {
				if p.echo.conn.SendWait(link.MessageFrame(fmt.Appendf(nil, "%d", i))) != nil {
					return
				}
			}
		}()
		next := 0
		take := func(packets string) {
			for packet := range strings.SplitSeq(packets, "\x1e") {
				if packet == "6" {
					continue
				}
				if packet != fmt.Sprintf("4%d", next) {
					t.Fatalf("%q, want %d", packet, next)
				}
				next++
			}
		}
		for range 3 {
			_, packets := w.ask("GET", p.query(), "")
			take(packets)
		}
		ws := p.upgrade()
		for next < frames {
			take(read(t, ws))
		}
	})
}

func TestCandidatesThatDoNotTakeOverLeaveTheSessionAlone(t *testing.T) {
	say := func(text string) func(*polled, *websocket.Conn) {
		return func(p *polled, ws *websocket.Conn) { write(p.w.t, ws, websocket.MessageText, []byte(text)) }
	}
	for name, c := range map[string]struct {
		behave  func(*polled, *websocket.Conn)
		timeout time.Duration
	}{
		"it is silent":     {func(*polled, *websocket.Conn) {}, 50 * time.Millisecond},
		"it goes":          {func(_ *polled, ws *websocket.Conn) { _ = ws.CloseNow() }, 0},
		"it doesn't probe": {say("5"), 0}, "it probes wrongly": {say("2probed"), 0},
		"it sends binary":       {func(p *polled, ws *websocket.Conn) { write(p.w.t, ws, websocket.MessageBinary, []byte("2probe")) }, 0},
		"it talks at once":      {func(p *polled, ws *websocket.Conn) { p.probe(ws); say("4x")(p, ws) }, 0},
		"it is silent at last":  {func(p *polled, ws *websocket.Conn) { p.probe(ws) }, 2 * time.Second}, // by then it has surely probed
		"it goes after a probe": {func(p *polled, ws *websocket.Conn) { p.probe(ws); _ = ws.CloseNow() }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newWorld(t, false, link.Options{UpgradeTimeout: c.timeout}).open()
			ws := p.candidate()
			c.behave(p, ws)
			closed(t, ws)
			waittest.Until(t, "the upgrade to be given up", func() bool { return !p.echo.conn.Upgrading() })
			p.post(200, "4"+name)
			p.poll(200, "4"+name)
			if c.timeout > 0 {
				return // a busy machine may be too slow for another one
			}
			ws = p.upgrade() // the slot is free
			write(t, ws, websocket.MessageText, []byte("4done"))
			if got := read(t, ws); got != "4done" {
				t.Fatal(got)
			}
		})
	}
}

func TestASecondCandidateIsClosed(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	first := p.candidate()
	p.probe(first)
	closed(t, p.candidate())
	write(t, first, websocket.MessageText, []byte("5"))
	write(t, first, websocket.MessageText, []byte("4mine"))
	if got := read(t, first); got != "4mine" {
		t.Fatal(got)
	}
}

func TestACandidateEndsWithItsSession(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	ws := p.candidate()
	p.probe(ws)
	p.post(400, "abc")
	closed(t, ws)
	p.unknown(link.BadPacket)
}

func TestAClientThatStillPostsDoesNotUpgrade(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	hold := make(chan struct{})
	p.echo.held.Store(&hold)
	posted := make(chan struct{})
	go func() {
		defer close(posted)
		_, _, _ = w.request(context.Background(), "POST", p.query(), "4hold")
	}()
	waittest.Until(t, "the POST to have begun", p.echo.conn.Posting)
	ws := p.upgrade()
	closed(t, ws)
	close(hold)
	<-posted
	p.poll(200, "4hold")
}

func TestAForeignSessionIsNotUpgraded(t *testing.T) {
	w := newWorld(t, false, link.Options{Origins: []string{"https://app.example.com", "https://other.example.com"}})
	request := func(query, origin string, upgrade bool) (*http.Response, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.http.URL+"/?"+query, nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Origin", origin)
		if upgrade {
			for name, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} {
				r.Header.Set(name, value)
			}
		}
		return w.http.Client().Do(r)
	}
	response, err := request("EIO=4&transport=polling", "https://app.example.com", false)
	if err != nil {
		t.Fatal(err)
	}
	body := make([]byte, 300)
	n, _ := response.Body.Read(body)
	_ = response.Body.Close()
	sid := sidOf(t, string(body[:n]))
	if got := response.Header.Get("Access-Control-Allow-Origin"); got != "https://app.example.com" || response.Header.Get("Vary") != "Origin" {
		t.Fatalf("the page may not read the answer: %q", got)
	}
	for origin, want := range map[string]int{"https://other.example.com": 400, "https://evil.example.org": 403} {
		for _, transport := range []string{"polling", "websocket"} {
			response, err := request("EIO=4&transport="+transport+sid, origin, transport == "websocket")
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if response.StatusCode != want {
				t.Errorf("%s from %s: %d, want %d", transport, origin, response.StatusCode, want)
			}
		}
	}
}

func TestPreflight(t *testing.T) {
	for _, k := range []struct {
		allowed, origin, want string
		status                int
	}{
		{"https://App.example.com:443/", "https://app.example.com", "https://app.example.com", 204},
		{"https://app.example.com", "http://app.example.com", "", 403},
		{"https://app.example.com", "https://app.example.com.evil.org", "", 403},
		{"*", "https://anything.example", "*", 204},
	} {
		w := newWorld(t, false, link.Options{Origins: []string{k.allowed}})
		r, err := http.NewRequestWithContext(t.Context(), http.MethodOptions, w.http.URL+"/?EIO=4&transport=polling", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", k.origin)
		response, err := w.http.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != k.status || response.Header.Get("Access-Control-Allow-Origin") != k.want || response.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s for %s: %d %v", k.origin, k.allowed, response.StatusCode, response.Header)
		}
	}
}
