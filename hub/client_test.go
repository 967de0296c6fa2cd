package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"switchboard/hub/socketio"
	"switchboard/hub/sockettest"
	"switchboard/hub/wire"
)

// client is a raw WebSocket client that implements just enough of the
// protocol to inspect every packet.
type client struct {
	t     *testing.T
	ws    sockettest.Conn
	sid   string
	pid   string
	early []received // events that came before the reply to CONNECT
	next  uint64
}

// received is a packet from the server.
type received struct {
	packet socketio.Packet
	name   string
	object map[string]json.RawMessage
	offset string
}

func (w *world) dial() *client {
	w.t.Helper()
	return w.dialed(sockettest.Open, w.server.URL)
}

// dialing is sockettest.Dial or Open.
type dialing func(ctx context.Context, url string, by *http.Client) (sockettest.Conn, error)

// dialAt opens a WebSocket without reading from it.
func (w *world) dialAt(url string) *client {
	w.t.Helper()
	return w.dialed(sockettest.Dial, url)
}

func (w *world) dialed(dial dialing, url string) *client {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	ws, err := dial(ctx, url, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = ws.CloseNow() })
	return &client{t: w.t, ws: ws}
}

// connect signs in with the JSON auth. It fails the test if the server
// refuses.
func (w *world) connect(auth string) *client {
	w.t.Helper()
	c := w.dial()
	c.write("40" + auth)
	c.connected()
	return c
}

// connected reads up to the reply to CONNECT.
func (c *client) connected() {
	c.t.Helper()
	for {
		r := c.receive()
		switch r.packet.Type {
		case socketio.Connect:
			var reply struct{ SID, PID string }
			if err := json.Unmarshal(r.packet.Data, &reply); err != nil || reply.SID == "" || reply.PID == "" {
				c.t.Fatalf("CONNECT answered %s", r.packet.Data)
			}
			c.sid, c.pid = reply.SID, reply.PID
			return
		case socketio.Event:
			c.early = append(c.early, r)
		default:
			c.t.Fatalf("CONNECT answered %c%s", r.packet.Type, r.packet.Data)
		}
	}
}

func (c *client) write(text string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	if err := c.ws.Send(ctx, text); err != nil {
		c.t.Fatal(err)
	}
}

// text reads one Engine.IO packet.
func (c *client) text() string {
	c.t.Helper()
	text, err := c.tryText()
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

func (c *client) tryText() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	return c.ws.Receive(ctx)
}

// receive reads one Socket.IO packet and answers heartbeats.
func (c *client) receive() received {
	c.t.Helper()
	for {
		text := c.text()
		if text == "2" {
			c.write("3")
			continue
		}
		if text[0] != '4' {
			c.t.Fatalf("unexpected packet %q", text)
		}
		r, err := parse(text)
		if err != nil {
			c.t.Fatalf("%q: %v", text, err)
		}
		return r
	}
}

// shapes are the payloads as defined by the browser's types.
var shapes = map[string]func() any{
	"change":   func() any { return new(wire.Change) },
	"presence": func() any { return new(wire.PresenceEvent) },
	"typing":   func() any { return new(wire.TypingEvent) },
	"resync":   func() any { return new(wire.ResyncEvent) },
	"notice":   func() any { return new(wire.NoticeEvent) },
}

func parse(text string) (received, error) {
	p, err := socketio.Decode([]byte(text[1:]))
	r := received{packet: p}
	if err != nil || p.Type != socketio.Event {
		return r, err
	}
	name, args, err := socketio.SplitEvent(p.Data)
	if err != nil {
		return r, err
	}
	if len(args) == 0 || len(args) > 2 {
		return r, fmt.Errorf("an event has one argument and perhaps an offset, not %d", len(args))
	}
	r.name = name
	if shape, ok := shapes[name]; ok {
		strict := json.NewDecoder(bytes.NewReader(args[0]))
		strict.DisallowUnknownFields()
		if err := strict.Decode(shape()); err != nil {
			return r, fmt.Errorf("not what hub/wire says: %w", err)
		}
	}
	if err := json.Unmarshal(args[0], &r.object); err != nil {
		return r, fmt.Errorf("the argument must be an object: %w", err)
	}
	if len(args) == 2 {
		err = json.Unmarshal(args[1], &r.offset)
	}
	return r, err
}

// event reads the next event, which must have this name.
func (c *client) event(name string) received {
	c.t.Helper()
	r := c.receive()
	if r.packet.Type != socketio.Event || r.name != name {
		c.t.Fatalf("got %c %s %s, want the event %s", r.packet.Type, r.name, r.packet.Data, name)
	}
	return r
}

// reply is an ack.
type reply struct {
	OK       bool
	Snapshot json.RawMessage
	Seq      int64
	Error    struct {
		Code, Detail string
		Errors       map[string][]string
		RetryAfter   float64 `json:"retry_after"`
	}
	User    string
	Payload json.RawMessage
}

// call emits an event and reads its ack; events before it are appended to
// early.
func (c *client) call(name, payload string) reply {
	c.t.Helper()
	c.next++
	c.write(fmt.Sprintf(`42%d["%s",%s]`, c.next, name, payload))
	for {
		r := c.receive()
		if r.packet.Type != socketio.Ack {
			c.early = append(c.early, r)
			continue
		}
		if r.packet.ID != c.next {
			c.t.Fatalf("ack %d, want %d", r.packet.ID, c.next)
		}
		var answers []reply
		if err := json.Unmarshal(r.packet.Data, &answers); err != nil || len(answers) != 1 {
			c.t.Fatalf("ack %s: %v", r.packet.Data, err)
		}
		return answers[0]
	}
}

func (c *client) subscribe(topic string) reply {
	c.t.Helper()
	r := c.call("subscribe", `{"topic":"`+topic+`"}`)
	if !r.OK {
		c.t.Fatalf("subscribe %s: %+v", topic, r.Error)
	}
	return r
}

// ended reads until the connection closes and returns the close code.
func (c *client) ended() websocket.StatusCode {
	c.t.Helper()
	for {
		text, err := c.tryText()
		if err != nil {
			return websocket.CloseStatus(err)
		}
		if text == "2" {
			continue
		}
		if r, err := parse(text); err == nil {
			c.early = append(c.early, r)
		}
	}
}

func (r received) field(name string) string {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(r.object["fields"], &fields)
	return string(fields[name])
}

func (r received) text(name string) string {
	var s string
	_ = json.Unmarshal(r.object[name], &s)
	return s
}
