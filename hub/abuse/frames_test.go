package abuse_test

import (
	"testing"

	"switchboard/hub/link"
	"switchboard/storage/waittest"
)

// The statuses of RFC 6455 §7.4.1. If the frames cannot be separated, the
// server hangs up without one.
const (
	hungUp        = 0
	protocolError = 1002
	tooBig        = 1009
)

// TestFramesAgainstTheRules sends WebSocket frames that RFC 6455 forbids.
func TestFramesAgainstTheRules(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		name   string
		do     func(o *offender)
		status int
		why    link.Reason
	}{
		{"unmasked", func(o *offender) { o.write(append(header(final|text, 1, false), '3')...) }, hungUp, link.TransportError},
		{"a reserved bit", func(o *offender) { o.frame(final|reserved1|text, []byte("3")) }, protocolError, link.TransportError},
		{"a reserved opcode", func(o *offender) { o.frame(final|0x3, []byte("3")) }, protocolError, link.TransportError},
		{"a reserved control opcode", func(o *offender) { o.frame(final|0xb, nil) }, protocolError, link.TransportError},
		{"a ping in pieces", func(o *offender) { o.frame(ping, []byte("3")) }, protocolError, link.TransportError},
		{"a ping of great length", func(o *offender) { o.frame(final|ping, make([]byte, 126)) }, protocolError, link.TransportError},
		{"a continuation of nothing", func(o *offender) { o.frame(final|continuation, []byte("3")) }, protocolError, link.TransportError},
		{"a message within a message", func(o *offender) {
			o.frame(text, []byte("4"))
			o.frame(final|text, []byte("3"))
		}, protocolError, link.TransportError},
		{"a length beyond all memory", func(o *offender) {
			o.write(final|text, 0x80|127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)
			o.writeText(string(make([]byte, 2*maxPayload)))
		}, tooBig, link.TooLarge},
		{"a negative length", func(o *offender) {
			o.write(final|text, 0x80|127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)
		}, hungUp, link.TransportError},
		{"a message of endless pieces", func(o *offender) {
			o.frame(text, []byte("4"))
			for range 30 {
				o.frame(continuation, make([]byte, maxPayload/20))
			}
		}, tooBig, link.TooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := w.closes(c.why)
			o := w.offend()
			o.t = t
			c.do(o)
			if status := o.endsWith(); status != c.status {
				t.Errorf("closed with %d, want %d", status, c.status)
			}
			_ = o.conn.Close()
			w.ended(c.why, before)
			w.neighbour.isServed()
		})
	}
	w.alone()
}

// TestConnectionsThatBreakOff ends connections anywhere: in a header, in a
// payload, in the handshake.
func TestConnectionsThatBreakOff(t *testing.T) {
	w := newWorld(t, nil)
	broken := func() int { return w.closes(link.TransportError) }
	before := broken()
	whole := append(header(final|text, 30, true), `42["test.echo",{"a":"abcdefg"}`...)
	for n := range whole {
		o := w.offend()
		o.write(whole[:n]...)
		_ = o.conn.Close()
	}
	waittest.Until(w.t, "all are ended", func() bool { return broken() == before+len(whole) })
	for _, half := range []string{"GET", "GET /socket.io/?EIO=4", "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpg"} {
		o := w.dial()
		o.writeText(half)
		_ = o.conn.Close()
	}
	w.alone()
	w.neighbour.isServed()
}
