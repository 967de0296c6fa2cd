package smoke_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/hub/sockettest"
	"switchboard/hub/wire"
)

// maxWait bounds every wait for a live change; no test asserts a time.
const maxWait = 20 * time.Second

// socket is a handwritten client of Engine.IO and Socket.IO.
type socket struct {
	t      *testing.T
	conn   sockettest.Conn
	cancel context.CancelFunc
	ended  chan struct{}

	mu      sync.Mutex
	changes []wire.Change
	offsets []string
	acks    map[int]chan json.RawMessage
	last    int
	news    chan struct{}
	pid     string
	heard   []string // every frame
}

// connect signs a socket in and joins the topics.
func (d *desk) connect(topics ...string) *socket {
	d.T.Helper()
	return d.connectWith(map[string]any{}, topics...)
}

// connectWith adds fields to the payload of CONNECT.
func (d *desk) connectWith(auth map[string]any, topics ...string) *socket {
	d.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	conn, err := sockettest.Dial(ctx, d.URL+sockettest.Path, nil)
	if err != nil {
		cancel()
		d.T.Fatalf("dial: %v", err)
	}
	s := &socket{t: d.T, conn: conn, cancel: cancel, ended: make(chan struct{}), acks: map[int]chan json.RawMessage{}, news: make(chan struct{}, 1)}
	joined := make(chan error, 1)
	go s.read(ctx, joined)
	d.T.Cleanup(s.close)
	auth["token"] = d.Token
	s.send("40" + encode(d.T, auth))
	select {
	case err := <-joined:
		if err != nil {
			d.T.Fatalf("CONNECT: %v", err)
		}
	case <-time.After(maxWait):
		d.T.Fatal("CONNECT was not answered")
	}
	for _, topic := range topics {
		var reply struct {
			OK bool `json:"ok"`
		}
		s.ask("subscribe", map[string]any{"topic": topic}, &reply)
		if !reply.OK {
			d.T.Fatalf("subscribe %s was refused", topic)
		}
	}
	return s
}

// phoned reports the state of the phone in the socket's browser.
func (s *socket) phoned(state string) {
	s.t.Helper()
	var reply struct {
		OK bool `json:"ok"`
	}
	if s.ask("phone.state", map[string]any{"state": state}, &reply); !reply.OK {
		s.t.Fatalf("phone.state %s was refused", state)
	}
}

func (s *socket) read(ctx context.Context, joined chan<- error) {
	defer close(s.ended)
	for {
		text, err := s.conn.Next(ctx)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.heard = append(s.heard, text)
		s.mu.Unlock()
		switch {
		case strings.HasPrefix(text, "40"):
			var connected struct {
				PID string `json:"pid"`
			}
			_ = json.Unmarshal([]byte(text[2:]), &connected)
			s.pid = connected.PID
			joined <- nil
		case strings.HasPrefix(text, "44"):
			joined <- fmt.Errorf("refused: %s", text[2:])
		case strings.HasPrefix(text, "42"):
			s.event([]byte(text[2:]))
		case strings.HasPrefix(text, "43"):
			s.ack(text[2:])
		}
	}
}

func (s *socket) event(raw []byte) {
	var args []json.RawMessage
	if json.Unmarshal(raw, &args) != nil || len(args) < 2 || string(args[0]) != `"change"` {
		return
	}
	var change wire.Change
	if err := json.Unmarshal(args[1], &change); err != nil {
		s.t.Errorf("a change that can't be read: %s", raw)
		return
	}
	s.mu.Lock()
	s.changes = append(s.changes, change)
	if len(args) == 3 {
		s.offsets = append(s.offsets, string(args[2]))
	}
	s.mu.Unlock()
	select {
	case s.news <- struct{}{}:
	default:
	}
}

func (s *socket) ack(text string) {
	end := strings.IndexByte(text, '[')
	if end < 0 {
		return
	}
	var id int
	if _, err := fmt.Sscan(text[:end], &id); err != nil {
		return
	}
	var args []json.RawMessage
	if json.Unmarshal([]byte(text[end:]), &args) != nil || len(args) == 0 {
		return
	}
	s.mu.Lock()
	waiting := s.acks[id]
	delete(s.acks, id)
	s.mu.Unlock()
	if waiting != nil {
		waiting <- args[0]
	}
}

// ask emits an event and decodes its ack.
func (s *socket) ask(event string, payload, reply any) {
	s.t.Helper()
	answer := make(chan json.RawMessage, 1)
	s.mu.Lock()
	s.last++
	id := s.last
	s.acks[id] = answer
	s.mu.Unlock()
	s.send(fmt.Sprintf("42%d%s", id, encode(s.t, []any{event, payload})))
	select {
	case raw := <-answer:
		if err := json.Unmarshal(raw, reply); err != nil {
			s.t.Fatalf("ack of %s: %v in %s", event, err, raw)
		}
	case <-time.After(maxWait):
		s.t.Fatalf("%s was not answered", event)
	}
}

// wait returns the first matching change.
func (s *socket) wait(what string, fits func(wire.Change) bool) wire.Change {
	s.t.Helper()
	deadline := time.After(maxWait)
	for {
		if c, ok := s.seen(fits); ok {
			return c
		}
		select {
		case <-s.news:
		case <-s.ended:
			s.t.Fatalf("the socket ended before %s", what)
		case <-deadline:
			s.t.Fatalf("no change came for %s", what)
		}
	}
}

func (s *socket) seen(fits func(wire.Change) bool) (wire.Change, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.changes {
		if fits(c) {
			return c, true
		}
	}
	return wire.Change{}, false
}

func (s *socket) send(packet string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	if err := s.conn.Send(ctx, packet); err != nil {
		s.t.Fatalf("send: %v", err)
	}
}

func (s *socket) close() {
	s.cancel()
	<-s.ended
}

func encode(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func (s *socket) count(fits func(wire.Change) bool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(s.changes), func(c wire.Change) bool { return !fits(c) }))
}

// forget drops the received changes.
func (s *socket) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes, s.offsets = nil, nil
}
