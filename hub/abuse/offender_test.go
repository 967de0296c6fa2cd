package abuse_test

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// offender is a misbehaving client on a raw TCP connection.
type offender struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func (w *world) dial() *offender {
	w.t.Helper()
	conn, err := net.Dial("tcp", w.addr())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(maxWait)); err != nil {
		w.t.Fatal(err)
	}
	return &offender{t: w.t, conn: conn, in: bufio.NewReader(conn)}
}

// write sends bytes. It ignores errors, since the server may have hung up.
func (o *offender) write(b ...byte) { _, _ = o.conn.Write(b) }

func (o *offender) writeText(s string) { o.write([]byte(s)...) }

// ask sends the head of a request with CRLFs and reads the response.
func (o *offender) ask(lines ...string) (status int, body string) {
	o.t.Helper()
	o.writeText(strings.Join(lines, "\r\n"))
	return o.answer()
}

func (o *offender) answer() (status int, body string) {
	o.t.Helper()
	response, err := http.ReadResponse(o.in, nil)
	if err != nil {
		o.t.Fatalf("no answer: %v", err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusSwitchingProtocols {
		return response.StatusCode, ""
	}
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		o.t.Fatalf("half an answer: %v", err)
	}
	return response.StatusCode, string(raw)
}

const handshake = "Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="

// webSocket opens a WebSocket; more are additional lines of the request.
func (w *world) webSocket(query string, more ...string) *offender {
	w.t.Helper()
	o := w.dial()
	lines := append([]string{"GET /socket.io/?EIO=4&transport=websocket" + query + " HTTP/1.1", handshake}, more...)
	if status, body := o.ask(append(lines, "", "")...); status != http.StatusSwitchingProtocols {
		w.t.Fatalf("no WebSocket: %d %s", status, body)
	}
	return o
}

// offend opens a WebSocket and signs in.
func (w *world) offend() *offender {
	w.t.Helper()
	o := w.webSocket("")
	o.expect("0{")
	o.say(`40{"token":"user offender"}`)
	o.expect("40{")
	return o
}

// The opcodes of WebSocket frames (RFC 6455 §5.2).
const (
	continuation = 0x0
	text         = 0x1
	binaryFrame  = 0x2
	closing      = 0x8
	ping         = 0x9
)

// first is the first byte of a frame.
const (
	final     = 0x80
	reserved1 = 0x40
)

// frame sends a masked frame; its mask is zero, so the payload is plain.
func (o *offender) frame(first byte, payload []byte) {
	o.write(append(header(first, len(payload), true), payload...)...)
}

func header(first byte, size int, masked bool) []byte {
	mask := byte(0)
	if masked {
		mask = 0x80
	}
	b := []byte{first}
	switch {
	case size < 126:
		b = append(b, mask|byte(size))
	case size < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, mask|126), uint16(size))
	default:
		b = binary.BigEndian.AppendUint64(append(b, mask|127), uint64(size))
	}
	if masked {
		b = append(b, 0, 0, 0, 0)
	}
	return b
}

func (o *offender) say(packet string) { o.frame(final|text, []byte(packet)) }

func (o *offender) sayBinary(data string) { o.frame(final|binaryFrame, []byte(data)) }

var errClosed = errors.New("the server closed the connection")

// read returns the next frame, without heartbeats.
func (o *offender) read() (opcode byte, payload []byte, err error) {
	for {
		var head [2]byte
		if _, err := io.ReadFull(o.in, head[:]); err != nil {
			return 0, nil, fmt.Errorf("%w: %w", errClosed, err)
		}
		size := uint64(head[1] & 0x7f)
		more := map[uint64]int{126: 2, 127: 8}[size]
		if more > 0 {
			var wide [8]byte
			if _, err := io.ReadFull(o.in, wide[8-more:]); err != nil {
				return 0, nil, fmt.Errorf("%w: %w", errClosed, err)
			}
			size = binary.BigEndian.Uint64(wide[:])
		}
		payload = make([]byte, size)
		if _, err := io.ReadFull(o.in, payload); err != nil {
			return 0, nil, fmt.Errorf("%w: %w", errClosed, err)
		}
		if string(payload) != "2" {
			return head[0] & 0x0f, payload, nil
		}
	}
}

// expect reads a packet with the prefix and returns it.
func (o *offender) expect(begin string) string {
	o.t.Helper()
	opcode, payload, err := o.read()
	if err != nil || opcode != text || !strings.HasPrefix(string(payload), begin) {
		o.t.Fatalf("got frame %x %q (%v), want %s", opcode, payload, err, begin)
	}
	return string(payload)
}

// closedWith reads until the closing frame and returns its status and text.
func (o *offender) closedWith() (status int, words string) {
	o.t.Helper()
	for {
		opcode, payload, err := o.read()
		if err != nil {
			o.t.Fatalf("no closing frame: %v", err)
		}
		if opcode == closing {
			if len(payload) < 2 {
				return 0, ""
			}
			return int(binary.BigEndian.Uint16(payload)), string(payload[2:])
		}
	}
}

// endsWith is closedWith for servers that may hang up without a status, which
// is 0 then.
func (o *offender) endsWith() int {
	for {
		opcode, payload, err := o.read()
		switch {
		case err != nil:
			return 0
		case opcode == closing && len(payload) >= 2:
			return int(binary.BigEndian.Uint16(payload))
		}
	}
}

// poller is a client that polls.
type poller struct {
	w   *world
	sid string
}

func (w *world) poll(more ...string) *poller {
	w.t.Helper()
	lines := append([]string{"GET /socket.io/?EIO=4&transport=polling HTTP/1.1", "Host: x"}, more...)
	o := w.dial()
	defer func() { _ = o.conn.Close() }()
	status, body := o.ask(append(lines, "", "")...)
	_, sid, found := strings.Cut(body, `"sid":"`)
	if status != http.StatusOK || !found {
		w.t.Fatalf("no session: %d %s", status, body)
	}
	sid, _, _ = strings.Cut(sid, `"`)
	return &poller{w, sid}
}

func (p *poller) line(method string) string {
	return method + " /socket.io/?EIO=4&transport=polling&sid=" + p.sid + " HTTP/1.1"
}

// begin sends a GET and leaves it pending.
func (p *poller) begin() *offender {
	o := p.w.dial()
	o.writeText(p.line("GET") + "\r\nHost: x\r\n\r\n")
	return o
}

func (p *poller) get() (status int, body string) {
	o := p.begin()
	defer func() { _ = o.conn.Close() }()
	return o.answer()
}

func (p *poller) post(body string) (status int, answer string) {
	o := p.w.dial()
	defer func() { _ = o.conn.Close() }()
	return o.ask(p.line("POST"), "Host: x", fmt.Sprintf("Content-Length: %d", len(body)), "", body)
}

// dead asserts that the session is unknown now.
func (p *poller) dead() {
	p.w.t.Helper()
	for _, method := range []string{"GET", "POST"} {
		status, body := p.w.dial().ask(p.line(method), "Host: x", "Content-Length: 2", "", "4x")
		if status != http.StatusBadRequest || body != `{"code":1,"message":"Session ID unknown"}` {
			p.w.t.Errorf("%s on a dead session: %d %s", method, status, body)
		}
	}
}
