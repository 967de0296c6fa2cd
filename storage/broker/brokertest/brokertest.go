package brokertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/storage/broker"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const timeout = 20 * time.Second

// Run tests an implementation against the port. open returns one for each case; the suite closes
// it.
func Run(t *testing.T, open func(t *testing.T) broker.Broker) {
	for name, test := range map[string]func(*testing.T, broker.Broker){
		"every listener hears in order": everyListenerHears,
		"a slow listener":               slowListener,
		"batches":                       batches,
		"a stopped listener":            stoppedListener,
		"bad messages":                  badMessages,
		"after close":                   afterClose,
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			t.Cleanup(b.Close)
			test(t, b)
		})
	}
}

// ear records what it receives; gate, if set, blocks it.
type ear struct {
	gate    chan struct{}
	entered chan struct{} // signaled once the gate is reached

	mu      sync.Mutex
	heard   []string
	changed chan struct{}
}

func newEar() *ear { return &ear{changed: make(chan struct{})} }

func (e *ear) Ephemeral(organization id.ID, topic, name string, payload json.RawMessage) {
	e.hear(fmt.Sprint(organization, " ", topic, " ", name, " ", string(payload)))
}

func (e *ear) Committed(organization id.ID) { e.hear(fmt.Sprint(organization, " notification")) }

func (e *ear) Logged(organization id.ID, b broker.Batch) {
	e.hear(fmt.Sprintf("%s logged %d %s", organization, b.Head, b.Entries))
}

// Resumed is called only by implementations with a link, which test it themselves.
func (*ear) Resumed() {}

