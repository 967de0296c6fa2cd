package abuse_test

import (
	"fmt"
	"strings"
	"testing"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/waittest"
)

// TestUnauthenticatedClientsHoldLittle lets many clients begin a large message without
// signing in or finishing it.
func TestUnauthenticatedClientsHoldLittle(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.Link.MaxPayload = 1_000_000 })
	before, grew := w.closes(link.TooLarge), heap()
	const strangers = 300
	for range strangers {
		o := w.webSocket("")
		o.write(header(final|text, 1_000_000, true)...)
		o.write(make([]byte, 17<<10)...)
		if status := o.endsWith(); status != link.TooLarge.Status {
			t.Fatalf("closed with %d", status)
		}
	}
	waittest.Until(w.t, "all are closed", func() bool { return w.closes(link.TooLarge) == before+strangers })
	t.Logf("the heap grew by %d KB", (int64(heap())-int64(grew))>>10)
	for _, size := range []int{17 << 10, 900_000} {
		p := w.poll()
		if status, _ := p.post("4" + strings.Repeat("x", size)); status != 413 {
			t.Errorf("a post of %d bytes before CONNECT: %d", size, status)
		}
	}
	w.neighbour.isServed()

	o := w.webSocket("") // a signed-in client may send more, until it leaves
	o.expect("0{")
	long := `421["test.echo",{"text":"` + strings.Repeat("x", 50_000) + `"}]`
	o.say(`40{"token":"user offender"}`)
	o.expect("40{")
	o.say(long)
	o.expect(`431[{"ok":true`)
	o.say("41")
	o.say(long)
	if status := o.endsWith(); status != link.TooLarge.Status {
		t.Fatalf("closed with %d after leaving", status)
	}
}

// TestUnfinishedInputHasOneBound lets signed-in clients hold parts of
// messages: more than the total bound, over WebSockets and polling bodies.
func TestUnfinishedInputHasOneBound(t *testing.T) {
	const bound, message = 2 << 20, 900_000
	w := newWorld(t, func(o *hub.Options) { o.Link.MaxPayload, o.Link.UnfinishedBytes = 1_000_000, bound })
	before := w.closes(link.InputHeld)
	begin := func(i int) {
		if i%2 == 0 {
			o := w.offend()
			o.write(header(final|text, message, true)...)
			o.write([]byte("4" + strings.Repeat("x", 600_000))...)
			return
		}
		p := w.poll()
		p.post(`40{"token":"user offender"}`)
		p.get()
		o := w.dial()
		o.writeText(p.line("POST") + fmt.Sprintf("\r\nHost: x\r\nContent-Length: %d\r\n\r\n4", message) + strings.Repeat("x", 600_000))
	}
	for i := range 20 {
		begin(i)
	}
	// Each holds 600 KB or more, so at most three can remain.
	waittest.Until(w.t, "those beyond the bound are closed", func() bool { return w.closes(link.InputHeld) >= before+17 })
	w.neighbour.isServed()

	o := w.offend() // and a client that sends a message at once is not affected
	o.say(`421["test.echo",{"text":"` + strings.Repeat("x", 100_000) + `"}]`)
	o.expect(`431[{"ok":true`)
}
