package hub_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// begun returns a client that follows the contacts and has received the first
// of them.
func (w *world) begun() *client {
	w.t.Helper()
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	w.log.write(true, renamed("seen"))
	c.event("change")
	return c
}

// until reads changes up to a position and records resyncs.
func (c *client) until(seq int64) {
	c.t.Helper()
	for len(c.early) == 0 || c.early[len(c.early)-1].offset != fmt.Sprint(seq) {
		c.early = append(c.early, c.receive())
	}
}

// arrivals lists what arrived, in order: offsets of changes and topics to resync.
func (c *client) arrivals() string {
	var list []string
	for _, r := range c.early {
		if r.name == "resync" {
			list = append(list, "resync "+r.text("topic"))
		} else {
			list = append(list, r.offset)
		}
	}
	return strings.Join(list, ",")
}

// answered reads what follows the reply to CONNECT up to the ack of an event.
func (c *client) answered() *client {
	c.t.Helper()
	if r := c.call("test.echo", `{}`); !r.OK {
		c.t.Fatalf("%+v", r.Error)
	}
	return c
}

func TestRecoveryOnAnotherNode(t *testing.T) {
	for name, k := range map[string]struct {
		announced bool // the other node is notified of the entries, or must find them
		cut       func(a *world, c *client)
	}{
		"that follows":       {true, func(_ *world, c *client) { _ = c.ws.CloseNow() }},
		"that lags behind":   {false, func(_ *world, c *client) { _ = c.ws.CloseNow() }},
		"the link is open":   {true, func(*world, *client) {}},
		"the node is killed": {true, func(a *world, _ *client) { a.log.unfollow(a.hub) }}, // it does nothing more, and closes nothing
	} {
		t.Run(name, func(t *testing.T) {
			a := newWorld(t, nil)
			b := a.secondNode(nil)
			b.connect(`{"token":"agent"}`) // b has its position in the log
			c := a.begun()
			k.cut(a, c)
			a.log.write(k.announced, many(3)...)
			back := b.connect(returning("admin", c.pid, "1", "object:contact"))
			b.log.write(true, renamed("live"))
			b.hub.LogGrew(organization)
			back.until(5)
			if back.pid != c.pid || back.sid != c.sid || back.offsets() != "2,3,4,5" {
				t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.offsets())
			}
		})
	}
}

// A client that names no topics, not even an empty list, gets those of its
// session if the node knows them, and a new session otherwise.
func TestRecoveryWithoutTopics(t *testing.T) {
	back := func(w *world, c *client) *client {
		t.Helper()
		r := w.connect(`{"token":"admin","pid":"` + c.pid + `","offset":"1"}`)
		w.log.write(true, renamed("live"))
		return r
	}
	t.Run("the link seems to live", func(t *testing.T) {
		w := newWorld(t, nil)
		c := w.begun()
		w.log.write(true, renamed("missed"))
		b := back(w, c)
		b.until(3)
		if b.pid != c.pid || b.offsets() != "2,3" {
			t.Fatalf("recovered %t, replayed %s", b.pid == c.pid, b.offsets())
		}
	})
	t.Run("the node forgot the link", func(t *testing.T) {
		w := newWorld(t, nil)
		c := w.begun()
		_ = c.ws.CloseNow()
		waittest.Until(t, "the link to be forgotten", func() bool { return !w.hub.Knows(organization, c.sid) })
		if b := back(w, c); b.pid == c.pid {
			t.Fatal("recovered, but received nothing any more")
		}
	})
	t.Run("an empty list", func(t *testing.T) {
		w := newWorld(t, nil)
		c := w.begun()
		_ = c.ws.CloseNow()
		b := w.connect(`{"token":"admin","topics":[],"pid":"` + c.pid + `","offset":"1"}`)
		w.log.write(true, renamed("live"))
		if b.answered(); b.pid != c.pid || b.offsets() != "" {
			t.Fatalf("recovered %t, replayed %s", b.pid == c.pid, b.offsets())
		}
	})
}

// If the client is ahead, the node catches up first: the client must get
// nothing twice, and must miss nothing that arrives in the meantime.
func TestRecoveryAheadOfTheNode(t *testing.T) {
	a := newWorld(t, nil)
	b := a.secondNode(nil)
	b.connect(`{"token":"agent"}`)
	b.log.unfollow(b.hub) // and receives no notifications either
	c := a.begun()
	a.log.write(true, many(4)...)
	for range 4 {
		c.event("change")
	}
	_ = c.ws.CloseNow()
	a.log.write(true, renamed("missed"))
	back := b.connect(returning("admin", c.pid, "5", "object:contact"))
	b.log.follow(b.hub)
	back.until(b.log.write(true, renamed("live")))
	if back.pid != c.pid || back.offsets() != "6,7" {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.offsets())
	}
}

