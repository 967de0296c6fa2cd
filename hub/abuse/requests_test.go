package abuse_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestRequestsThatOpenNothing verifies that they are refused as the protocol
// specifies.
func TestRequestsThatOpenNothing(t *testing.T) {
	w := newWorld(t, nil)
	const ws = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1"
	const poll = "GET /socket.io/?EIO=4&transport=polling HTTP/1.1"
	for _, c := range []struct {
		name   string
		status int
		body   string
		lines  []string
	}{
		{"no version", 400, `{"code":5,`, []string{"GET /socket.io/?transport=polling HTTP/1.1", "Host: x"}},
		{"an old version", 400, `{"code":5,`, []string{"GET /socket.io/?EIO=3&transport=polling HTTP/1.1", "Host: x"}},
		{"two versions", 400, `{"code":5,`, []string{"GET /socket.io/?EIO=3&EIO=4&transport=polling HTTP/1.1", "Host: x"}},
		{"no transport", 400, `{"code":0,`, []string{"GET /socket.io/?EIO=4 HTTP/1.1", "Host: x"}},
		{"an unknown transport", 400, `{"code":0,`, []string{"GET /socket.io/?EIO=4&transport=flashsocket HTTP/1.1", "Host: x"}},
		{"a handshake by POST", 400, `{"code":2,`, []string{"POST /socket.io/?EIO=4&transport=polling HTTP/1.1", "Host: x", "Content-Length: 0"}},
		{"a handshake by PUT", 400, `{"code":2,`, []string{"PUT /socket.io/?EIO=4&transport=polling HTTP/1.1", "Host: x", "Content-Length: 0"}},
		{"a handshake by an invented method", 400, `{"code":2,`, []string{"SMUGGLE /socket.io/?EIO=4&transport=polling HTTP/1.1", "Host: x", "Content-Length: 0"}},
		{"a page of a foreign origin", 403, `{"code":4,`, []string{poll, "Host: x", "Origin: https://evil.test"}},
		{"an origin that begins like ours", 403, `{"code":4,`, []string{poll, "Host: x", "Origin: https://ours.test.evil.test"}},
		{"an origin of our name without TLS", 403, `{"code":4,`, []string{poll, "Host: x", "Origin: http://ours.test"}},
		{"the origin of a file", 403, `{"code":4,`, []string{poll, "Host: x", "Origin: null"}},
		{"a WebSocket of a foreign origin", 403, `{"code":4,`, []string{ws, handshake, "Origin: https://evil.test"}},
		{"a WebSocket without a key", 400, `{"code":3,`, []string{ws, "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"}},
		{"a WebSocket with half a key", 400, "", []string{ws, "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: YWJj"}},
		{"a WebSocket of an old version", 400, "", []string{ws, "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="}},
		{"a WebSocket that asks for no upgrade", 426, "", []string{ws, "Host: x", "Connection: keep-alive", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="}},
		{"two lengths", 400, "", []string{"POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1", "Host: x", "Content-Length: 1", "Content-Length: 2"}},
		{"a negative length", 400, "", []string{"POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1", "Host: x", "Content-Length: -1"}},
		{"a length that is a word", 400, "", []string{"POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1", "Host: x", "Content-Length: +1"}},
		{"an invented encoding", 501, "", []string{"POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1", "Host: x", "Transfer-Encoding: xchunked"}},
		{"two encodings", 501, "", []string{"POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1", "Host: x", "Transfer-Encoding: chunked, identity"}},
		{"a space before a colon", 400, "", []string{poll, "Host: x", "Origin : https://ours.test"}},
		{"no host", 400, "", []string{poll}},
		{"two hosts", 400, "", []string{poll, "Host: x", "Host: y"}},
		{"a header of great length", 431, "", []string{poll, "Host: x", "Cookie: " + strings.Repeat("a", 2<<20)}},
		{"a query of semicolons and escapes", 400, "", []string{"GET /socket.io/?EIO=4;transport=polling&%zz HTTP/1.1", "Host: x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := w.dial()
			o.t = t
			status, body := o.ask(append(c.lines, "", "")...)
			if status != c.status || !strings.HasPrefix(body, c.body) {
				t.Errorf("answered %d %s, want %d %s…", status, body, c.status, c.body)
			}
			w.neighbour.isServed()
		})
	}
	w.alone()
}

// TestAHiddenSecondRequest: what follows the body is not taken as a part of
// it, and a Content-Length next to chunks hides nothing.
func TestAHiddenSecondRequest(t *testing.T) {
	w := newWorld(t, nil)
	p := w.poll()
	o := w.dial()
	o.writeText(p.line("POST") + "\r\nHost: x\r\nContent-Length: 60\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"1\r\n3\r\n0\r\n\r\n" + "GET /socket.io/?EIO=4&transport=polling&sid=guess HTTP/1.1\r\nHost: x\r\n\r\n")
	status, body := o.answer()
	switch {
	case status == http.StatusBadRequest: // refused as a whole
	case status == http.StatusOK && body == "ok": // by the chunks alone; what follows is a new request
		if status, body := o.answer(); status != http.StatusBadRequest || body != refusedSession {
			t.Errorf("what follows: %d %s", status, body)
		}
	case status == http.StatusOK:
		t.Errorf("answered %s", body)
	}
	w.neighbour.isServed()
}
