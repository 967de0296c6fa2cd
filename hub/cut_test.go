package hub_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/soaktest"
)

// soak returns the number of rounds of a randomized test and its random source.
func soak(t *testing.T, rounds int) (int, *rand.Rand) {
	t.Helper()
	rounds, seed := soaktest.Rounds(t, rounds)
	return rounds, rand.New(rand.NewPCG(seed, 1))
}

func (w *world) address() string { return strings.TrimPrefix(w.server.URL, "http://") }

// newCutWorld returns two nodes on one log, with one user who sees all
// contacts and one who sees only their own.
func newCutWorld(t *testing.T, change func(*hub.Options)) [2]*world {
	t.Helper()
	a := newWorld(t, change)
	a.people.set("agent", "Bob", reads(access.ScopeOwn))
	return [2]*world{a, a.secondNode(change)}
}

// TestCutAtEveryByte cuts after every byte of a whole sequence of packets, in
// either direction: handshake, CONNECT with its reply, replay, live changes.
// If most of the bytes are HTTP headers, a short run takes every seventh,
// from another start each time.
func TestCutAtEveryByte(t *testing.T) {
	for _, transport := range []string{"websocket", "polling", "upgrade"} {
		for way, name := range []string{"down", "up"} {
			t.Run(transport+" "+name, func(t *testing.T) {
				t.Parallel()
				step, first := 1, 0
				if rounds, random := soak(t, 0); rounds == 0 && transport != "websocket" {
					step, first = 7, random.IntN(7)
				}
				cutAtEveryByte(t, transport, way, first, step)
			})
		}
	}
}

func cutAtEveryByte(t *testing.T, transport string, way, first, step int) {
	nodes := newCutWorld(t, nil)
	w, s, p := nodes[0], newSurvivor(t, "admin", "object:contact", "me"), startCutter(t)
	s.start(w)
	var last int64
	position := first
	for ; ; position += step {
		if position > 20_000 {
			t.Fatal("a sequence must end")
		}
		left := [2]int{-1, -1}
		left[way] = position
		p.arm(nodes[position%2].address(), left[down], left[up])
		if s.newest == last { // two are missed
			last = w.log.write(true, many(2)...)
		}
		cuts, live := p.count(), 0
		err := s.session(p.url(), transport, func(connected bool) error {
			if connected && s.newest == last && live < 2 { // and two come live
				live++
				last = w.log.write(true, renamed("live"))
			} else if live == 2 && s.newest == last {
				return errEnough
			}
			return nil
		})
		if err != nil {
			t.Fatalf("cut behind byte %d: %v", position, err)
		}
		if p.hangUp(); p.count() == cuts {
			break // it got through: every byte has been cut
		}
	}
	p.arm(w.address(), -1, -1)
	if err := s.session(p.url(), "websocket", func(bool) error {
		if s.newest == last {
			return errEnough
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	check(t, s, last, func(int64) bool { return true })
	t.Logf("every %d of %d positions, %d recoveries, %d changes, %d fired again by the library", step, position, s.recovered, len(s.got), s.twice)
}

// check verifies that a client received everything meant for it once and in
// order.
func check(t *testing.T, s *survivor, last int64, meant func(seq int64) bool) {
	t.Helper()
	var want []int64
	for seq := int64(1); seq <= last; seq++ {
		if meant(seq) {
			want = append(want, seq)
		}
	}
	if !slices.Equal(s.got, want) {
		t.Fatalf("%s got %d changes, %d were meant for it: %v against %v", s.token, len(s.got), len(want), s.got, want)
	}
}

// flow writes entries while the slowest client is close enough, so that there
// is always something to send but never too much to recover.
type flow struct {
	mu    sync.Mutex
	moved sync.Cond
	at    map[*survivor]int64
}

func (f *flow) report(s *survivor, position int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at[s] = position
	f.moved.Broadcast()
}

func (f *flow) leave(s *survivor) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.at, s)
	f.moved.Broadcast()
}

// room waits until the slowest client is close enough. It returns false when
// none is left.
func (f *flow) room(head, near int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		slowest := head
		for _, position := range f.at {
			slowest = min(slowest, position)
		}
		if len(f.at) == 0 {
			return false
		}
		if head-slowest < near {
			return true
		}
		f.moved.Wait()
	}
}

