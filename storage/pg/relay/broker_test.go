package relay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/broker"
	"switchboard/storage/broker/memory"
	"switchboard/storage/broker/redis"
	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/relay"
	"switchboard/storage/redistest"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// node is one process of several: its own pool, its own link to Redis, its relay.
type node struct {
	store  *pg.Store
	broker *redis.Broker
	relay  *relay.Relay
	told   *collector
}

// nodes starts n of them over one database and one Redis, where there is one. The
// first leads; the last tells those who follow also.
func nodes(t testing.TB, n int, server *redistest.Server, cfg relay.Config, also ...eventlog.Follower) (*relays, []*node) {
	t.Helper()
	_, dsn := storetest.WithDSN(t)
	r := relaysOn(t, dsn)
	out := make([]*node, n)
	for i := range out {
		store, err := pg.Open(t.Context(), pg.Config{DSN: dsn, Registry: features.Registry(), MaxConns: 8, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(store.Close)
		out[i] = &node{store: store}
		one := &relays{TB: t, store: store, pool: r.pool, org: r.org, ends: r.ends}
		if i == n-1 {
			one.also = also
		}
		if server != nil {
			out[i].broker = join(t, server)
			cfg.Broker = out[i].broker
		}
		out[i].relay, out[i].told = one.run(cfg)
	}
	return r, out
}

func join(t testing.TB, server *redistest.Server) *redis.Broker {
	t.Helper()
	b := redis.New(redis.Options{Client: server.Client(), Namespace: "test", Logger: slog.New(slog.DiscardHandler)})
	ctx, stop := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() { b.Run(ctx) })
	t.Cleanup(func() {
		stop()
		work.Wait()
		b.Close()
	})
	ready, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	if err := b.Ready(ready); err != nil {
		t.Fatal(err)
	}
	return b
}

func contact(organization id.ID) row.Change {
	return row.Change{Organization: organization, Writes: []row.Write{
		{Object: "contact", ID: id.New(), Op: entry.Created, Cause: "contact.made", Set: row.Fields{"name": "Ann"}},
	}}
}

// With nobody polling, a commit on any node reaches the followers of all.
func TestCommitsReachAllNodesByTheBrokerAlone(t *testing.T) {
	t.Parallel()
	r, all := nodes(t, 3, redistest.Start(t), relay.Config{Poll: time.Hour})
	for i := range 30 {
		if _, err := all[i%3].store.Commit(t.Context(), contact(r.org)); err != nil {
			t.Fatal(err)
		}
	}
	logged := all[0].told.await(t, r.org, 30)
	var followed int64
	for _, n := range all {
		if got := n.told.await(t, r.org, 30); !slices.EqualFunc(got, logged, equalEntry) {
			t.Errorf("told otherwise: %+v", got)
		}
		followed += n.relay.Stats().Followed
	}
	if followed == 0 {
		t.Error("no announcement was followed")
	}
}

func equalEntry(a, b entry.Entry) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// Redis is killed, frozen and emptied and PostgreSQL's sessions are cut while
// transactions commit: three nodes are told the same, in the same order.
func TestNodesAgreeWhateverHappensToRedis(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	r, all := nodes(t, 3, server, relay.Config{Poll: 100 * time.Millisecond, Batch: 16})
	stop, ended := make(chan struct{}), make(chan struct{})
	var harmed atomic.Int32
	go func() {
		defer close(ended)
		harms := []func(){server.Restart, func() { r.cut() }, server.Pause, server.Resume, server.Flush}
		tick := time.NewTicker(70 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				harms[int(harmed.Load())%len(harms)]()
				harmed.Add(1)
			case <-stop:
				server.Resume()
				return
			}
		}
	}()
	var turn sync.Mutex
	next := 0
	committed := r.writers(func() { // as a commit on any node does
		turn.Lock()
		defer turn.Unlock()
		if next++; next == 100 {
			waittest.Until(t, "every harm is done", func() bool { return harmed.Load() >= 5 })
		}
		if n := all[next%3]; n.relay.Leading() {
			n.relay.Poke()
		} else if err := n.broker.Notify(r.org); err != nil {
			t.Error(err)
		}
	}, r.org)
	close(stop)
	<-ended
	for _, n := range all {
		whole(t, n.told.await(t, r.org, committed[r.org]), committed[r.org])
		waittest.Until(t, "what was told is applied", func() bool { return n.relay.Applied(r.org) == int64(committed[r.org]) })
	}
}

// gated is a broker that holds announcements up, as a process does that is stopped
// between its commit and its announcement.
type gated struct {
	broker.Broker
	reached chan struct{}
	gate    chan struct{}
}

func (g *gated) Announce(organization id.ID, b broker.Batch) error {
	g.reached <- struct{}{}
	<-g.gate
	return g.Broker.Announce(organization, b)
}

