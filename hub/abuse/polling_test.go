package abuse_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/waittest"
)

const refusedSession = `{"code":1,"message":"Session ID unknown"}`

// TestBodiesAgainstTheRules: after any of these the session is dead
// immediately.
func TestBodiesAgainstTheRules(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		name, body string
		status     int
		why        link.Reason
	}{
		{"nothing", "", http.StatusBadRequest, link.BadPacket},
		{"no packet", "abc", http.StatusBadRequest, link.BadPacket},
		{"an empty packet among others", "40\x1e\x1e42[]", http.StatusBadRequest, link.BadPacket},
		{"base64 that is none", "bA?==", http.StatusBadRequest, link.BadPacket},
		{"base64 with a new line", "bAQ\r\n==", http.StatusBadRequest, link.BadPacket},
		{"text that is not UTF-8", "42[\"\xc3\x28\"]", http.StatusBadRequest, link.BadPacket},
		{"thousands of tiny packets", strings.TrimSuffix(strings.Repeat("3\x1e", 5000), "\x1e"), http.StatusBadRequest, link.BadPacket},
		{"one packet more than may be", strings.TrimSuffix(strings.Repeat("3\x1e", maxPackets+1), "\x1e"), http.StatusBadRequest, link.BadPacket},
		{"only separators", strings.Repeat("\x1e", 10_000), http.StatusBadRequest, link.BadPacket},
		{"more than may be", "4" + strings.Repeat("a", maxPayload), http.StatusRequestEntityTooLarge, link.TooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := w.closes(c.why)
			p := w.poll()
			if status, body := p.post(c.body); status != c.status {
				t.Errorf("answered %d %s, want %d", status, body, c.status)
			}
			w.ended(c.why, before)
			p.dead()
			w.neighbour.isServed()
		})
	}
	w.alone()
}

func TestABodyWithoutALengthIsBounded(t *testing.T) {
	w := newWorld(t, nil)
	before := w.closes(link.TooLarge)
	p := w.poll()
	o := w.dial()
	o.writeText(p.line("POST") + "\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
	for range 12 {
		o.writeText("2710\r\n" + strings.Repeat("4", 10_000) + "\r\n")
	}
	if status, _ := o.answer(); status != http.StatusRequestEntityTooLarge {
		t.Errorf("answered %d", status)
	}
	w.ended(link.TooLarge, before)
	p.dead()
	w.neighbour.isServed()
}

func TestTwoPollsAtOnce(t *testing.T) {
	w := newWorld(t, nil)
	before := w.closes(link.BadPacket)
	p := w.poll()
	if status, _ := p.post(`40{"token":"user offender"}`); status != http.StatusOK {
		t.Fatal(status)
	}
	if status, body := p.get(); status != http.StatusOK || !strings.HasPrefix(body, "40{") {
		t.Fatalf("%d %s", status, body)
	}
	one, other := p.begin(), p.begin()
	statuses := map[int]string{}
	for _, o := range []*offender{one, other} {
		status, body := o.answer()
		statuses[status] = body
	}
	if statuses[http.StatusOK] != "1" || statuses[http.StatusBadRequest] != `{"code":3,"message":"Bad request"}` {
		t.Errorf("answered %v", statuses)
	}
	w.ended(link.BadPacket, before)
	p.dead()
	w.neighbour.isServed()
}

func TestTwoPostsAtOnce(t *testing.T) {
	w := newWorld(t, nil)
	before := w.closes(link.BadPacket)
	p := w.poll()
	slow := w.dial()
	// The length of a body is known before its end. The 100 Continue shows
	// that the server has begun to read.
	slow.writeText(p.line("POST") + "\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
	if line, err := slow.in.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("%q %v", line, err)
	}
	if _, err := slow.in.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if status, body := p.post("3"); status != http.StatusBadRequest {
		t.Errorf("the second: %d %s", status, body)
	}
	slow.writeText("3\x1e")
	if status, body := slow.answer(); status != http.StatusBadRequest {
		t.Errorf("the first: %d %s", status, body)
	}
	w.ended(link.BadPacket, before)
	p.dead()
	w.neighbour.isServed()
}

// TestAPanicEndsOnePollingSession: its next poll receives the reason, and
// then it is unknown.
func TestAPanicEndsOnePollingSession(t *testing.T) {
	w := newWorld(t, nil)
	before := w.closes(link.Panicked)
	p, other := w.poll(), w.poll()
	for _, one := range []*poller{p, other} {
		if status, _ := one.post(`40{"token":"user offender"}`); status != http.StatusOK {
			t.Fatal(status)
		}
		if status, body := one.get(); status != http.StatusOK || !strings.HasPrefix(body, "40{") {
			t.Fatalf("%d %s", status, body)
		}
	}
	waiting := p.begin()
	if status, _ := p.post(`421["test.panic",{}]`); status != http.StatusOK && status != http.StatusBadRequest {
		t.Errorf("answered %d", status)
	}
	if status, body := waiting.answer(); status != http.StatusOK || body != "1" {
		t.Errorf("the poll that waited: %d %s", status, body)
	}
	w.ended(link.Panicked, before)
	p.dead()
	if status, _ := other.post(`421["test.echo",{}]`); status != http.StatusOK {
		t.Errorf("the same user's other session: %d", status)
	}
	if status, body := other.get(); status != http.StatusOK || body != `431[{"ok":true,"payload":{}}]` {
		t.Errorf("the same user's other session: %d %s", status, body)
	}
	w.neighbour.isServed()
}

// TestABodyThatNeverEnds: a client that stalls after one byte keeps its
// session no longer than a silent one, and occupies no memory afterwards.
func TestABodyThatNeverEnds(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) {
		o.Link.PingInterval, o.Link.PingTimeout = 300*time.Millisecond, 600*time.Millisecond
	})
	before := w.closes(link.PingTimeout) + w.closes(link.TransportError)
	var slow []*offender
	for range 20 {
		p := w.poll()
		o := w.dial()
		o.writeText(p.line("POST") + "\r\nHost: x\r\nContent-Length: 1000\r\n\r\n4")
		slow = append(slow, o)
	}
	for _, o := range slow {
		if status, _ := o.answer(); status != http.StatusBadRequest {
			t.Errorf("answered %d", status)
		}
	}
	waittest.Until(w.t, "all are ended", func() bool { return w.closes(link.PingTimeout)+w.closes(link.TransportError) >= before+20 })
	w.alone()
	w.neighbour.isServed()
}

