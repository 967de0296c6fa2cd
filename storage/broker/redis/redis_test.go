package redis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"switchboard/storage/broker"
	"switchboard/storage/broker/brokertest"
	"switchboard/storage/broker/redis"
	"switchboard/storage/id"
	"switchboard/storage/redistest"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, redistest.Dialling()) }

var key = []byte("0123456789abcdef0123456789abcdef")

const timeout = 20 * time.Second

func open(t *testing.T, server *redistest.Server, namespace string) (*redis.Broker, *goredis.Client) {
	t.Helper()
	client := server.Client()
	b := redis.New(redis.Options{Client: client, Namespace: namespace, Key: key, Logger: slog.New(slog.DiscardHandler)})
	running(t, b)
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	if err := b.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	return b, client
}

// running runs a broker until the test ends.
func running(t *testing.T, b *redis.Broker) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() { b.Run(ctx) })
	t.Cleanup(func() {
		stop()
		work.Wait()
		b.Close()
	})
}

func TestBroker(t *testing.T) {
	server := redistest.Start(t)
	brokertest.Run(t, func(t *testing.T) broker.Broker {
		b, _ := open(t, server, string(id.New()))
		return b
	})
}

// ear keeps what it hears.
type ear struct {
	mu    sync.Mutex
	heard []string
	more  chan struct{}
}

func newEar() *ear { return &ear{more: make(chan struct{}, 1)} }

func (e *ear) hear(what string) {
	e.mu.Lock()
	e.heard = append(e.heard, what)
	e.mu.Unlock()
	select {
	case e.more <- struct{}{}:
	default:
	}
}

func (e *ear) Ephemeral(_ id.ID, topic, name string, payload json.RawMessage) {
	e.hear(fmt.Sprint(topic, " ", name, " ", string(payload)))
}
func (e *ear) Committed(id.ID) { e.hear("notification") }
func (e *ear) Logged(_ id.ID, b broker.Batch) {
	e.hear(fmt.Sprintf("logged %d %s", b.Head, b.Entries))
}

func (e *ear) Resumed() { e.hear("resumed") }

func (e *ear) all() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.heard)
}

func (e *ear) count(what string) (n int) {
	for _, heard := range e.all() {
		if heard == what {
			n++
		}
	}
	return n
}

// await waits until it was heard.
func (e *ear) await(t *testing.T, want string) {
	t.Helper()
	deadline := time.After(timeout)
	for !slices.Contains(e.all(), want) {
		select {
		case <-e.more:
		case <-deadline:
			t.Fatalf("%q was not heard, but %v", want, e.all())
		}
	}
}

// hears waits until anything new is heard.
func (e *ear) hears(t *testing.T, again func()) {
	t.Helper()
	had := len(e.all())
	deadline := time.After(timeout)
	for len(e.all()) == had {
		again()
		select {
		case <-e.more:
		case <-time.After(20 * time.Millisecond):
		case <-deadline:
			t.Fatal("nothing more was heard")
		}
	}
}

func message(organization id.ID, n int) broker.Message {
	return broker.Message{Organization: organization, Topic: "chat:1", Name: "typing", Payload: json.RawMessage(fmt.Sprint(n))}
}

// What one node publishes every node hears once and in order, the node itself
// without Redis; another installation on the same server hears nothing.
func TestNodesHearEachOther(t *testing.T) {
	server := redistest.Start(t)
	one, client := open(t, server, "ours")
	two, _ := open(t, server, "ours")
	foreign, _ := open(t, server, "theirs")
	ears := []*ear{newEar(), newEar(), newEar()}
	for i, b := range []*redis.Broker{one, two, foreign} {
		defer b.Listen(ears[i])()
		defer b.Watch(ears[i])()
	}
	organization := id.New()
	var want []string
	for n := range 300 {
		if err := one.Publish(message(organization, n)); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprint("chat:1 typing ", n))
	}
	for _, e := range ears[:2] {
		e.await(t, want[299])
		if got := e.all(); !slices.Equal(got, want) {
			t.Errorf("heard %v", got)
		}
	}
	entries := []json.RawMessage{json.RawMessage(`{"object":"contact"}`), json.RawMessage(`{"object":"note"}`)}
	if err := two.Announce(organization, broker.Batch{Head: 8, Entries: entries}); err != nil {
		t.Fatal(err)
	}
	ears[0].await(t, fmt.Sprintf("logged 8 %s", entries))
	large := json.RawMessage(`"` + fmt.Sprintf("%0*d", broker.MaxBatch, 1) + `"`)
	if err := two.Announce(organization, broker.Batch{Head: 9, Entries: []json.RawMessage{large}}); err != nil {
		t.Fatal(err)
	}
	ears[0].await(t, "logged 9 []")
	if err := two.Notify(organization); err != nil {
		t.Fatal(err)
	}
	ears[0].await(t, "notification")

	// What nobody can read, what another release says and what is forged harms nobody.
	channel := "ours:org:" + string(organization)
	genuine := redis.Sealed(key, channel, `{"n":"x","t":"chat:1","e":"forged","p":{}}`)
	for _, text := range []string{
		"", "1", `1{"n":"x"}`, `3{"n":"x"}`, redis.Sealed(key, channel, ""), redis.Sealed(key, channel, "{"), redis.Sealed(key, channel, "{}"),
		redis.Sealed(key, channel, `{"n":"x","e":"y","p":1}`), redis.Sealed(key, channel, `{"n":"x","h":1,"l":[1,2]}`),
	} {
		client.Publish(t.Context(), channel, text)
	}
	client.Publish(t.Context(), "ours:org:nobody", genuine)
	for _, text := range []string{
		"2", `2{"n":"x"}`, redis.Sealed([]byte("another key"), channel, `{"n":"x"}`), redis.Sealed(key, "ours:org:"+string(id.New()), `{"n":"x"}`),
		genuine + " ", genuine[:44] + `{"n":"x"}`,
	} {
		client.Publish(t.Context(), channel, text)
	}
	if err := one.Publish(message(organization, 1000)); err != nil {
		t.Fatal(err)
	}
	ears[1].await(t, "chat:1 typing 1000")
	if s := two.Stats(); s.Unreadable != 10 || s.Forged != 6 {
		t.Errorf("passed over: %+v", s)
	}
	if slices.ContainsFunc(ears[1].all(), func(heard string) bool { return strings.Contains(heard, "forged") }) {
		t.Error("what was forged was heard")
	}
	if got := ears[2].all(); len(got) != 0 {
		t.Errorf("another installation heard %v", got)
	}
}

