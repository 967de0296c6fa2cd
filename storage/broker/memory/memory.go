package memory

import (
	"sync"

	"switchboard/storage/broker"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// waiting bounds the messages that wait for one listener.
const waiting = 1024

// Broker carries within the process.
type Broker struct {
	mu        sync.Mutex
	listeners map[*queue]struct{}
	closed    bool
}

var _ broker.Broker = (*Broker)(nil)

// New makes a broker without listeners.
func New() *Broker { return &Broker{listeners: map[*queue]struct{}{}} }

// Publish implements broker.Broker.
func (b *Broker) Publish(m broker.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	return b.each(func(q *queue) { q.put(m) })
}

// Ring implements broker.Broker.
func (b *Broker) Ring(organization id.ID) error {
	if !organization.Valid() {
		return fault.New(fault.Malformed, "A doorbell needs an organization.")
	}
	return b.each(func(q *queue) { q.ring(organization) })
}

func (b *Broker) each(do func(*queue)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return fault.New(fault.Unavailable, "The broker is closed.")
	}
	for q := range b.listeners {
		do(q)
	}
	return nil
}

// Listen implements broker.Broker.
func (b *Broker) Listen(l broker.Listener) (stop func()) {
	q := newQueue(l)
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return func() {}
	}
	b.listeners[q] = struct{}{}
	go q.run()
	b.mu.Unlock()
	return func() {
		b.mu.Lock()
		delete(b.listeners, q)
		b.mu.Unlock()
		q.stop()
	}
}

// Close implements broker.Broker.
func (b *Broker) Close() {
	b.mu.Lock()
	b.closed = true
	listeners := b.listeners
	b.listeners = nil
	b.mu.Unlock()
	for q := range listeners {
		q.stop()
	}
}

// queue is what waits for one listener.
type queue struct {
	listener broker.Listener
	wake     chan struct{} // holds one
	quit     chan struct{}
	ended    chan struct{}
	quitOnce sync.Once

	mu       sync.Mutex
	messages []broker.Message
	rung     []id.ID // without doubles, in the order of their ringing
}

func newQueue(l broker.Listener) *queue {
	return &queue{listener: l, wake: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{})}
}

func (q *queue) put(m broker.Message) {
	q.mu.Lock()
	if len(q.messages) == waiting { // the oldest is worth the least
		q.messages = q.messages[1:]
	}
	q.messages = append(q.messages, m)
	q.mu.Unlock()
	q.rouse()
}

func (q *queue) ring(organization id.ID) {
	q.mu.Lock()
	known := false
	for _, o := range q.rung {
		known = known || o == organization
	}
	if !known {
		q.rung = append(q.rung, organization)
	}
	q.mu.Unlock()
	q.rouse()
}

func (q *queue) rouse() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take empties the queue.
func (q *queue) take() (messages []broker.Message, rung []id.ID) {
	q.mu.Lock()
	defer q.mu.Unlock()
	messages, rung = q.messages, q.rung
	q.messages, q.rung = nil, nil
	return messages, rung
}

func (q *queue) run() {
	defer close(q.ended)
	for {
		select {
		case <-q.quit:
			return
		case <-q.wake:
		}
		messages, rung := q.take()
		for _, o := range rung {
			q.listener.Doorbell(o)
		}
		for _, m := range messages {
			if q.stopped() {
				return
			}
			q.listener.Fleeting(m.Organization, m.Topic, m.Name, m.Payload)
		}
	}
}

func (q *queue) stopped() bool {
	select {
	case <-q.quit:
		return true
	default:
		return false
	}
}

func (q *queue) stop() {
	q.quitOnce.Do(func() { close(q.quit) })
	<-q.ended
}