func TestRecoveryTakesTokensOfItsOwnAlone(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.PIDLife = time.Hour })
	other := w.secondNode(func(o *hub.Options) { o.PIDKey = []byte("another key of sixteen bytes and more") })
	w.people.set("elsewhere", "Bob", func(in *access.Inputs) { in.Organization = id.Derived("another organization") })
	w.people.set("again", "Bob", nil) // the same user, signed in again
	c := w.connect(`{"token":"agent"}`)
	_ = c.ws.CloseNow()
	foreign := other.connect(`{"token":"agent"}`)
	_ = foreign.ws.CloseNow()
	refused := func(name, token, pid string) {
		t.Helper()
		if back := w.connect(returning(token, pid, "", "me")); back.pid == pid {
			t.Errorf("%s: recovered", name)
		}
	}
	refused("of another organization", "elsewhere", c.pid)
	refused("of another sign-in", "again", c.pid)
	refused("signed by another key", "agent", foreign.pid)
	refused("of another version", "agent", strings.Replace(c.pid, "1.", "2.", 1))
	if back := w.connect(returning("agent", c.pid, "", "me")); back.pid != c.pid {
		t.Error("its own was refused")
	}
	w.clock.advance(61 * time.Minute)
	refused("that ran out", "agent", c.pid)
}

// A failed recovery leads to a new session whose pid the client's library
// sends with the offset of the previous one.
func TestAnOldOffsetUnderANewSession(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, many(3)...))
	fresh := w.connect(returning("admin", c.pid+"x", "1", "object:contact"))
	if fresh.pid == c.pid || len(fresh.early) != 0 {
		t.Fatalf("a forged pid was taken: %s", fresh.arrivals())
	}
	_ = fresh.ws.CloseNow()
	last := w.log.write(true, renamed("after"))
	back := w.connect(returning("admin", fresh.pid, "1", "object:contact"))
	back.until(last)
	if back.pid != fresh.pid || back.offsets() != "5" {
		t.Fatalf("replayed %s: what came before the session is not its own", back.offsets())
	}
}

func TestTwoClientsRecoverOneSession(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	for w.roll.of("Ada") != "+Ada -Ada" {
		<-w.roll.wake
	}
	w.settle(w.log.write(true, many(300)...))
	var both [2]*client
	var work sync.WaitGroup
	for i := range both {
		both[i] = w.dial()
		work.Go(func() { both[i].write("40" + returning("admin", c.pid, "1", "object:contact")) })
	}
	work.Wait()
	// Each client receives all it missed, or is closed before the end; one
	// stays.
	ended := make(chan int, 2)
	for i := range both {
		work.Go(func() {
			for {
				text, err := both[i].tryText()
				if err != nil {
					ended <- i
					return
				}
				r, err := parse(text)
				if err != nil {
					continue
				}
				both[i].early = append(both[i].early, r)
				if r.offset == "302" {
					return
				}
			}
		})
	}
	loser := <-ended
	w.log.write(true, renamed("live"))
	work.Wait()
	winner := both[1-loser]
	var got []string
	for _, r := range winner.early {
		if r.name == "change" {
			got = append(got, r.offset)
		}
	}
	if strings.Join(got, ",") != numbers(2, 302) {
		t.Fatalf("got %v", got)
	}
	_ = winner.ws.CloseNow()
	for !strings.HasPrefix(w.roll.of("Ada"), "+Ada -Ada +Ada -Ada") {
		<-w.roll.wake
	}
	if announced := w.roll.of("Ada"); announced != "+Ada -Ada +Ada -Ada" {
		t.Fatalf("presence was received %s", announced)
	}
}

// TestPresenceHearsOfSocketsInOrder verifies that a socket that leaves
// immediately after connecting leaves no ghost.
func TestPresenceHearsOfSocketsInOrder(t *testing.T) {
	w := newWorld(t, nil)
	const times = 50
	var work sync.WaitGroup
	for range times {
		c := w.dial()
		work.Go(func() {
			c.write(`40{"token":"admin"}`)
			_, _ = c.tryText()
			_ = c.ws.CloseNow()
		})
	}
	work.Wait()
	for strings.Count(w.roll.of("Ada"), "-Ada") < times {
		<-w.roll.wake
	}
	here := 0
	for event := range strings.FieldsSeq(w.roll.of("Ada")) {
		if event == "+Ada" {
			here++
		} else {
			here--
		}
		if here < 0 {
			t.Fatal("one went before it came")
		}
	}
	if here != 0 {
		t.Fatalf("%d are still there", here)
	}
}

