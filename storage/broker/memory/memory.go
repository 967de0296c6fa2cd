package memory

import (
	"sync"

	"switchboard/storage/broker"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
)

// Broker delivers within the process.
type Broker struct {
	mu        sync.Mutex
	listeners map[*queue]struct{}
	watchers  map[*queue]struct{}
	closed    bool
	panics    *panics.Catcher
}

var _ broker.Broker = (*Broker)(nil)

// New returns a broker without listeners. A message whose listener panics is lost; catchers count
// it.
func New(catchers ...*panics.Catcher) *Broker {
	b := &Broker{listeners: map[*queue]struct{}{}, watchers: map[*queue]struct{}{}}
	if len(catchers) > 0 {
		b.panics = catchers[0]
	}
	return b
}

// Publish implements broker.Broker.
func (b *Broker) Publish(m broker.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	return b.each(b.listeners, func(q *queue) { q.waiting.Put(m) })
}

// Notify implements broker.Broker.
func (b *Broker) Notify(organization id.ID) error {
	if err := broker.CheckOrganization(organization); err != nil {
		return err
	}
	return b.each(b.watchers, func(q *queue) { q.waiting.Notify(organization) })
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

// Resume notifies the watchers that the link to other processes is up. Implementations with a
// link call it.
func (b *Broker) Resume() {
	_ = b.each(b.watchers, func(q *queue) { q.waiting.Resume() }) // after Close there are no watchers
}

// Served reports whether a watcher wants the notifications and batches of an organization.
func (b *Broker) Served(organization id.ID) bool {
	for _, w := range b.watching() { // without the lock: a watcher may publish while holding its own
		if s, selects := w.(broker.Selective); !selects || s.Serves(organization) {
			return true
		}
	}
	return false
}

func (b *Broker) watching() []broker.Watcher {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]broker.Watcher, 0, len(b.watchers))
	for q := range b.watchers {
		out = append(out, q.watcher)
	}
	return out
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
	return b.add(b.listeners, newQueue(l, nil, b.panics))
}

// Watch implements broker.Broker.
func (b *Broker) Watch(w broker.Watcher) (stop func()) {
	return b.add(b.watchers, newQueue(nil, w, b.panics))
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
		b.remove(to, q)
		q.stop()
	}
}

func (b *Broker) remove(from map[*queue]struct{}, q *queue) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(from, q)
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
