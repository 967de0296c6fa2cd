package memory

import (
	"sync"

	"switchboard/storage/broker"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Broker carries within the process.
type Broker struct {
	mu        sync.Mutex
	listeners map[*queue]struct{}
	watchers  map[*queue]struct{}
	closed    bool
}

var _ broker.Broker = (*Broker)(nil)

// New makes a broker that nobody listens to.
func New() *Broker {
	return &Broker{listeners: map[*queue]struct{}{}, watchers: map[*queue]struct{}{}}
}

// Publish implements broker.Broker.
func (b *Broker) Publish(m broker.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	return b.each(b.listeners, func(q *queue) { q.waiting.Put(m) })
}

// Ring implements broker.Broker.
func (b *Broker) Ring(organization id.ID) error {
	if err := broker.CheckOrganization(organization); err != nil {
		return err
	}
	return b.each(b.watchers, func(q *queue) { q.waiting.Ring(organization) })
}

// Announce implements broker.Broker.
func (b *Broker) Announce(organization id.ID, batch broker.Batch) error {
	if err := broker.CheckOrganization(organization); err != nil {
		return err
	}
	if err := batch.Check(); err != nil {
		return err
	}
	return b.each(b.watchers, func(q *queue) { q.waiting.Log(organization, batch) })
}

// Resume tells the watchers that the link to other processes stands (again). An
// implementation that has such a link calls it.
func (b *Broker) Resume() {
	_ = b.each(b.watchers, func(q *queue) { q.waiting.Resume() }) // after Close there is nobody to tell
}

func (b *Broker) each(queues map[*queue]struct{}, do func(*queue)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return fault.New(fault.Unavailable, "The broker is closed.")
	}
	for q := range queues {
		do(q)
	}
	return nil
}

// Listen implements broker.Broker.
func (b *Broker) Listen(l broker.Listener) (stop func()) {
	return b.add(b.listeners, newQueue(l, nil))
}

// Watch implements broker.Broker.
func (b *Broker) Watch(w broker.Watcher) (stop func()) {
	return b.add(b.watchers, newQueue(nil, w))
}

func (b *Broker) add(to map[*queue]struct{}, q *queue) (stop func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return func() {}
	}
	to[q] = struct{}{}
	go q.run()
	return func() {
		b.mu.Lock()
		delete(to, q)
		b.mu.Unlock()
		q.stop()
	}
}

// Close implements broker.Broker.
func (b *Broker) Close() {
	b.mu.Lock()
	b.closed = true
	var all []*queue
	for _, queues := range []map[*queue]struct{}{b.listeners, b.watchers} {
		for q := range queues {
			all = append(all, q)
		}
		clear(queues)
	}
	b.mu.Unlock()
	for _, q := range all {
		q.stop()
	}
}