func (e *ear) hear(what string) {
	if e.gate != nil {
		e.entered <- struct{}{}
		<-e.gate
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard = append(e.heard, what)
	close(e.changed)
	e.changed = make(chan struct{})
}

// held returns an ear that blocks until its gate is opened.
func held() *ear {
	e := newEar()
	e.gate, e.entered = make(chan struct{}), make(chan struct{}, 1<<16)
	return e
}

// attend has the ear listen and watch.
func attend(b broker.Broker, e *ear) (stop func()) {
	listening, watching := b.Listen(e), b.Watch(e)
	return func() { listening(); watching() }
}

// await returns what was heard once want is among it.
func (e *ear) await(t *testing.T, want string) []string {
	t.Helper()
	return e.awaitAny(t, want, func(heard string) bool { return heard == want })
}

func (e *ear) awaitAny(t *testing.T, want string, is func(string) bool) []string {
	t.Helper()
	deadline := time.After(timeout)
	for {
		e.mu.Lock()
		heard, changed := slices.Clone(e.heard), e.changed
		e.mu.Unlock()
		if slices.ContainsFunc(heard, is) {
			return heard
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("%q was not heard, but %v", want, heard)
		}
	}
}

func message(organization id.ID, n int) broker.Message {
	return broker.Message{Organization: organization, Topic: "chat:1", Name: "typing", Payload: json.RawMessage(fmt.Sprint(n))}
}

func publish(t *testing.T, b broker.Broker, m broker.Message) {
	t.Helper()
	if err := b.Publish(m); err != nil {
		t.Fatal(err)
	}
}

func notify(t *testing.T, b broker.Broker, organization id.ID) {
	t.Helper()
	if err := b.Notify(organization); err != nil {
		t.Fatal(err)
	}
}

func everyListenerHears(t *testing.T, b broker.Broker) {
	organization, ears := id.New(), []*ear{newEar(), newEar()}
	for _, e := range ears {
		defer attend(b, e)()
	}
	var want []string
	for i := range 200 {
		publish(t, b, message(organization, i))
		want = append(want, fmt.Sprint(organization, " chat:1 typing ", i))
	}
	for _, e := range ears {
		if got := e.await(t, want[len(want)-1]); !slices.Equal(got, want) {
			t.Errorf("heard %v", got)
		}
	}
	other := id.New()
	notify(t, b, other)
	for _, e := range ears {
		e.await(t, fmt.Sprint(other, " notification"))
	}
}

func slowListener(t *testing.T, b broker.Broker) {
	const many = 20_000
	organization, slow, quick := id.New(), held(), newEar()
	defer attend(b, slow)()
	open := sync.OnceFunc(func() { close(slow.gate) })
	defer open() // before its end is waited for
	defer attend(b, quick)()
	publish(t, b, message(organization, 0))
	<-slow.entered
	notify(t, b, organization)
	<-slow.entered
	for i := range many {
		publish(t, b, message(organization, i+1))
		notify(t, b, organization)
	}
	last := fmt.Sprint(organization, " chat:1 typing ", many)
	quick.await(t, last)
	open()
	heard := slow.await(t, last)
	if len(heard) > many/2 {
		t.Errorf("%d waited for a listener that does not listen", len(heard))
	}
	// What was notified while the first was heard is heard again, and no more.
	other := id.New()
	notify(t, b, other)
	times := 0
	for _, h := range slow.await(t, fmt.Sprint(other, " notification")) {
		if h == fmt.Sprint(organization, " notification") {
			times++
		}
	}
	if times != 2 {
		t.Errorf("%d notifications were heard", times)
	}
}

func entries(from, to int) []json.RawMessage {
	var out []json.RawMessage
	for i := from; i <= to; i++ {
		out = append(out, json.RawMessage(fmt.Sprintf(`{"n":%d}`, i)))
	}
	return out
}

func announce(t *testing.T, b broker.Broker, organization id.ID, batch broker.Batch) {
	t.Helper()
	if err := b.Announce(organization, batch); err != nil {
		t.Fatal(err)
	}
}

// batches arrive unchanged; pending ones are joined if consecutive, and the newest head is never
// lost.
func batches(t *testing.T, b broker.Broker) {
	organization, other, slow, quick := id.New(), id.New(), held(), newEar()
	defer attend(b, quick)()
	announce(t, b, organization, broker.Batch{Head: 2, Entries: entries(1, 2)})
	quick.await(t, fmt.Sprintf("%s logged 2 %s", organization, entries(1, 2)))
	announce(t, b, organization, broker.Batch{Head: 9})
	quick.await(t, fmt.Sprintf("%s logged 9 []", organization))
	large := json.RawMessage(`"` + strings.Repeat("x", broker.MaxBatch) + `"`)
	announce(t, b, organization, broker.Batch{Head: 10, Entries: []json.RawMessage{large}})
	quick.await(t, fmt.Sprintf("%s logged 10 []", organization))

	defer attend(b, slow)()
	open := sync.OnceFunc(func() { close(slow.gate) })
	defer open() // before its end is waited for
	announce(t, b, id.New(), broker.Batch{Head: 1})
	<-slow.entered
	announce(t, b, organization, broker.Batch{Head: 11, Entries: entries(11, 11)})
	announce(t, b, organization, broker.Batch{Head: 12, Entries: entries(12, 12)})
	announce(t, b, organization, broker.Batch{Head: 11, Entries: entries(11, 11)}) // late and twice
	announce(t, b, other, broker.Batch{Head: 1, Entries: entries(1, 1)})
	announce(t, b, other, broker.Batch{Head: 7, Entries: entries(6, 7)}) // something is missing between
	quick.awaitAny(t, "the last", func(heard string) bool {
		return strings.HasPrefix(heard, fmt.Sprintf("%s logged 7 ", other))
	})
	open()
	slow.await(t, fmt.Sprintf("%s logged 12 %s", organization, entries(11, 12)))
	slow.await(t, fmt.Sprintf("%s logged 7 []", other))
}

func stoppedListener(t *testing.T, b broker.Broker) {
	organization, stopped, other := id.New(), newEar(), newEar()
	stop := attend(b, stopped)
	defer attend(b, other)()
	publish(t, b, message(organization, 1))
	first := fmt.Sprint(organization, " chat:1 typing 1")
	stopped.await(t, first)
	stop()
	stop() // again is no fault
	publish(t, b, message(organization, 2))
	notify(t, b, organization)
	other.await(t, fmt.Sprint(organization, " chat:1 typing 2"))
	other.await(t, fmt.Sprint(organization, " notification"))
	if got := stopped.await(t, first); len(got) != 1 {
		t.Errorf("heard after its end: %v", got)
	}
}

func badMessages(t *testing.T, b broker.Broker) {
	good := message(id.New(), 1)
	for name, c := range map[string]struct {
		spoil func(*broker.Message)
		want  fault.Code
	}{
		"no organization": {func(m *broker.Message) { m.Organization = "x" }, fault.Malformed},
		"no topic":        {func(m *broker.Message) { m.Topic = "" }, fault.Malformed},
		"no name":         {func(m *broker.Message) { m.Name = "" }, fault.Malformed},
		"no JSON":         {func(m *broker.Message) { m.Payload = []byte("{") }, fault.Malformed},
		"too large": {func(m *broker.Message) {
			m.Payload = json.RawMessage(`"` + strings.Repeat("x", broker.MaxPayload) + `"`)
		}, fault.TooLarge},
		"too long": {func(m *broker.Message) { m.Topic = strings.Repeat("x", broker.MaxName+1) }, fault.TooLarge},
	} {
		m := good
		c.spoil(&m)
		if err := b.Publish(m); !fault.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := b.Notify("x"); !fault.Is(err, fault.Malformed) {
		t.Errorf("notify: %v", err)
	}
	if err := b.Announce("x", broker.Batch{Head: 1}); !fault.Is(err, fault.Malformed) {
		t.Errorf("announce: %v", err)
	}
	for _, batch := range []broker.Batch{{}, {Head: -1}, {Head: 1, Entries: entries(1, 2)}} {
		if err := b.Announce(good.Organization, batch); !fault.Is(err, fault.Malformed) {
			t.Errorf("announce %v: %v", batch, err)
		}
	}
}

func afterClose(t *testing.T, b broker.Broker) {
	e := newEar()
	stop := attend(b, e)
	b.Close()
	b.Close()
	stop()
	if err := b.Publish(message(id.New(), 1)); !fault.Is(err, fault.Unavailable) {
		t.Errorf("publish: %v", err)
	}
	if err := b.Notify(id.New()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("notify: %v", err)
	}
	if err := b.Announce(id.New(), broker.Batch{Head: 1}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("announce: %v", err)
	}
	attend(b, e)()
}
