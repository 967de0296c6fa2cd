package link_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/hub/link"
	"switchboard/storage/waittest"
)

// polled is a session of HTTP long-polling.
type polled struct {
	w    *world
	sid  string
	echo *echo
}

type opened struct {
	SID                                   string
	Upgrades                              []string
	PingInterval, PingTimeout, MaxPayload int
}

// request sends a request and returns the status and the body.
func (w *world) request(ctx context.Context, method, query, body string) (int, string, error) {
	request, err := http.NewRequestWithContext(ctx, method, w.http.URL+"/?"+query, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	response, err := w.http.Client().Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return response.StatusCode, string(answer), err
}

func (w *world) ask(method, query, body string) (int, string) {
	w.t.Helper()
	status, answer, err := w.request(w.t.Context(), method, query, body)
	if err != nil {
		w.t.Fatal(err)
	}
	return status, answer
}

func (w *world) open() *polled {
	w.t.Helper()
	status, body := w.ask("GET", "EIO=4&transport=polling", "")
	var o opened
	if status != 200 || body[0] != '0' || json.Unmarshal([]byte(body[1:]), &o) != nil || o.SID == "" {
		w.t.Fatalf("handshake: %d %s", status, body)
	}
	return &polled{w, o.SID, <-w.opened}
}

func (p *polled) query() string { return "EIO=4&transport=polling&sid=" + p.sid }

func (p *polled) poll(status int, want string) {
	p.w.t.Helper()
	if got, body := p.w.ask("GET", p.query(), ""); got != status || want != "" && body != want {
		p.w.t.Fatalf("poll: %d %q, want %d %q", got, body, status, want)
	}
}

func (p *polled) post(status int, body string) {
	p.w.t.Helper()
	if got, answer := p.w.ask("POST", p.query(), body); got != status || status == 200 && answer != "ok" {
		p.w.t.Fatalf("post %.40q: %d %q, want %d", body, got, answer, status)
	}
}

// unknown verifies that the session is dead, to polls and to posts.
func (p *polled) unknown(r link.Reason) {
	p.w.t.Helper()
	if got := reasonOf(p.w.t, p.echo); got != r {
		p.w.t.Fatalf("closed for %s, want %s", got.Code, r.Code)
	}
	p.poll(400, `{"code":1,"message":"Session ID unknown"}`)
	p.post(400, "4x")
}

// pending starts a poll that waits, and returns its response.
func (p *polled) pending(ctx context.Context) <-chan string {
	p.w.t.Helper()
	answer := make(chan string, 1)
	go func() {
		status, body, err := p.w.request(ctx, "GET", p.query(), "")
		if err != nil {
			answer <- "failed"
			return
		}
		answer <- fmt.Sprint(status, " ", body)
	}()
	waittest.Until(p.w.t, "a poll that waits", p.echo.conn.Polling)
	return answer
}

func TestThePollingHandshake(t *testing.T) {
	w := newWorld(t, false, link.Options{PingInterval: 300 * time.Millisecond, PingTimeout: 200 * time.Millisecond})
	status, body := w.ask("GET", "EIO=4&transport=polling", "")
	var o opened
	if err := json.Unmarshal([]byte(body[1:]), &o); err != nil || status != 200 || body[0] != '0' {
		t.Fatalf("%d %s: %v", status, body, err)
	}
	if len(o.Upgrades) != 1 || o.Upgrades[0] != "websocket" || o.PingInterval != 300 || o.PingTimeout != 200 || o.MaxPayload != 1_000_000 {
		t.Fatalf("%+v", o)
	}
	for _, k := range []struct{ method, query string }{
		{"GET", "transport=polling"}, {"GET", "EIO=abc&transport=polling"}, {"GET", "EIO=3&transport=polling"},
		{"GET", "EIO=4"}, {"GET", "EIO=4&transport=abc"},
		{"POST", "EIO=4&transport=polling"}, {"PUT", "EIO=4&transport=polling"},
		{"GET", "EIO=4&transport=polling&sid="}, {"GET", "EIO=4&transport=polling&sid=guessed"},
		{"PUT", "EIO=4&transport=polling&sid=" + o.SID}, {"GET", "transport=polling&sid=" + o.SID},
	} {
		if status, _ := w.ask(k.method, k.query, ""); status != 400 {
			t.Errorf("%s %s: %d", k.method, k.query, status)
		}
	}
}

func TestPolledMessagesComeBack(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	for _, body := range []string{"4hello", "4test1\x1e4test2\x1e4test3", "4hello\x1ebAQIDBA==", "b", "4"} {
		p.post(200, body)
		p.poll(200, body)
	}
	answer := p.pending(t.Context())
	p.post(200, "4late")
	if got := <-answer; got != "200 4late" {
		t.Fatal(got)
	}
}

func TestBadPollsEndTheSession(t *testing.T) {
	w := newWorld(t, false, link.Options{MaxPayload: 20_000, MaxPackets: 100})
	for name, k := range map[string]struct {
		body   string
		status int
		reason link.Reason
	}{
		"no packet":      {"abc", 400, link.BadPacket},
		"an empty body":  {"", 400, link.BadPacket},
		"an empty one":   {"4a\x1e", 400, link.BadPacket},
		"wrong base64":   {"bAQ=", 400, link.BadPacket},
		"a ping":         {"2", 400, link.BadPacket},
		"an upgrade":     {"5", 400, link.BadPacket},
		"an open":        {"0{}", 400, link.BadPacket},
		"tiny packets":   {strings.Repeat("4\x1e", 5000), 400, link.BadPacket},
		"only marks":     {strings.Repeat("\x1e", 5000), 400, link.BadPacket},
		"more than fits": {"4" + strings.Repeat("x", 20_000), 413, link.TooLarge},
		"a panic":        {"4panic", 200, link.Panicked},
	} {
		t.Run(name, func(t *testing.T) {
			w.t = t
			p := w.open()
			p.post(k.status, k.body)
			if r := reasonOf(t, p.echo); r != k.reason {
				t.Fatalf("closed for %s", r.Code)
			}
			if k.reason == link.Panicked { // not the client's fault: it is notified
				p.poll(200, "1")
			}
			p.poll(400, "")
		})
	}
}

func TestNothingOfARefusedBodyIsDelivered(t *testing.T) {
	w := newWorld(t, false, link.Options{MaxPackets: 3})
	p := w.open()
	answer := p.pending(t.Context())
	p.post(400, "4a\x1e4b\x1e4c\x1e4d")
	if got := <-answer; got != "200 1" {
		t.Fatal(got)
	}
	p.unknown(link.BadPacket)
}

func TestABodyOfUnknownLengthIsBoundedToo(t *testing.T) {
	w := newWorld(t, false, link.Options{MaxPayload: 1000})
	p := w.open()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.http.URL+"/?"+p.query(), io.MultiReader(strings.NewReader("4"), strings.NewReader(strings.Repeat("x", 5000))))
	if err != nil {
		t.Fatal(err)
	}
	response, err := w.http.Client().Do(request)
	if err == nil { // else the server has closed the connection while the body was sent
		_ = response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge {
			t.Fatal(response.StatusCode)
		}
	}
	p.unknown(link.TooLarge)
}