func TestRecoveryByPolling(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, many(3)...))
	p := w.poller()
	p.ask("POST", "40"+returning("admin", c.pid, "1", "object:contact"))
	status, body := p.ask("GET", "")
	packets := strings.Split(body, "\x1e")
	if status != 200 || len(packets) != 4 || !strings.HasPrefix(packets[3], "40{") || !strings.Contains(packets[3], c.pid) {
		t.Fatalf("what was missed and the answer come in one body: %d %s", status, body)
	}
	for i, packet := range packets[:3] {
		if !strings.HasSuffix(packet, fmt.Sprintf(`,"%d"]`, i+2)) {
			t.Fatalf("packet %d is %s", i, packet)
		}
	}
}

// A session that changes its transport during a recovery gets the rest over
// the new one.
func TestRecoveryDuringTheUpgrade(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.Link.Limits = link.Limits{QueueBytes: 1 << 20, QueueMessages: 100} })
	c := w.begun()
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, many(400)...))
	p := w.poller()
	p.ask("POST", "40"+returning("admin", c.pid, "1", "object:contact")) // more than half a queue: it waits
	up := w.upgrade(p)
	var polled []string
	up.write("2probe")
	if text := up.text(); text != "3probe" {
		t.Fatalf("the probe was answered %q", text)
	}
	status, body := p.ask("GET", "")
	if status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	polled = append(polled, strings.Split(body, "\x1e")...)
	up.write("5")
	got := 0
	take := func(r received) {
		if r.name != "change" {
			return
		}
		if got++; r.offset != fmt.Sprint(got+1) {
			t.Fatalf("got %s at place %d", r.offset, got+1)
		}
	}
	for _, packet := range polled {
		if packet != "6" {
			r, err := parse(packet)
			if err != nil {
				t.Fatalf("%q: %v", packet, err)
			}
			take(r)
		}
	}
	for got < 400 {
		r := up.receive()
		if r.packet.Type == socketio.Connect && !strings.Contains(string(r.packet.Data), c.pid) {
			t.Fatalf("not recovered: %s", r.packet.Data)
		}
		take(r)
	}
	w.log.write(true, renamed("live"))
	take(up.event("change"))
}

// TestABacklogBeyondTheQueue verifies that a replay waits for the client
// instead of closing it.
func TestABacklogBeyondTheQueue(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.Link.Limits = link.Limits{QueueBytes: 256 << 10, QueueMessages: 80} })
	c := w.begun()
	_ = c.ws.CloseNow()
	big := strings.Repeat("a", 60_000)
	for range 60 {
		w.log.write(true, renamed(big))
	}
	w.settle(61)
	back := w.connect(returning("admin", c.pid, "1", "object:contact"))
	if back.until(61); back.pid != c.pid || back.offsets() != numbers(2, 61) {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.offsets())
	}
}

func TestATooLongReplayIsNotStarted(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.MaxReplay = 100 })
	c := w.begun()
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, many(101)...))
	if back := w.connect(returning("admin", c.pid, "1", "object:contact")); back.pid == c.pid || len(back.early) != 0 {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.arrivals())
	}
	back := w.connect(returning("admin", c.pid, "2", "object:contact"))
	if back.until(102); back.pid != c.pid || back.offsets() != numbers(3, 102) {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.arrivals())
	}
}

func TestRecoveryOfTopics(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.TopicsPerSocket = 3 })
	c := w.begun()
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, renamed("missed")))
	back := w.connect(returning("admin", c.pid, "1", "object:contact", "me", "object:contact", "feed"))
	if back.pid != c.pid || back.offsets() != "2" {
		t.Fatalf("a topic named twice counts once: recovered %t, replayed %s", back.pid == c.pid, back.arrivals())
	}
	if r := back.call("subscribe", `{"topic":"object:note"}`); r.Error.Code != "rate_limited" {
		t.Fatalf("%+v", r)
	}
	_ = back.ws.CloseNow()
	if many := w.connect(returning("admin", c.pid, "2", "object:contact", "me", "feed", "object:note")); many.pid == c.pid || len(many.early) != 0 {
		t.Fatal("with more topics than a socket may have some would be missing without a word")
	}
	fresh := w.begunAgain("x:y", "me", "presence")
	if got := fresh.answered().arrivals(); got != "resync presence,resync x:y" {
		t.Fatalf("received %s", got)
	}
}

