package hub_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchboard/cmd/child"
	"switchboard/hub"
	"switchboard/storage/cabletest"
)

// driver runs the official socket.io-client, which the UI's dependencies bring.
type driver struct {
	t    *testing.T
	talk *child.Talk
	// ignored is a kind of line that the test ignores.
	ignored string
}

// happening is a line of testdata/client.mjs.
type clientEvent struct {
	Kind      string
	Recovered bool
	ID        string
	Message   string
	Data      struct {
		Code, Detail string
		RetryAfter   float64 `json:"retry_after"`
	}
	Reason string
	Name   string
	Args   []json.RawMessage
	Answer reply
}

func startDriver(t *testing.T) *driver {
	t.Helper()
	manifest, err := filepath.Abs("../ui/package.json")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("node", "testdata/client.mjs", manifest)
	var complaints strings.Builder
	command.Stderr = &complaints
	talk, err := child.Open(command)
	if err != nil {
		t.Fatalf("the official client needs Node: %v", err)
	}
	t.Cleanup(func() {
		talk.CloseInput()
		for range talk.Lines { // until its output ends
		}
		if err := talk.Wait(); err != nil {
			t.Errorf("the client ended with %v (is socket.io-client installed? npm ci in ui/): %s", err, complaints.String())
		}
	})
	return &driver{t: t, talk: talk}
}

func (d *driver) do(command string) {
	d.t.Helper()
	if err := d.talk.Send(command); err != nil {
		d.t.Fatal(err)
	}
}

func (d *driver) next(kind string) clientEvent {
	d.t.Helper()
	return d.nextWhile(kind, maxWait, func() { d.t.Fatalf("waited in vain for %s", kind) })
}

// nextWhile is next that calls do repeatedly until the line arrives.
func (d *driver) nextWhile(kind string, every time.Duration, do func()) clientEvent {
	d.t.Helper()
	for {
		h, ok := d.within(every)
		switch {
		case !ok:
			do()
		case h.Kind == kind:
			return h
		case h.Kind != d.ignored:
			d.t.Fatalf("got %+v, want %s", h, kind)
		}
	}
}

// within returns the driver's next line, unless it takes longer.
func (d *driver) within(limit time.Duration) (h clientEvent, ok bool) {
	d.t.Helper()
	select {
	case line, more := <-d.talk.Lines:
		if !more {
			d.t.Fatal("the client ended")
		}
		if err := json.Unmarshal([]byte(line), &h); err != nil {
			d.t.Fatalf("the client says %s: %v", line, err)
		}
		return h, true
	case <-time.After(limit):
		return clientEvent{}, false
	}
}

func (d *driver) auth(value string) {
	d.t.Helper()
	d.do(`{"do":"auth","value":` + value + `}`)
	d.next("done")
}

func (d *driver) emit(name, payload string) reply {
	d.t.Helper()
	d.do(fmt.Sprintf(`{"do":"emit","name":%q,"payload":%s}`, name, payload))
	return d.next("ack").Answer
}

// change reads the next event, which must be the change at a position.
func (d *driver) change(seq int64, name string) {
	d.t.Helper()
	h := d.next("event")
	var change struct {
		Seq    int64
		Fields struct{ Name string }
	}
	if h.Name != "change" || len(h.Args) != 2 || json.Unmarshal(h.Args[0], &change) != nil ||
		change.Seq != seq || string(h.Args[1]) != fmt.Sprintf(`"%d"`, seq) || change.Fields.Name != name {
		d.t.Fatalf("got %s %s, want change %d to %s", h.Name, h.Args, seq, name)
	}
}

func TestOfficialClientRecovers(t *testing.T) {
	for name, transports := range map[string]string{
		"WebSocket": `["websocket"]`, "polling": `["polling"]`, "upgrade": `["polling","websocket"]`,
	} {
		t.Run(name, func(t *testing.T) { officialClientRecovers(t, transports) })
	}
}

