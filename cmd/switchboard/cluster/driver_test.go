package cluster_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"switchboard/cmd/child"
	"switchboard/hub/wire"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// driver runs the official socket.io-client many times over
// (testdata/watch.mjs) and stores its reports.
type driver struct {
	talk  *child.Talk
	log   *tail
	ended chan struct{}

	mu       sync.Mutex
	watchers map[string]*watcher
	calls    map[id.ID]chan string // call → its statuses, for waiting tests
	broken   []string
}

// watcher is one socket with everything it received.
type watcher struct {
	name   string
	spec   watch
	events []event
	// recovered and fresh count the connects after the first.
	connected, recovered, fresh, resyncs int
	ended                                bool
	// doubled counts repeated events after a recovery that was cut off.
	doubled int
	// before reports whether earlier events were dropped.
	before     bool
	subscribed map[string]int64 // topic → seq of its newest snapshot
}

// watch describes a socket to open.
type watch struct {
	Name       string   `json:"name"`
	URL        string   `json:"url"`
	Token      string   `json:"token"`
	Topics     []string `json:"topics"`
	Transports []string `json:"transports"`
	// Headers go with each of its requests.
	Headers map[string]string `json:"headers,omitempty"`
	person  *person
}

// event is a line of the driver.
type event struct {
	Name, Kind, Topic, Reason, Code, Detail string
	Recovered, OK                           bool
	Seq                                     int64
	At                                      int64 // unix milliseconds, of a change
	Object                                  string
	ID                                      id.ID
	Op, Command, Status, Offset             string
	Version                                 int64
	Error                                   *struct{ Code, Detail string }
	Snapshot                                *wire.QuerySnapshot // of a live query
	Rows                                    *wire.RowsEvent
}

func startDriver(t testing.TB) *driver {
	t.Helper()
	d := &driver{watchers: map[string]*watcher{}, calls: map[id.ID]chan string{}, log: &tail{}, ended: make(chan struct{})}
	command := exec.Command("node", "testdata/watch.mjs", filepath.Join(root(t), "ui", "package.json"))
	command.Stderr = d.log
	var err error
	if d.talk, err = child.Open(command); err != nil {
		t.Fatalf("the official client needs Node: %v", err)
	}
	go d.hear()
	return d
}

func (d *driver) hear() {
	defer close(d.ended)
	for line := range d.talk.Lines {
		var e event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			d.mu.Lock()
			d.broken = append(d.broken, fmt.Sprintf("%v: %s", err, line))
			d.mu.Unlock()
			continue
		}
		d.take(e)
	}
}

func (d *driver) close() {
	d.talk.CloseInput()
	<-d.ended
	_ = d.talk.Wait()
}

func (d *driver) take(e event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.watchers[e.Name]
	if w == nil {
		return
	}
	w.events = append(w.events, e)
	switch e.Kind {
	case "connect":
		switch {
		case w.connected == 0: // the first connect
		case e.Recovered:
			w.recovered++
		default:
			w.fresh++
		}
		w.connected++
	case "subscribed":
		if e.OK {
			w.subscribed[e.Topic] = e.Seq
		}
	case "resync":
		if e.Topic != "presence" { // ephemeral: a resync is its recovery
			w.resyncs++
		}
	case "ended":
		w.ended = true
	case "change":
		if e.Object == "call" && e.Status != "" {
			if waits := d.calls[e.ID]; waits != nil {
				select {
				case waits <- e.Status:
				default: // many sockets report the same
				}
			}
		}
	}
}

func (d *driver) do(t testing.TB, command any) {
	t.Helper()
	raw, err := json.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.talk.Send(string(raw)); err != nil {
		t.Fatalf("the clients are gone: %v\n%s", err, d.log)
	}
}

// open opens a socket and waits until it has joined all its topics.
func (d *driver) open(t testing.TB, s watch) *watcher {
	t.Helper()
	s.Token = *s.person.token.Load()
	if s.Transports == nil {
		s.Transports = []string{"websocket"}
	}
	w := &watcher{name: s.Name, spec: s, subscribed: map[string]int64{}}
	d.mu.Lock()
	d.watchers[s.Name] = w
	d.mu.Unlock()
	d.do(t, struct {
		Do string `json:"do"`
		watch
	}{"open", s})
	waittest.UntilNil(t, s.Name+" to subscribe", func() error {
		d.mu.Lock()
		defer d.mu.Unlock()
		if len(w.subscribed) < len(s.Topics) {
			return fmt.Errorf("%d of %d topics; the newest: %+v", len(w.subscribed), len(s.Topics), last(w.events))
		}
		return nil
	})
	return w
}

func last(events []event) event {
	if len(events) == 0 {
		return event{}
	}
	return events[len(events)-1]
}

// shut closes a socket permanently.
func (d *driver) shut(t testing.TB, name string) {
	t.Helper()
	d.do(t, map[string]string{"do": "close", "name": name})
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.watchers, name)
}

// has waits until a socket reported a matching event, and returns how many it
// had reported by then.
func (d *driver) has(t testing.TB, w *watcher, what string, after int, fits func(event) bool) int {
	t.Helper()
	found := 0
	waittest.UntilNil(t, w.name+" to see "+what, func() error {
		d.mu.Lock()
		defer d.mu.Unlock()
		for i := after; i < len(w.events); i++ {
			if fits(w.events[i]) {
				found = i + 1
				return nil
			}
		}
		return fmt.Errorf("the newest of %d: %+v", len(w.events), last(w.events))
	})
	return found
}

// named returns an open socket.
func (d *driver) named(name string) *watcher {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.watchers[name]
}

// count returns the number of a socket's matching events.
func (d *driver) count(w *watcher, fits func(event) bool) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, e := range w.events {
		if fits(e) {
			n++
		}
	}
	return n
}

// follow returns the statuses of a call as sockets report them, until forget.
func (d *driver) follow(call id.ID) (statuses <-chan string, forget func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	waits := make(chan string, 256)
	d.calls[call] = waits
	return waits, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.calls, call)
	}
}

// forget drops the watchers' events up to a log position.
func (d *driver) forget(upTo int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.watchers {
		w.before = true
		w.events = slices.DeleteFunc(w.events, func(e event) bool { return e.Kind != "change" || e.Seq <= upTo })
	}
}

// snapshot copies the watchers' state under the lock.
func (d *driver) snapshot() []watcher {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]watcher, 0, len(d.watchers))
	for _, w := range d.watchers {
		c := *w
		c.events = append([]event(nil), w.events...)
		out = append(out, c)
	}
	return out
}