// TestCutsAtRandomUnderLoad cuts six clients at random, moves them from node
// to node over all transports, leaves links open behind them, and lets nodes
// miss entries and trim their windows, while entries flow.
func TestCutsAtRandomUnderLoad(t *testing.T) {
	rounds, random := soak(t, 480)
	nodes := newCutWorld(t, func(o *hub.Options) {
		o.WindowBytes = 60 * 600 // some recoveries need the log
		o.MaxReplay = 1 << 30    // in a long run one client may finish long before another
	})
	w := nodes[0]
	f := &flow{at: map[*survivor]int64{}}
	f.moved.L = &f.mu
	clients := make([]*survivor, 6)
	for i := range clients {
		token := []string{"admin", "agent"}[i%2]
		clients[i] = newSurvivor(t, token, "object:contact", "me", "feed")
		clients[i].start(w)
		f.report(clients[i], 0)
	}
	var work sync.WaitGroup
	failures := make(chan error, len(clients))
	for i, s := range clients {
		seed := random.Uint64()
		work.Go(func() {
			defer f.leave(s)
			failures <- cutAtRandom(t, nodes, s, f, rounds/len(clients), rand.New(rand.NewPCG(seed, uint64(i))))
		})
	}
	var head int64
	bobs := map[int64]bool{}
	for f.room(head, 150) {
		batch := make([]entry.Entry, 1+random.IntN(4))
		for i := range batch {
			owner := userID([]string{"Ada", "Bob"}[random.IntN(2)])
			bobs[head+int64(i)+1] = owner == userID("Bob")
			batch[i] = contact("c", entry.Updated, owner, entry.Fields{"name": []byte(strconv.Quote(strings.Repeat("x", random.IntN(300))))})
		}
		announced := random.IntN(5) > 0
		head = w.log.write(announced, batch...)
		if !announced {
			for _, n := range nodes {
				n.hub.LogGrew(organization)
			}
		}
	}
	work.Wait()
	cuts := 0
	for range clients {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
	for _, s := range clients {
		last := head
		for s.token == "agent" && !bobs[last] {
			last--
		}
		err := s.session(w.server.URL, "websocket", func(bool) error {
			if s.newest >= last {
				return errEnough
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		check(t, s, head, func(seq int64) bool { return s.token == "admin" || bobs[seq] })
		cuts += s.recovered
		t.Logf("%s: %d changes, %d recoveries, %d fired again by the library", s.token, len(s.got), s.recovered, s.twice)
	}
	t.Logf("%d entries, %d recoveries of %d cuts: 0 lost, 0 twice, 0 out of order", head, cuts, rounds)
}

func cutAtRandom(t *testing.T, nodes [2]*world, s *survivor, f *flow, rounds int, random *rand.Rand) error {
	p := startCutter(t)
	for round := range rounds {
		transport := []string{"websocket", "websocket", "websocket", "polling", "upgrade"}[random.IntN(5)]
		left := [2]int{-1, -1}
		left[random.IntN(2)] = random.IntN(3000)
		p.arm(nodes[random.IntN(2)].address(), left[down], left[up])
		walkAway := 1 << 30
		if random.IntN(10) == 0 {
			walkAway = random.IntN(20) // the client goes away, its link stays open
		}
		err := s.session(p.url(), transport, func(bool) error {
			f.report(s, s.newest)
			if walkAway--; walkAway < 0 {
				return errEnough
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("round %d by %s: %w", round, transport, err)
		}
		if round%7 == 0 {
			p.hangUp()
		}
	}
	return nil
}

// TestOfficialClientSurvivesCuts runs the official client through the same
// proxy. Events that its library fires again, because it kept what came
// before a lost reply, are dropped by seq as an application does.
func TestOfficialClientSurvivesCuts(t *testing.T) {
	for name, transports := range map[string]string{
		"WebSocket": `["websocket"]`, "polling": `["polling"]`, "upgrade": `["polling","websocket"]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			officialClientSurvivesCuts(t, transports)
		})
	}
}

func officialClientSurvivesCuts(t *testing.T, transports string) {
	rounds, random := soak(t, 70)
	nodes := newCutWorld(t, nil)
	w, p, d := nodes[0], startCutter(t), startDriver(t)
	cut := make(chan struct{}, 1)
	p.mu.Lock()
	p.rearm(w.address(), -1, -1)
	p.next = func() (string, int, int) {
		select {
		case cut <- struct{}{}:
		default:
		}
		target := nodes[random.IntN(2)].address()
		switch left := random.IntN(9000); {
		case p.cuts >= rounds:
			return target, -1, -1
		case random.IntN(3) == 0:
			return target, -1, left / 3
		default:
			return target, left, -1
		}
	}
	p.mu.Unlock()
	d.auth(`{"token":"admin","topics":["object:contact"]}`)
	d.do(`{"do":"connect","url":"` + p.url() + `","transports":` + transports + `,"reconnectionDelay":1,"reconnectionDelayMax":2,"timeout":4000}`)
	for d.anything().Kind != "connect" { // on a busy machine the first attempt may exceed its timeout
	}
	if r := d.emit("subscribe", `{"topic":"object:contact"}`); !r.OK {
		t.Fatalf("%+v", r.Error)
	}
	p.cut(1)
	s := &survivor{t: t}
	var head int64
	recoveries := 0
	for p.count() < rounds || s.newest < head {
		if p.count() < rounds && head-s.newest < 30 {
			head = w.log.write(true, many(3)...)
		}
		h := d.anything()
		switch h.Kind {
		case "connect":
			if !h.Recovered {
				t.Fatalf("not recovered behind %d", s.newest)
			}
			recoveries++
		case "event":
			if err := s.official(h); err != nil {
				t.Fatal(err)
			}
			d.do(`{"do":"emit","name":"test.echo","payload":{}}`) // something to be cut on the way up
		}
	}
	check(t, s, head, func(int64) bool { return true })
	t.Logf("%d cuts, %d recoveries, %d changes, %d fired again by the library", p.count(), recoveries, len(s.got), s.twice)
}

// anything returns the driver's next line.
func (d *driver) anything() clientEvent {
	d.t.Helper()
	h, ok := d.within(maxWait)
	if !ok {
		d.t.Fatal("the client is silent")
	}
	return h
}

// official handles a change that the official client fired.
func (s *survivor) official(h clientEvent) error {
	r := received{name: h.Name}
	if len(h.Args) != 2 || json.Unmarshal(h.Args[0], &r.object) != nil || json.Unmarshal(h.Args[1], &r.offset) != nil {
		return fmt.Errorf("an event without an offset: %+v", h)
	}
	return s.fire(r)
}
