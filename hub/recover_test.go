package hub_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"switchboard/hub"
	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/waittest"
)

// returning returns the auth of a returning client.
func returning(token, pid, offset string, topics ...string) string {
	auth := `{"token":"` + token + `","pid":"` + pid + `","topics":["` + strings.Join(topics, `","`) + `"]`
	if offset != "" {
		auth += `,"offset":"` + offset + `"`
	}
	return auth + "}"
}

// offsets returns the offsets of the events before the reply to CONNECT.
func (c *client) offsets() string {
	var list []string
	for _, r := range c.early {
		list = append(list, r.offset)
	}
	return strings.Join(list, ",")
}

func numbers(from, to int) string {
	var list []string
	for i := from; i <= to; i++ {
		list = append(list, fmt.Sprint(i))
	}
	return strings.Join(list, ",")
}

func many(n int) []entry.Entry {
	list := make([]entry.Entry, n)
	for i := range list {
		list[i] = renamed(fmt.Sprint(i))
	}
	return list
}

func TestRecovery(t *testing.T) {
	for name, k := range map[string]struct {
		node    func(*hub.Options)
		missed  int
		between func(*world) // while the client is away
		offset  string       // "" for none
		want    string       // offsets replayed, "no" for not recovered
	}{
		"nothing missed":               {offset: "3", want: ""},
		"from the window":              {missed: 5, offset: "3", want: numbers(4, 8)},
		"many, from the window":        {missed: 300, offset: "3", want: numbers(4, 303)},
		"no event was received yet":    {missed: 2, offset: "", want: numbers(3, 5)},
		"an offset before the session": {missed: 1, offset: "1", want: numbers(3, 4)},
		"window too small":             {node: func(o *hub.Options) { o.WindowBytes = 1 }, missed: 5, offset: "3", want: numbers(4, 8)},
		"the node was killed":          {missed: 1200, between: restart, offset: "3", want: numbers(4, 1203)},
		"entries this node has not seen": {between: func(w *world) {
			w.log.write(false, many(3)...)
		}, offset: "5", want: numbers(6, 6)},
		"the log is shorter than the offset": {offset: "99", want: "no"},
		"no offset at all":                   {offset: "x1", want: "no"},
		"out of the log's retention": {missed: 5, between: func(w *world) {
			restart(w)
			w.log.trim(6)
		}, offset: "3", want: "no"},
		"away for too long":   {missed: 5, between: func(w *world) { w.clock.advance(13 * time.Minute) }, offset: "3", want: "no"},
		"too much was missed": {node: func(o *hub.Options) { o.MaxReplay = 100 }, missed: 200, offset: "3", want: "no"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, k.node)
			w.log.write(true, many(2)...)
			c := w.connect(`{"token":"admin"}`)
			c.subscribe("object:contact")
			w.log.write(true, renamed("seen"))
			c.event("change")
			_ = c.ws.CloseNow()
			if k.missed > 0 {
				w.settle(w.log.write(true, many(k.missed)...))
			}
			if k.between != nil {
				k.between(w)
			}
			back := w.connect(returning("admin", c.pid, k.offset, "object:contact"))
			if recovered := back.pid == c.pid; recovered == (k.want == "no") || recovered && back.sid != c.sid {
				t.Fatalf("recovered is %t, want replayed: %s", recovered, k.want)
			}
			if k.want == "no" {
				back.subscribe("object:contact")
				back.early = nil
			}
			last := w.log.write(true, renamed("live"))
			for len(back.early) == 0 || back.early[len(back.early)-1].offset != fmt.Sprint(last) {
				back.early = append(back.early, back.event("change"))
			}
			want := strings.TrimPrefix(k.want+","+fmt.Sprint(last), ",")
			if got := back.offsets(); got != want && k.want != "no" {
				t.Fatalf("got %s, want %s", got, want)
			}
		})
	}
}

// settle returns when the hub has applied a position.
func (w *world) settle(seq int64) {
	w.t.Helper()
	probe := w.connect(`{"token":"agent"}`)
	for probe.call("subscribe", `{"topic":"me"}`).Seq < seq {
		if probe.early = nil; w.t.Failed() {
			return
		}
	}
	_ = probe.ws.CloseNow()
	waittest.UntilIs(w.t, "nobody is held", 0, func() int { return w.hub.Reloading(organization) })
}