func TestTwoPollsAtOnceEndTheSession(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	first := p.pending(t.Context())
	p.poll(400, `{"code":3,"message":"Bad request"}`)
	if got := <-first; got != "200 1" {
		t.Fatal(got)
	}
	p.unknown(link.BadPacket)
}

func TestTwoPostsAtOnceEndTheSession(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	body, tap := io.Pipe()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.http.URL+"/?"+p.query(), body)
	if err != nil {
		t.Fatal(err)
	}
	first := make(chan int, 1)
	go func() {
		response, err := w.http.Client().Do(request)
		if err != nil {
			first <- 0
			return
		}
		_ = response.Body.Close()
		first <- response.StatusCode
	}()
	if _, err := tap.Write([]byte("4half")); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the POST to have begun", p.echo.conn.Posting)
	p.post(400, "4other")
	_ = tap.Close()
	if status := <-first; status != 400 {
		t.Fatalf("the first post: %d", status)
	}
	p.unknown(link.BadPacket)
}

func TestAPollThatIsGivenUpEndsTheSession(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	ctx, giveUp := context.WithCancel(t.Context())
	answer := p.pending(ctx)
	giveUp()
	<-answer
	p.unknown(link.TransportError)
}

func TestAPollingClientCloses(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	answer := p.pending(t.Context())
	p.post(200, "1")
	if got := <-answer; got != "200 6" {
		t.Fatal(got)
	}
	p.unknown(link.ClientClosed)

	late := w.open() // its poll comes after its close
	late.post(200, "1")
	late.poll(200, "6")
	late.unknown(link.ClientClosed)
}

func TestAPollingClientLearnsTheReason(t *testing.T) {
	w := newWorld(t, false, link.Options{})
	p := w.open()
	answer := p.pending(t.Context())
	p.echo.conn.Close(link.SignedOut, link.MessageFrame([]byte("farewell")))
	if got := <-answer; got != "200 4farewell" { // and Close alone: see body
		t.Fatal(got)
	}
	p.poll(200, "1")
	p.unknown(link.SignedOut)

	between := w.open() // it is not polling at the moment
	between.echo.conn.Send(link.MessageFrame([]byte("last")))
	between.echo.conn.Close(link.SignedOut, link.MessageFrame([]byte("farewell")))
	reasonOf(t, between.echo)
	between.poll(200, "4last\x1e4farewell")
	between.poll(200, "1")
	between.poll(400, "")
}

func TestPolledQueuesAreBounded(t *testing.T) {
	w := newWorld(t, false, link.Options{Limits: link.Limits{QueueBytes: 1000, QueueMessages: 10}})
	p := w.open()
	for range 10 {
		p.echo.conn.SendEphemeral(link.MessageFrame([]byte("fleeting")))
	}
	if _, messages := p.echo.conn.Backlog(); messages != 5 || w.watch.count() != 5 {
		t.Fatalf("%d wait, %d were shed", messages, w.watch.count())
	}
	p.poll(200, strings.TrimSuffix(strings.Repeat("4fleeting\x1e", 5), "\x1e"))
	for range 11 {
		p.echo.conn.Send(link.MessageFrame([]byte("durable")))
	}
	p.unknown(link.TooSlow)

	large := w.open() // a single packet passes whatever its size
	large.echo.conn.Send(link.BinaryFrame(make([]byte, 3000)))
	large.poll(200, "b"+strings.Repeat("A", 4000))
}