// A leader that is stopped right after its pass loses its session; another leads
// on; the announcement that the first one makes when it is woken is old news.
func TestStaleLeaderAnnouncesNothingNew(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	r := newRelays(t)
	held := &gated{Broker: join(t, server), reached: make(chan struct{}, 100), gate: make(chan struct{})}
	stale, toldStale := r.leading(relay.Config{Poll: 10 * time.Millisecond, Broker: held})
	open := sync.OnceFunc(func() { close(held.gate) })
	defer open()
	r.put(r.org, "a")
	<-held.reached
	next, toldNext := r.run(relay.Config{Poll: 10 * time.Millisecond, Broker: join(t, server)})
	third, toldThird := r.run(relay.Config{Poll: 10 * time.Millisecond, Broker: join(t, server)})
	waittest.Until(t, "another leads", func() bool { r.cut(); return next.Leading() || third.Leading() })
	r.put(r.org, "b", "c")
	toldNext.await(t, r.org, 2)
	toldThird.await(t, r.org, 2)
	if stale.Applied(r.org) != 0 {
		t.Fatalf("the stopped one told of %d", stale.Applied(r.org))
	}
	open()
	toldStale.await(t, r.org, 3)
	r.put(r.org, "d")
	for _, c := range []*collector{toldNext, toldThird} { // they began behind "a"
		if got := causes(c.await(t, r.org, 3)); !slices.Equal(got, []string{"b", "c", "d"}) {
			t.Errorf("told %v", got)
		}
	}
	if got := causes(toldStale.await(t, r.org, 4)); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Errorf("the stopped one told %v", got)
	}
	for _, relay := range []*relay.Relay{stale, next, third} {
		waittest.Until(t, "all are at the end", func() bool { return relay.Applied(r.org) == 4 })
	}
}

// What is announced is believed as far as it follows on what one has; the log says
// the rest.
func TestFollowerChecksAnnouncements(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	_, logged := r.leading(relay.Config{Poll: 5 * time.Millisecond})
	b := memory.New()
	t.Cleanup(b.Close)
	follower, told := r.run(relay.Config{Poll: time.Hour, Broker: b})
	raw := func(causes ...string) (out []json.RawMessage) {
		for _, c := range causes {
			out = append(out, json.RawMessage(fmt.Sprintf(`{"cause":%q,"op":"updated"}`, c)))
		}
		return out
	}
	announce := func(head int64, entries ...json.RawMessage) {
		t.Helper()
		if err := b.Announce(r.org, broker.Batch{Head: head, Entries: entries}); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	put := func(causes ...string) {
		t.Helper()
		r.put(r.org, causes...)
		n += len(causes)
		logged.await(t, r.org, n)
	}
	// It listens once its first look into the log is done; what is put before comes by that.
	if err := b.Announce(id.New(), broker.Batch{Head: 1}); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "it listens", func() bool { return follower.Stats().Gaps == 1 })
	put("a")
	announce(1, raw("a")...)
	told.await(t, r.org, 1)
	if s := follower.Stats(); s.Followed != 1 || s.Gaps != 1 {
		t.Fatalf("the announcement was not followed: %+v", s)
	}
	announce(1, raw("a again")...) // twice
	put("b")
	announce(2, raw("a again", "b")...) // overlapping
	told.await(t, r.org, 2)
	put("c", "d")
	announce(4, raw("d")...) // a hole
	told.await(t, r.org, 4)
	put("e")
	announce(5) // too large to travel
	told.await(t, r.org, 5)
	put("f")
	announce(6, json.RawMessage(`[1]`)) // spoilt
	told.await(t, r.org, 6)
	gaps := follower.Stats().Gaps
	announce(1000, raw("never")...) // of a log that does not exist
	waittest.Until(t, "the log was asked", func() bool { return follower.Stats().Gaps > gaps })
	put("g")
	if err := b.Notify(r.org); err != nil { // nothing follows on it
		t.Fatal(err)
	}
	told.await(t, r.org, 7)
	put("h")
	b.Resume() // who knows what was said meanwhile
	got := told.await(t, r.org, 8)
	if !slices.Equal(causes(got), []string{"a", "b", "c", "d", "e", "f", "g", "h"}) {
		t.Errorf("told %v", causes(got))
	}
	waittest.Until(t, "what was told to count as applied", func() bool { return follower.Applied(r.org) == 8 })
	foreign := id.New()
	if err := b.Announce(foreign, broker.Batch{Head: 3}); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the log was asked for an organization without one", func() bool { return follower.Stats().Gaps > gaps+1 })
	if follower.Applied(foreign) != 0 {
		t.Errorf("applied %d of nothing", follower.Applied(foreign))
	}
}

// stumbling is a broker whose announcing panics as often as it is set to.
type stumbling struct {
	broker.Broker

	left atomic.Int64
}

func (s *stumbling) Announce(organization id.ID, batch broker.Batch) error {
	if s.left.Load() > 0 {
		s.left.Add(-1)
		panic("on purpose")
	}
	return s.Broker.Announce(organization, batch)
}

// A relay that panics between the log and its followers begins again, and tells them what it
// owes.
func TestARelayThatPanicsTellsWhatItOwes(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	b := &stumbling{Broker: memory.New()}
	defer b.Close()
	relay, told := r.leading(relay.Config{Broker: b})
	b.left.Store(1)
	r.contacts(2)
	told.await(t, r.org, 2)
	if caught := relay.Stats().Panics; caught != 1 {
		t.Errorf("%d panics are counted", caught)
	}
}