func restart(w *world) {
	w.stop()
	w.start(nil)
}

func TestRecoveryWhileTheOldLinkIsOpen(t *testing.T) {
	w := newWorld(t, nil)
	old := w.connect(`{"token":"admin"}`)
	old.subscribe("object:contact")
	w.settle(w.log.write(true, many(3)...))
	old.event("change") // the others are in flight when the network changes
	back := w.connect(returning("admin", old.pid, "1", "object:contact"))
	if back.pid != old.pid || back.offsets() != "2,3" {
		t.Fatalf("replayed %s", back.offsets())
	}
	if code := old.ended(); int(code) != link.TakenOver.Status {
		t.Fatalf("the old link closed with %d", code)
	}
	w.log.write(true, renamed("live"))
	back.event("change")
	if announced := w.roll.of("Ada"); announced != "+Ada" {
		t.Fatalf("presence must not flicker: %s", announced)
	}
	_ = back.ws.CloseNow()
	for w.roll.of("Ada") != "+Ada -Ada" {
		<-w.roll.wake
	}
}

func TestRecoveryRefusesForeignTokens(t *testing.T) {
	w := newWorld(t, nil)
	w.people.set("other", "Cem", nil)
	c := w.connect(`{"token":"agent"}`)
	_ = c.ws.CloseNow()
	for name, auth := range map[string]string{
		"another user":   returning("other", c.pid, "", "me"),
		"a forged place": returning("agent", strings.Replace(c.pid, ".0.", ".1.", 1), "", "me"),
		"a forged sign":  returning("agent", c.pid[:len(c.pid)-1]+"!", "", "me"),
		"nonsense":       returning("agent", strings.Repeat("a.", 300), "", "me"),
	} {
		if back := w.connect(auth); strings.HasPrefix(auth, back.pid) || back.pid == c.pid {
			t.Errorf("%s: recovered", name)
		}
	}
	w.people.remove("agent") // blocked while away
	back := w.dial()
	back.write("40" + returning("agent", c.pid, "", "me"))
	if r := back.receive(); r.packet.Type != '4' {
		t.Fatalf("a blocked user came back: %s", r.packet.Data)
	}
}

func TestRecoveryHonoursLostRights(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	c.subscribe("me")
	_ = c.ws.CloseNow()
	w.people.set("admin", "Ada", func(in *access.Inputs) { in.Superuser = false })
	demoted := entry.Entry{Object: "user", ID: userID("Ada"), Op: entry.Updated, After: entry.Fields{"is_superuser": []byte("false")}}
	demoted.Route.Before.Owner, demoted.Route.After.Owner = userID("Ada"), userID("Ada")
	w.settle(w.log.write(true, renamed("secret"), demoted, renamed("secret too")))
	back := w.connect(returning("admin", c.pid, "", "object:contact", "me"))
	if got := back.answered().arrivals(); back.pid == c.pid || got != "" {
		t.Fatalf("recovered %t, received %s", back.pid == c.pid, got)
	}
	if r := back.call("subscribe", `{"topic":"object:contact"}`); r.Error.Code != "forbidden" {
		t.Fatalf("%+v", r)
	}
}

// TestALogThatFailsKeepsTheOffset makes the database fail: the client is
// asked to try again, and then receives everything.
func TestALogThatFailsKeepsTheOffset(t *testing.T) {
	w := newWorld(t, nil)
	w.log.write(true, renamed("0"))
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	w.log.write(true, many(3)...)
	_ = c.ws.CloseNow()
	restart(w)
	w.connect(`{"token":"admin"}`) // this node has its position
	w.log.mu.Lock()
	w.log.fail = errors.New("the database is away")
	w.log.mu.Unlock()
	back := w.dial()
	back.write("40" + returning("admin", c.pid, "1", "object:contact"))
	if got := back.refusal(); !strings.Contains(got, `"unavailable"`) || !strings.Contains(got, `"retry_after"`) {
		t.Fatal(got)
	}
	w.log.mu.Lock()
	w.log.fail = nil
	w.log.mu.Unlock()
	back.write("40" + returning("admin", c.pid, "1", "object:contact"))
	if back.connected(); back.pid != c.pid || back.offsets() != "2,3,4" {
		t.Fatalf("recovered %t, replayed %s", back.pid == c.pid, back.offsets())
	}
}