// Redis may crash, freeze and be emptied: this process goes on hearing itself,
// nobody waits, watchers are told when the link stands again, and other nodes hear
// again.
func TestRedisComesAndGoes(t *testing.T) {
	server := redistest.Start(t)
	one, _ := open(t, server, "ours")
	two, _ := open(t, server, "ours")
	near, far, watcher := newEar(), newEar(), newEar()
	defer one.Listen(near)()
	defer two.Listen(far)()
	defer two.Watch(watcher)()
	organization, n := id.New(), 0
	publish := func() {
		n++
		if err := one.Publish(message(organization, n)); err != nil {
			t.Fatal(err)
		}
	}
	for name, harm := range map[string]func(){"crash": server.Kill, "freeze": server.Pause} {
		resumed := watcher.count("resumed")
		harm()
		publish()
		near.await(t, fmt.Sprint("chat:1 typing ", n))
		waittest.Until(t, name+" is noticed", func() bool { return !two.Stats().Linked })
		server.Resume()
		waittest.Until(t, "the link stands after a "+name, func() bool { return watcher.count("resumed") > resumed })
		far.hears(t, publish)
	}
	server.Flush()
	far.hears(t, publish)
	if s := one.Stats(); s.Failures == 0 || s.Dropped == 0 {
		t.Errorf("nothing failed: %+v", s)
	}
}

// Notifications and places that found no Redis are said once it is back, to whoever
// stayed subscribed or is again.
func TestNotificationsOutliveRedis(t *testing.T) {
	server := redistest.Start(t)
	one, _ := open(t, server, "ours")
	two, _ := open(t, server, "ours")
	watcher := newEar()
	defer two.Watch(watcher)()
	organization := id.New()
	server.Kill()
	waittest.Until(t, "the crash is noticed", func() bool { return !two.Stats().Linked && !one.Stats().Linked })
	failures := one.Stats().Failures
	if err := one.Notify(organization); err != nil {
		t.Fatal(err)
	}
	if err := one.Announce(organization, broker.Batch{Head: 5, Entries: []json.RawMessage{json.RawMessage(`{}`)}}); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "it was tried", func() bool { return one.Stats().Failures > failures })
	published := one.Stats().Published
	server.Restart()
	waittest.Until(t, "both are said", func() bool { return one.Stats().Published >= published+2 })
}

// choosy watches one organization.
type choosy struct {
	*ear

	organization id.ID
}

func (c choosy) Serves(organization id.ID) bool { return organization == c.organization }

// Notifications and batches that no watcher wants are dropped by their outside; messages
// are heard by all, for what they are about is inside.
func TestWhatNobodyWantsIsPassedOver(t *testing.T) {
	server := redistest.Start(t)
	speaker, _ := open(t, server, "ours")
	hearer, _ := open(t, server, "ours")
	ours, other := id.New(), id.New()
	e := choosy{newEar(), ours}
	defer hearer.Listen(e)()
	defer hearer.Watch(e)()
	for _, err := range []error{
		speaker.Notify(other), speaker.Announce(other, broker.Batch{Head: 3, Entries: []json.RawMessage{json.RawMessage(`{}`)}}),
		speaker.Publish(message(other, 1)), speaker.Publish(message(ours, 2)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	e.await(t, "chat:1 typing 1")
	e.await(t, "chat:1 typing 2") // what is notified and announced leaves before what is published
	for _, err := range []error{speaker.Notify(ours), speaker.Announce(ours, broker.Batch{Head: 5})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	e.await(t, "notification")
	e.await(t, "logged 5 []")
	if s := hearer.Stats(); s.Passed != 2 || s.Received < 4 || e.count("notification") != 1 || e.count("logged 3 [{}]") != 0 {
		t.Errorf("%+v, heard %v", s, e.all())
	}
}

func TestDialRefusesWhatIsNoAddress(t *testing.T) {
	if _, err := redis.Dial("http://example.test"); err == nil {
		t.Error("accepted")
	}
}