func TestAPolledBacklogWaitsForRoom(t *testing.T) {
	w := newWorld(t, false, link.Options{Limits: link.Limits{QueueBytes: 1000, QueueMessages: 100}})
	p := w.open()
	const frames = 50
	sent := make(chan error, 1)
	go func() {
		for i := range frames {
			if err := p.echo.conn.SendWait(link.MessageFrame(fmt.Appendf(nil, "%03d%s", i, strings.Repeat("p", 300)))); err != nil {
				sent <- err
				return
			}
		}
		sent <- nil
	}()
	for next := 0; next < frames; {
		status, body := w.ask("GET", p.query(), "")
		for packet := range strings.SplitSeq(body, "\x1e") {
			if status != 200 || !strings.HasPrefix(packet, fmt.Sprintf("4%03d", next)) {
				t.Fatalf("%d %.20q, want %d", status, packet, next)
			}
			next++
		}
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	go func() { // a wait ends with the session
		var err error
		for err == nil {
			err = p.echo.conn.SendWait(link.MessageFrame(make([]byte, 500)))
		}
		sent <- err
	}()
	waittest.Until(t, "a backlog", func() bool { _, n := p.echo.conn.Backlog(); return n > 0 })
	p.echo.conn.Close(link.Draining)
	if err := <-sent; err == nil {
		t.Fatal("sent to nobody")
	}
}

// onFakeTime runs a session without a network, under the test's clock.
func onFakeTime(t *testing.T, run func(ask func(method, query, body string) (int, string), e func() *echo, s *link.Server)) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		made := make(chan *echo, 1)
		s := link.NewServer(link.Options{}, func(c *link.Conn, _ *http.Request) link.Upper {
			e := &echo{conn: c, closed: make(chan link.Reason, 1)}
			made <- e
			return e
		})
		ask := func(method, query, body string) (int, string) {
			recorder := httptest.NewRecorder()
			s.ServeHTTP(recorder, httptest.NewRequest(method, "/?EIO=4&transport=polling"+query, strings.NewReader(body)))
			return recorder.Code, recorder.Body.String()
		}
		run(ask, func() *echo { return <-made }, s)
		s.Close()
	})
}

func sidOf(t *testing.T, handshake string) string {
	t.Helper()
	var o opened
	if err := json.Unmarshal([]byte(handshake[1:]), &o); err != nil {
		t.Fatal(err)
	}
	return "&sid=" + o.SID
}

func TestAPollingSessionEndsExactlyInTime(t *testing.T) {
	onFakeTime(t, func(ask func(string, string, string) (int, string), e func() *echo, _ *link.Server) {
		began := time.Now()
		_, handshake := ask("GET", "", "")
		sid, session := sidOf(t, handshake), e()
		for beat := 1; beat <= 3; beat++ { // a client that answers stays alive
			if status, body := ask("GET", sid, ""); status != 200 || body != "2" || time.Since(began) != 25*time.Second {
				t.Fatalf("%d %q after %v", status, body, time.Since(began))
			}
			<-time.After(5 * time.Second)
			ask("POST", sid, "3")
			began = time.Now()
		}
		if r := <-session.closed; r != link.PingTimeout || time.Since(began) != 45*time.Second {
			t.Fatalf("closed for %s after %v", r.Code, time.Since(began))
		}
		if status, _ := ask("GET", sid, ""); status != 400 {
			t.Fatalf("a dead session: %d", status)
		}
	})
}

func TestTheFarewellWaitsForOneMorePoll(t *testing.T) {
	onFakeTime(t, func(ask func(string, string, string) (int, string), e func() *echo, s *link.Server) {
		_, handshake := ask("GET", "", "")
		e().conn.Close(link.SignedOut)
		<-time.After(3 * time.Second)
		if status, _ := ask("GET", sidOf(t, handshake), ""); status != 400 {
			t.Fatalf("they were kept: %d", status)
		}
		_, handshake = ask("GET", "", "")
		session := e()
		ctx, cancel := context.WithTimeoutCause(context.Background(), time.Minute, errors.New("draining took too long"))
		defer cancel()
		s.Drain(ctx, 0, func() []link.Frame { return []link.Frame{link.MessageFrame([]byte("bye"))} })
		if r := <-session.closed; r != link.Draining || ctx.Err() != nil {
			t.Fatalf("closed for %s: %v", r.Code, context.Cause(ctx))
		}
		// Also for a session that may belong to another node: a proxy asks
		// the next one.
		if status, _ := ask("GET", sidOf(t, handshake), ""); status != 503 {
			t.Fatalf("a session that a server that closes doesn't know: %d", status)
		}
		if status, _ := ask("GET", "", ""); status != 503 {
			t.Fatalf("a session of a server that closes: %d", status)
		}
	})
}