// TestALogThatFailsInTheMiddle makes the log fail after the first page of a
// replay, when the client already knows that it is recovered: it must
// reconnect for the rest, from its offset.
func TestALogThatFailsInTheMiddle(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.WindowBytes = 1 })
	c := w.begun()
	_ = c.ws.CloseNow()
	w.settle(w.log.write(true, many(1200)...))
	w.log.mu.Lock()
	w.log.behind, w.log.failing, w.log.spared = 700, true, 1 // the scan for permission changes
	w.log.mu.Unlock()
	back := w.connect(returning("admin", c.pid, "1", "object:contact"))
	if back.pid != c.pid {
		t.Fatal("not recovered")
	}
	if code := back.ended(); int(code) != link.Behind.Status {
		t.Fatalf("closed with %d", code)
	}
	var got []string
	for _, r := range back.early {
		if r.name == "change" {
			got = append(got, r.offset)
		}
	}
	if len(got) != 1000 {
		t.Fatalf("two pages of 500 could be read, %d entries came", len(got))
	}
	w.log.mu.Lock()
	w.log.failing = false
	w.log.mu.Unlock()
	again := w.connect(returning("admin", c.pid, got[len(got)-1], "object:contact"))
	again.until(1201)
	if again.pid != c.pid || strings.Join(got, ",")+","+again.offsets() != numbers(2, 1201) {
		t.Fatalf("recovered %t: %s", again.pid == c.pid, again.offsets())
	}
}

func TestSyncMovesTheOffsetOfAQuietSocket(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"agent"}`)
	c.subscribe("me")
	w.log.write(true, many(3)...) // nothing for Bob
	probe := w.connect(`{"token":"admin"}`)
	probe.subscribe("object:contact")
	w.log.write(true, renamed("4"))
	probe.event("change") // all four are applied
	w.clock.advance(3 * time.Minute)
	if r := c.event("sync"); r.offset != "4" || len(r.object) != 0 {
		t.Fatalf("%s", r.packet.Data)
	}
	w.log.mu.Lock()
	w.log.floor = 4
	w.log.mu.Unlock()
	_ = c.ws.CloseNow()
	restart(w)
	if back := w.connect(returning("agent", c.pid, "4", "me")); back.pid != c.pid {
		t.Fatal("it missed nothing and must recover")
	}
}

// TestCutsLoseNothing disconnects and returns at random while entries flow;
// each arrives once and in order.
func TestCutsLoseNothing(t *testing.T) {
	w := newWorld(t, nil)
	c := w.connect(`{"token":"admin"}`)
	c.subscribe("object:contact")
	const rounds, perRound = 25, 40
	written := make(chan struct{})
	go func() {
		defer close(written)
		for i := range rounds * perRound {
			w.log.write(i%7 != 0, renamed(fmt.Sprint(i))) // some are only found in the log
		}
		w.hub.LogGrew(organization)
	}()
	next := 1
	take := func(r interface{ place() string }) {
		if r.place() != fmt.Sprint(next) {
			t.Fatalf("came %s, want %d", r.place(), next)
		}
		next++
	}
	for round := range rounds {
		for range (round * 13) % perRound {
			if next > rounds*perRound-perRound {
				break
			}
			take(c.event("change"))
		}
		if round%3 != 0 { // else the old link is still open
			_ = c.ws.CloseNow()
		}
		offset := ""
		if next > 1 {
			offset = fmt.Sprint(next - 1)
		}
		back := w.connect(returning("admin", c.pid, offset, "object:contact"))
		if back.pid != c.pid {
			t.Fatalf("round %d: not recovered at %s", round, offset)
		}
		for _, r := range back.early {
			take(r)
		}
		back.early = nil
		c = back
	}
	<-written
	for next <= rounds*perRound {
		take(c.event("change"))
	}
}

func (r received) place() string { return r.offset }
