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

const patience = time.Minute

// Run holds an implementation to the port. open makes one for each case; the
// suite closes it.
func Run(t *testing.T, open func(t *testing.T) broker.Broker) {
	for name, test := range map[string]func(*testing.T, broker.Broker){
		"every listener hears in order": everyListenerHears,
		"a slow listener":               slowListener,
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

// ear is a listener that keeps what it hears; gate, where set, holds it up.
type ear struct {
	gate    chan struct{}
	entered chan struct{} // told once, when the gate is reached

	mu      sync.Mutex
	heard   []string
	changed chan struct{}
}

func newEar() *ear { return &ear{changed: make(chan struct{})} }

func (e *ear) Fleeting(organization id.ID, topic, name string, payload json.RawMessage) {
	if e.gate != nil {
		select {
		case e.entered <- struct{}{}:
		default:
		}
		<-e.gate
	}
	e.hear(fmt.Sprint(organization, " ", topic, " ", name, " ", string(payload)))
}

func (e *ear) Doorbell(organization id.ID) { e.hear(fmt.Sprint(organization, " doorbell")) }

func (e *ear) hear(what string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard = append(e.heard, what)
	close(e.changed)
	e.changed = make(chan struct{})
}

// await returns what was heard once want is among it.
func (e *ear) await(t *testing.T, want string) []string {
	t.Helper()
	deadline := time.After(patience)
	for {
		e.mu.Lock()
		heard, changed := slices.Clone(e.heard), e.changed
		e.mu.Unlock()
		if slices.Contains(heard, want) {
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

func ring(t *testing.T, b broker.Broker, organization id.ID) {
	t.Helper()
	if err := b.Ring(organization); err != nil {
		t.Fatal(err)
	}
}

func everyListenerHears(t *testing.T, b broker.Broker) {
	organization, ears := id.New(), []*ear{newEar(), newEar()}
	for _, e := range ears {
		defer b.Listen(e)()
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
	ring(t, b, other)
	for _, e := range ears {
		e.await(t, fmt.Sprint(other, " doorbell"))
	}
}

func slowListener(t *testing.T, b broker.Broker) {
	const many = 20_000
	organization, slow, quick := id.New(), newEar(), newEar()
	slow.gate, slow.entered = make(chan struct{}), make(chan struct{}, 1)
	defer b.Listen(slow)()
	defer b.Listen(quick)()
	publish(t, b, message(organization, 0))
	<-slow.entered
	for i := range many {
		publish(t, b, message(organization, i+1))
		ring(t, b, organization)
	}
	last := fmt.Sprint(organization, " chat:1 typing ", many)
	quick.await(t, last)
	close(slow.gate)
	heard := slow.await(t, last)
	bells := 0
	for _, h := range heard {
		if h == fmt.Sprint(organization, " doorbell") {
			bells++
		}
	}
	if bells == 0 {
		t.Error("the doorbell was lost")
	}
	if len(heard) > many/2 {
		t.Errorf("%d waited for a listener that does not listen", len(heard))
	}
}

func stoppedListener(t *testing.T, b broker.Broker) {
	organization, stopped, other := id.New(), newEar(), newEar()
	stop := b.Listen(stopped)
	defer b.Listen(other)()
	publish(t, b, message(organization, 1))
	first := fmt.Sprint(organization, " chat:1 typing 1")
	stopped.await(t, first)
	stop()
	stop() // again is no fault
	publish(t, b, message(organization, 2))
	other.await(t, fmt.Sprint(organization, " chat:1 typing 2"))
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
	if err := b.Ring("x"); !fault.Is(err, fault.Malformed) {
		t.Errorf("ring: %v", err)
	}
}

func afterClose(t *testing.T, b broker.Broker) {
	e := newEar()
	stop := b.Listen(e)
	b.Close()
	b.Close()
	stop()
	if err := b.Publish(message(id.New(), 1)); !fault.Is(err, fault.Unavailable) {
		t.Errorf("publish: %v", err)
	}
	if err := b.Ring(id.New()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("ring: %v", err)
	}
	b.Listen(e)()
}