func officialClientRecovers(t *testing.T, transports string) {
	w := newWorld(t, nil)
	p := cabletest.Lay(t, strings.TrimPrefix(w.server.URL, "http://"))
	d := startDriver(t)
	d.ignored = "connect_error" // of attempts while nothing passes
	d.auth(`{"token":"admin","topics":["object:contact","me"]}`)
	d.do(`{"do":"connect","url":"http://` + p.Addr() + `","transports":` + transports + `}`)
	first := d.next("connect")
	if first.Recovered {
		t.Fatal("a first session recovers nothing")
	}
	if r := d.emit("subscribe", `{"topic":"object:contact"}`); !r.OK || string(r.Snapshot) != "{}" {
		t.Fatalf("%+v", r)
	}
	if r := d.emit("subscribe", `{"topic":"me"}`); !r.OK || string(r.Snapshot) != `{"name":"Ada"}` {
		t.Fatalf("%+v", r)
	}

	// The client fires missed events before connect. The first cut comes
	// before any event: there is no offset yet.
	cut := func(missed ...string) {
		t.Helper()
		p.Hold()
		p.Cut()
		// A client that is cut while polling is paused and the new transport
		// is not open yet notices nothing until its heartbeat fails: it
		// starts no more polls (engine.io-client, _probe).
		mayPause := strings.Contains(transports, `"polling","websocket"`)
		h := d.nextWhile("disconnect", 20*time.Millisecond, p.Cut)
		if h.Reason != "transport close" && h.Reason != "transport error" && (!mayPause || h.Reason != "ping timeout") {
			t.Fatalf("%+v", h)
		}
		var last int64
		for _, name := range missed {
			last = w.log.write(true, renamed(name))
		}
		p.Pass()
		for i, name := range missed {
			d.change(last-int64(len(missed)-1-i), name)
		}
		if h := d.next("connect"); !h.Recovered || h.ID != first.ID {
			t.Fatalf("%+v, want session %s recovered", h, first.ID)
		}
	}
	cut("one", "two")
	w.log.write(true, renamed("live"))
	d.change(3, "live")
	cut("three", "four", "five")
	cut()
	w.log.write(true, renamed("live again"))
	d.change(7, "live again")

	// The node dies and another one takes its place.
	p.Hold()
	w.stop()
	d.nextWhile("disconnect", 20*time.Millisecond, p.Cut)
	p.Cut()
	w.log.write(true, renamed("while down"))
	w.start(nil)
	p.Lead(strings.TrimPrefix(w.server.URL, "http://"))
	p.Pass()
	d.change(8, "while down")
	if h := d.next("connect"); !h.Recovered {
		t.Fatalf("after a restart: %+v", h)
	}
	w.log.write(true, renamed("after"))
	d.change(9, "after")
	if r := d.emit("test.echo", `{"x":1}`); !r.OK || r.User != "Ada" {
		t.Fatalf("%+v", r)
	}
}

func TestOfficialClientReceivesRefusals(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.Link.MaxPayload = 5000 })
	d := startDriver(t)
	d.auth(`{"token":"bad"}`)
	d.do(`{"do":"connect","url":"` + w.server.URL + `"}`)
	if h := d.next("connect_error"); h.Message == "" || h.Data.Code != "unauthenticated" || h.Data.Detail == "" {
		t.Fatalf("%+v", h)
	}
	d.auth(`{"token":"agent","topics":[]}`)
	d.do(`{"do":"again"}`)
	d.next("connect")
	if r := d.emit("subscribe", `{"topic":"object:contact"}`); r.OK || r.Error.Code != "forbidden" || r.Error.Detail == "" {
		t.Fatalf("%+v", r)
	}
	if r := d.emit("test.invalid", `{}`); r.Error.Code != "invalid" || len(r.Error.Errors["phone"]) != 1 {
		t.Fatalf("%+v", r)
	}

	other := w.connect(`{"token":"agent"}`)
	d.do(`{"do":"emit","name":"test.echo","payload":{"a":"` + strings.Repeat("a", 10_000) + `"}}`)
	if h := d.next("disconnect"); !strings.HasPrefix(h.Reason, "transport") {
		t.Fatalf("%+v", h)
	}
	if h := d.next("connect"); !h.Recovered {
		t.Fatalf("it returns: %+v", h)
	}
	if r := other.call("test.echo", `{}`); !r.OK {
		t.Fatal("the other connection must be served")
	}
}

func TestOfficialClientConnectsLaterWhenAskedTo(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.ConnectsPerUser, o.UserConnectBurst = .001, 1 })
	w.dial().comeAndGo("agent")
	d := startDriver(t)
	d.auth(`{"token":"agent"}`)
	d.do(`{"do":"connect","url":"` + w.server.URL + `"}`)
	for range 2 {
		if h := d.next("connect_error"); h.Data.Code != "rate_limited" || h.Data.RetryAfter <= 0 {
			t.Fatalf("%+v", h)
		}
		d.do(`{"do":"again"}`)
	}
	d.next("connect_error")
	d.auth(`{"token":"admin"}`) // another user in the same browser
	d.do(`{"do":"again"}`)
	d.next("connect")
}