// TestAMessageThatNeverEnds: a WebSocket that trickles bytes without
// answering heartbeats is closed.
func TestAMessageThatNeverEnds(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) {
		o.Link.PingInterval, o.Link.PingTimeout = 300*time.Millisecond, 600*time.Millisecond
	})
	before := w.closes(link.PingTimeout)
	o := w.offend()
	o.write(header(final|text, maxPayload, true)...)
	stopped := make(chan struct{})
	go func() { // until the connection is closed
		defer close(stopped)
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for range tick.C {
			if _, err := o.conn.Write([]byte("4")); err != nil {
				return
			}
		}
	}()
	if status, _ := o.closedWith(); status != link.PingTimeout.Status {
		t.Errorf("closed with %d", status)
	}
	_ = o.conn.Close()
	<-stopped
	w.ended(link.PingTimeout, before)
	w.alone()
	w.neighbour.isServed()
}

// TestSessionsOfOthers: a session id opens nothing but its own session, and a
// guessed one nothing at all.
func TestSessionsOfOthers(t *testing.T) {
	w := newWorld(t, nil)
	for _, sid := range []string{"", "x", strings.Repeat("A", 20), strings.Repeat("%00", 20), strings.Repeat("s", 5000), "../../x", "__proto__"} {
		for _, request := range []string{"GET polling", "POST polling", "GET websocket"} {
			method, transport, _ := strings.Cut(request, " ")
			lines := []string{method + " /socket.io/?EIO=4&transport=" + transport + "&sid=" + sid + " HTTP/1.1", handshake, "Content-Length: 0", "", ""}
			if status, body := w.dial().ask(lines...); status != http.StatusBadRequest || body != refusedSession {
				t.Errorf("%s with a guessed session %.20q: %d %s", request, sid, status, body)
			}
		}
	}

	victim := w.poll("Origin: https://ours.test")
	for _, request := range []string{"GET polling", "POST polling", "GET websocket"} {
		method, transport, _ := strings.Cut(request, " ")
		lines := []string{method + " /socket.io/?EIO=4&transport=" + transport + "&sid=" + victim.sid + " HTTP/1.1", handshake, "Content-Length: 0", "Origin: https://other.test", "", ""}
		if status, body := w.dial().ask(lines...); status != http.StatusBadRequest || body != refusedSession {
			t.Errorf("%s by a page of another origin: %d %s", request, status, body)
		}
	}

	// A WebSocket with the wrong probe takes nothing over.
	for _, words := range []string{"2", "2probe ", "5", "3probe", `40{"token":"user offender"}`} {
		o := w.webSocket("&sid=" + victim.sid)
		o.say(words)
		if status, _ := o.closedWith(); status != link.BadPacket.Status {
			t.Errorf("after %q: closed with %d", words, status)
		}
		_ = o.conn.Close()
	}
	if status, _ := victim.post(`40{"token":"user victim"}`); status != http.StatusOK {
		t.Errorf("the session goes on: %d", status)
	}
	if status, body := victim.get(); status != http.StatusOK || !strings.HasPrefix(body, "40{") {
		t.Errorf("the session goes on: %d %s", status, body)
	}

	// Once it has moved to its own WebSocket, a second one is closed.
	own := w.webSocket("&sid=" + victim.sid)
	own.say("2probe")
	own.expect("3probe")
	own.say("5")
	own.say(`421["test.echo",{}]`)
	own.expect("431[")
	late, body := w.dial().ask("GET /socket.io/?EIO=4&transport=websocket&sid="+victim.sid+" HTTP/1.1", handshake, "", "")
	if late != http.StatusSwitchingProtocols && late != http.StatusBadRequest {
		t.Errorf("a second WebSocket: %d %s", late, body)
	}
	own.say(`422["test.echo",{}]`)
	own.expect("432[")
	w.neighbour.isServed()
}
