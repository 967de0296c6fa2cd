package hub_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"switchboard/hub"
	"switchboard/hub/wire"
	"switchboard/storage/broker"
	"switchboard/storage/broker/memory"
	"switchboard/storage/id"
)

// recorder is a broker that records what is published.
type recorder struct {
	*memory.Broker
	messages chan broker.Message
}

func (h recorder) Publish(m broker.Message) error {
	select {
	case h.messages <- m:
	default:
	}
	return h.Broker.Publish(m)
}

// newCluster returns two nodes on one log with one broker.
func newCluster(t *testing.T) (a, b *world, carrier recorder) {
	t.Helper()
	carrier = recorder{memory.New(), make(chan broker.Message, 1000)}
	t.Cleanup(carrier.Close)
	node := func(name string) func(*hub.Options) {
		return func(o *hub.Options) {
			o.Broker, o.Node, o.Version = carrier, id.Derived(name), "1.2.3"
		}
	}
	a = newWorld(t, node("a"))
	b = a.secondNode(node("b"))
	for _, w := range []*world{a, b} {
		t.Cleanup(carrier.Listen(w.hub))
	}
	return a, b, carrier
}

func TestTypingReachesOtherNodesButNotItsSender(t *testing.T) {
	a, b, carrier := newCluster(t)
	topic := "chat:" + id.Derived("chat").String()
	bob, tab, ada := a.connect(`{"token":"agent"}`), a.connect(`{"token":"agent"}`), b.connect(`{"token":"admin"}`)
	for _, c := range []*client{bob, tab, ada} {
		c.subscribe(topic)
	}
	if r := bob.call("typing", `{"topic":"`+topic+`","typing":true}`); !r.OK {
		t.Fatalf("%+v", r)
	}
	for _, c := range []*client{tab, ada} {
		if r := c.event("typing"); r.text("topic") != topic || len(r.object) != 3 {
			t.Fatalf("%s", r.packet.Data)
		}
	}
	// Clients can neither subscribe to nor receive the nodes' internal
	// messages.
	for _, internal := range []string{"hub:typing", "hub:watch", "hub:nodes", "presence:sockets"} {
		if r := ada.call("subscribe", `{"topic":"`+internal+`"}`); r.Error.Code != "invalid" {
			t.Errorf("%s: %+v", internal, r)
		}
		if err := carrier.Publish(broker.Message{Organization: organization, Topic: internal, Name: topic, Payload: json.RawMessage(`{"from":"x"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := carrier.Publish(broker.Message{Organization: organization, Topic: topic, Name: "levels", Payload: json.RawMessage(`{}`)}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*client{bob, ada} {
		c.event("levels") // after all others, and nothing came before it
	}
}

// TestTheLiveViewOfNodes: only superusers see it, every node reports while it
// is watched, and no messages are sent while it is not.
func TestTheLiveViewOfNodes(t *testing.T) {
	a, b, carrier := newCluster(t)
	a.people.expires = time.Now().Add(1000 * time.Hour)
	bob := b.connect(`{"token":"agent"}`)
	bob.subscribe("me")
	if r := bob.call("subscribe", `{"topic":"nodes"}`); r.Error.Code != "forbidden" {
		t.Fatalf("%+v", r)
	}
	if n := silence(t, a, b, carrier); n != 0 {
		t.Fatalf("%d messages although nobody has looked", n)
	}

	ada := a.connect(`{"token":"admin"}`)
	ada.subscribe("object:contact")
	var first wire.NodesSnapshot
	if err := json.Unmarshal(ada.subscribe("nodes").Snapshot, &first); err != nil || len(first.Nodes) != 1 {
		t.Fatalf("%+v %v", first, err)
	}
	mine := first.Nodes[0]
	if mine.Node != id.Derived("a") || mine.Version != "1.2.3" || mine.Sockets < 1 || mine.Users < 1 || mine.Topics < 2 || mine.Since.IsZero() ||
		!slices.Contains(mine.Rooms, wire.RoomFigures{Topic: "nodes", Sockets: 1}) ||
		!slices.Contains(mine.Rooms, wire.RoomFigures{Topic: "object:contact", Sockets: 1}) {
		t.Fatalf("%+v", mine)
	}
	a.log.write(true, renamed("x"))
	// Both nodes report repeatedly, and their figures change over time.
	want := map[id.ID]func(wire.NodeFigures) bool{
		id.Derived("a"): func(f wire.NodeFigures) bool { return f.Deliveries == 1 && f.Applied == 1 },
		id.Derived("b"): func(f wire.NodeFigures) bool {
			return f.Applied == 1 && f.Sockets >= 1 && slices.Contains(f.Rooms, wire.RoomFigures{Topic: "me", Sockets: 1})
		},
	}
	for len(want) > 0 {
		r := ada.receive()
		if r.name == "change" {
			continue
		}
		if r.name != "nodes" || r.offset != "" {
			t.Fatalf("%s", r.packet.Data)
		}
		for _, f := range figuresIn(t, r) {
			if is := want[f.Node]; is != nil && is(f) {
				delete(want, f.Node)
			}
		}
		a.clock.advance(time.Second)
	}
	var both wire.NodesSnapshot
	if err := json.Unmarshal(ada.subscribe("nodes").Snapshot, &both); err != nil || len(both.Nodes) != 2 {
		t.Fatalf("%+v %v", both, err)
	}

	if r := ada.call("unsubscribe", `{"topic":"nodes"}`); !r.OK {
		t.Fatalf("%+v", r)
	}
	silence(t, a, b, carrier)
}

// silence waits until the nodes have sent nothing for many ticks, and returns
// how many messages came before.
func silence(t *testing.T, a, b *world, carrier recorder) (before int) {
	t.Helper()
	for quiet, rounds := 0, 0; quiet < 30; rounds++ {
		a.clock.advance(time.Minute)
		a.settle(0)
		b.settle(0)
		quiet++
		for len(carrier.messages) > 0 {
			quiet = 0
			before++
			<-carrier.messages
		}
		if rounds > 300 {
			t.Fatal("the nodes go on although nobody looks")
		}
	}
	return before
}

func figuresIn(t *testing.T, r received) []wire.NodeFigures {
	t.Helper()
	var nodes []wire.NodeFigures
	strict := json.NewDecoder(strings.NewReader(string(r.object["nodes"])))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&nodes); err != nil || len(nodes) == 0 {
		t.Fatalf("%s: %v", r.packet.Data, err)
	}
	return nodes
}

// TestDrainedSocketsGoOnElsewhere verifies that a draining node refuses new
// clients clearly and that its sessions continue on another node with nothing
// lost.
func TestDrainedSocketsGoOnElsewhere(t *testing.T) {
	a, b, _ := newCluster(t)
	const clients = 20
	waiting := a.dial() // opened before, signs in too late
	open := make([]*client, clients)
	for i := range open {
		open[i] = a.connect(`{"token":"admin"}`)
		open[i].subscribe("object:contact")
	}
	a.log.write(true, renamed("before"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.hub.Drain(t.Context(), 20*time.Millisecond)
	}()
	for i, c := range open {
		var had int64
		r := c.receive()
		for ; r.name == "change"; r = c.receive() {
			if had++; r.offset != strconv.FormatInt(had, 10) {
				t.Fatalf("client %d: %s", i, r.packet.Data)
			}
		}
		if r.name != "notice" || r.text("code") != "draining" || string(r.object["reconnect"]) != "true" {
			t.Fatalf("%s", r.packet.Data)
		}
		c.ended()
		head := a.log.write(true, renamed("meanwhile"))
		offset := ""
		if had > 0 {
			offset = strconv.FormatInt(had, 10)
		}
		back := b.connect(returning("admin", c.pid, offset, "object:contact"))
		if back.sid != c.sid {
			t.Fatalf("client %d did not recover", i)
		}
		for n := had + 1; n <= head; n++ {
			var r received
			if len(back.early) > 0 {
				r, back.early = back.early[0], back.early[1:]
			} else {
				r = back.event("change")
			}
			if r.offset != strconv.FormatInt(n, 10) {
				t.Fatalf("client %d, place %d: %s", i, n, r.packet.Data)
			}
		}
		_ = back.ws.CloseNow()
	}
	waiting.ended()
	<-done
	if r := waiting.early; len(r) == 0 || r[0].name != "notice" {
		t.Fatalf("%+v", r)
	}
}

// TestConnectDuringDrainIsRefused: a link that is still open cannot begin a
// session.
func TestConnectDuringDrainIsRefused(t *testing.T) {
	w := newWorld(t, nil)
	late := w.dial()
	last := w.connect(`{"token":"agent"}`)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.hub.Drain(t.Context(), 500*time.Millisecond) // the second goes half of it later
	}()
	remaining := late
	// One of the two is closed first, in random order; the other is still
	// open.
	type outcome struct {
		c    *client
		text string
		err  error
	}
	first := make(chan outcome, 2)
	for _, c := range []*client{late, last} {
		go func() {
			text, err := c.tryText()
			first <- outcome{c, text, err}
		}()
	}
	announced := <-first
	if !strings.Contains(announced.text, "draining") {
		t.Fatalf("%+v", announced)
	}
	if announced.c == late {
		remaining = last
		remaining.write("41") // it leaves the namespace, and returns
	}
	remaining.write(`40{"token":"agent"}`)
	if answer := <-first; answer.err == nil && !strings.Contains(answer.text, "draining") &&
		(!strings.HasPrefix(answer.text, "44") || !strings.Contains(answer.text, `"code":"unavailable"`) || !strings.Contains(answer.text, `"retry_after":1`)) {
		t.Fatalf("%+v", answer)
	} else if strings.HasPrefix(answer.text, "40{") {
		t.Fatal("it was taken in")
	}
	_, _ = late.ws.CloseNow(), last.ws.CloseNow()
	<-done
}
