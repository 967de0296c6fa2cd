package abuse_test

import (
	"bytes"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/waittest"
)

func TestAFloodOfEvents(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.EventsPerSecond, o.EventBurst = 100, 5 })
	before := w.closes(link.Flood)
	o := w.offend()
	const event = `42["test.echo",{}]`
	many := bytes.Repeat(append(header(final|text, len(event), true), event...), 1000)
	go func() { // until the server hangs up
		for {
			if _, err := o.conn.Write(many); err != nil {
				return
			}
		}
	}()
	for {
		opcode, payload, err := o.read()
		if err != nil {
			t.Fatal(err)
		}
		if opcode == closing {
			t.Fatal("closed without a word")
		}
		if strings.HasPrefix(string(payload), `42["notice"`) {
			if !strings.Contains(string(payload), `"code":"flood"`) || !strings.Contains(string(payload), `"reconnect":false`) {
				t.Errorf("received %s", payload)
			}
			break
		}
	}
	o.expect("41") // so that the library does not reconnect by itself
	if status, _ := o.closedWith(); status != link.Flood.Status {
		t.Errorf("closed with %d", status)
	}
	_ = o.conn.Close()
	w.ended(link.Flood, before)
	w.neighbour.isServed()
}

// TestAFloodOfConnects: neither tokens nor namespaces can be guessed for
// long.
func TestAFloodOfConnects(t *testing.T) {
	w := newWorld(t, nil)
	for packet, refusal := range map[string]string{
		`40{"token":"guess"}`: `44{"message":`,
		`40/guess,`:           `44/guess,{"message":"Invalid namespace"}`,
	} {
		before := w.closes(link.Flood)
		o := w.webSocket("")
		o.expect("0{")
		for {
			o.say(packet)
			opcode, payload, err := o.read()
			if err != nil {
				t.Fatal(err)
			}
			if opcode == closing {
				break
			}
			if !strings.HasPrefix(string(payload), refusal) && !strings.HasPrefix(string(payload), `42["notice",{"code":"flood"`) {
				t.Fatalf("got %s", payload)
			}
		}
		_ = o.conn.Close()
		w.ended(link.Flood, before)
		w.neighbour.isServed()
	}
}

// TestConnectionsThatNeverSignIn verifies that they are closed on every
// transport.
func TestConnectionsThatNeverSignIn(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.ConnectTimeout = 500 * time.Millisecond })
	before := w.closes(link.ConnectTimeout)
	var silent []*offender
	var polls []*poller
	for range 20 {
		silent = append(silent, w.webSocket(""))
		polls = append(polls, w.poll())
	}
	for _, o := range silent {
		if status, _ := o.closedWith(); status != link.ConnectTimeout.Status {
			t.Errorf("closed with %d", status)
		}
		_ = o.conn.Close()
	}
	for _, p := range polls {
		if status, body := p.get(); status != http.StatusOK || body != "1" {
			if status != http.StatusBadRequest { // the farewell was not fetched in time
				t.Errorf("a poll: %d %s", status, body)
			}
		}
	}
	waittest.Until(w.t, "all are ended", func() bool { return w.closes(link.ConnectTimeout) == before+40 })
	w.alone()
	w.neighbour.isServed()
}

func TestAFloodOfConnections(t *testing.T) {
	const most = 30
	w := newWorld(t, func(o *hub.Options) { o.Link.MaxConnections = most })
	var open []*offender
	for range most - 1 { // one of them is the neighbor
		open = append(open, w.webSocket(""))
	}
	for _, transport := range []string{"websocket", "polling"} {
		status, body := w.dial().ask("GET /socket.io/?EIO=4&transport="+transport+" HTTP/1.1", handshake, "", "")
		if status != http.StatusServiceUnavailable || !strings.Contains(body, `"message"`) {
			t.Errorf("%s beyond the limit: %d %s", transport, status, body)
		}
	}
	w.neighbour.isServed()
	for _, o := range open {
		_ = o.conn.Close()
	}
	w.alone()
	w.offend()
	w.neighbour.isServed()
}

func TestOneUsersManyTabs(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.SocketsPerUser = 3 })
	for range 3 {
		w.offend()
	}
	o := w.webSocket("")
	o.expect("0{")
	o.say(`40{"token":"user offender"}`)
	if refusal := o.expect("44{"); !strings.Contains(refusal, `"code":"rate_limited"`) || !strings.Contains(refusal, `"retry_after":`) {
		t.Errorf("got %s", refusal)
	}
	w.neighbour.isServed()
}

// TestNoResourcesLeak: after hundreds of offenders of all kinds, goroutines and
// memory are back to normal.
func TestNoResourcesLeak(t *testing.T) {
	w := newWorld(t, nil)
	offences := []func(){
		func() { o := w.offend(); o.say("4abc"); o.closedWith(); _ = o.conn.Close() },
		func() { o := w.offend(); o.say(`421["test.panic",{}]`); o.closedWith(); _ = o.conn.Close() },
		func() {
			o := w.offend()
			o.say(`4510-["x"]`)
			o.sayBinary(strings.Repeat("a", 50_000))
			_ = o.conn.Close()
		},
		func() { o := w.offend(); o.write(header(final|text, maxPayload, true)...); _ = o.conn.Close() },
		func() { w.poll().post("abc") },
		func() { w.poll().post(strings.Repeat("3\x1e", 5000)) },
		func() { p := w.poll(); _ = p.begin().conn.Close() },
		func() { _ = w.webSocket("").conn.Close() },
	}
	round := func(times int) {
		for range times {
			for _, offend := range offences {
				offend()
			}
		}
		waittest.Until(w.t, "the offenders are gone", func() bool { return w.hub.Sockets() == 1 })
		w.neighbour.isServed()
	}
	round(5) // pools and caches fill
	goroutines, memory := runtime.NumGoroutine(), heap()
	const times = 40
	round(times)
	waittest.Until(w.t, "the goroutines are gone", func() bool { return runtime.NumGoroutine() <= goroutines+5 })
	if now := heap(); now > memory+4<<20 {
		t.Errorf("%d offenders left %d KiB behind", times*len(offences), (now-memory)>>10)
	}
}