// begunAgain starts a session, cuts it and reconnects with these topics.
func (w *world) begunAgain(topics ...string) *client {
	w.t.Helper()
	c := w.connect(`{"token":"admin"}`)
	_ = c.ws.CloseNow()
	back := w.connect(returning("admin", c.pid, "", topics...))
	if back.pid != c.pid {
		w.t.Fatal("not recovered")
	}
	return back
}

// TestRecoveryOfOtherChanges replays changes that are not plain updates.
func TestRecoveryOfOtherChanges(t *testing.T) {
	bob := userID("Bob")
	moved := contact("c", entry.Updated, "", entry.Fields{"owner": []byte(`{"id":"` + string(bob) + `"}`)})
	moved.Route.Before.Owner = bob
	moved.Route.After.Owner = userID("Ada")
	moved.Record = entry.Fields{"id": []byte(`"` + string(moved.ID) + `"`), "name": []byte(`"whole"`)}
	came := moved
	came.Route.Before, came.Route.After = moved.Route.After, moved.Route.Before
	bulk := entry.Entry{Object: "contact", Op: entry.Bulk, IDs: []id.ID{moved.ID}}
	own := "record:contact:" + string(moved.ID)
	for name, k := range map[string]struct {
		missed   []entry.Entry
		want     string // op of the replayed change, "" for none
		arrivals string
	}{
		"a bulk entry":         {[]entry.Entry{bulk, bulk}, "", "resync object:contact,resync " + own},
		"a row that left":      {[]entry.Entry{moved}, "removed", "1,resync " + own},
		"a row that came":      {[]entry.Entry{came}, "created", "1"},
		"a removal":            {[]entry.Entry{contact("c", entry.Removed, bob, nil)}, "removed", "1"},
		"another's row":        {[]entry.Entry{contact("d", entry.Updated, userID("Ada"), entry.Fields{"name": []byte(`"x"`)})}, "", ""},
		"a row that came back": {[]entry.Entry{moved, came}, "removed", "1,resync " + own + ",2"},
		"a bulk before a row":  {[]entry.Entry{bulk, came}, "", "resync object:contact,resync " + own + ",2"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.people.set("agent", "Bob", func(in *access.Inputs) {
				in.Sets = []access.PermissionSet{{Objects: map[string]access.ObjectPermission{"contact": {Read: true}}, Scopes: map[string]access.Scope{"contact": access.ScopeOwn}}}
			})
			c := w.connect(`{"token":"agent"}`)
			c.subscribe("object:contact")
			_ = c.ws.CloseNow()
			last := w.log.write(true, k.missed...)
			w.settle(last)
			back := w.connect(returning("agent", c.pid, "", "object:contact", own))
			if back.answered(); back.pid != c.pid || back.arrivals() != k.arrivals {
				t.Fatalf("recovered %t, received %s, want %s", back.pid == c.pid, back.arrivals(), k.arrivals)
			}
			if k.want != "" && back.early[0].text("op") != k.want {
				t.Fatalf("%s", back.early[0].packet.Data)
			}
		})
	}
}

// upgrade opens a WebSocket on a polling session.
func (w *world) upgrade(p *poller) *client {
	w.t.Helper()
	return w.dialAt(strings.Replace(p.url, "transport=polling", "transport=websocket", 1))
}

// refusal reads the reply to a CONNECT that must be refused.
func (c *client) refusal() string {
	c.t.Helper()
	r := c.receive()
	if r.packet.Type != socketio.ConnectError {
		c.t.Fatalf("CONNECT answered %c%s", r.packet.Type, r.packet.Data)
	}
	return string(r.packet.Data)
}

// TestAnOlderLinkDoesNotTakeTheSessionBack delays a CONNECT until its client
// has returned on another link.
func TestAnOlderLinkDoesNotTakeTheSessionBack(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun()
	_ = c.ws.CloseNow()
	older := w.dial()
	newer := w.dial()
	auth := "40" + returning("admin", c.pid, "1", "object:contact")
	w.people.during = func() { // while the older one's token is checked
		newer.write(auth)
		newer.connected()
	}
	older.write(auth)
	if code := older.ended(); int(code) != link.TakenOver.Status {
		t.Fatalf("closed with %d", code)
	}
	w.log.write(true, renamed("live"))
	if r := newer.event("change"); newer.pid != c.pid || r.offset != "2" {
		t.Fatalf("%s", r.packet.Data)
	}
}
