package backlog

import (
	"sync"

	"switchboard/storage/broker"
	"switchboard/storage/id"
)

// Most bounds the pending messages.
const Most = 1024

// Waiting is the content of a backlog, each kind in the order of arrival.
type Waiting struct {
	Notified []id.ID
	Logged   []Logged
	Resumed  bool
	Messages []broker.Message
}

// Logged is the batch of one organization.
type Logged struct {
	Organization id.ID
	Batch        broker.Batch
}

// Backlog collects pending items. Make one with New.
type Backlog struct {
	wake chan struct{} // holds one

	mu       sync.Mutex
	waiting  Waiting
	notified map[id.ID]bool
	places   map[id.ID]int // index of an organization's batch in waiting.Logged
	dropped  int64
}

// New makes an empty backlog.
func New() *Backlog { return &Backlog{wake: make(chan struct{}, 1)} }

// Wake returns the channel that holds a token when there may be something to Take.
func (b *Backlog) Wake() <-chan struct{} { return b.wake }

// Put adds a message; beyond Most it drops the oldest.
func (b *Backlog) Put(m broker.Message) {
	b.mu.Lock()
	if len(b.waiting.Messages) == Most { // the oldest is the least valuable
		b.waiting.Messages = b.waiting.Messages[1:]
		b.dropped++
	}
	b.waiting.Messages = append(b.waiting.Messages, m)
	b.mu.Unlock()
	b.rouse()
}

// Notify adds a notification, unless one of the organization is pending.
func (b *Backlog) Notify(organization id.ID) {
	b.mu.Lock()
	if !b.notified[organization] {
		if b.notified == nil {
			b.notified = map[id.ID]bool{}
		}
		b.notified[organization] = true
		b.waiting.Notified = append(b.waiting.Notified, organization)
	}
	b.mu.Unlock()
	b.rouse()
}

// Log adds a batch to the organization's pending one.
func (b *Backlog) Log(organization id.ID, batch broker.Batch) {
	b.mu.Lock()
	if at, waits := b.places[organization]; waits {
		had := &b.waiting.Logged[at].Batch
		*had = had.Join(batch)
	} else {
		if b.places == nil {
			b.places = map[id.ID]int{}
		}
		b.places[organization] = len(b.waiting.Logged)
		b.waiting.Logged = append(b.waiting.Logged, Logged{organization, batch.Fit()})
	}
	b.mu.Unlock()
	b.rouse()
}

// Resume records that notifications may have been lost.
func (b *Backlog) Resume() {
	b.mu.Lock()
	b.waiting.Resumed = true
	b.mu.Unlock()
	b.rouse()
}

// PutBack returns undelivered notifications and heads; messages are lost.
func (b *Backlog) PutBack(w Waiting) {
	for _, o := range w.Notified {
		b.Notify(o)
	}
	for _, l := range w.Logged {
		b.Log(l.Organization, broker.Batch{Head: l.Batch.Head})
	}
	b.mu.Lock()
	b.dropped += int64(len(w.Messages))
	b.mu.Unlock()
}

// Dropped returns the number of messages lost here.
func (b *Backlog) Dropped() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.dropped
}

// Take empties the backlog and returns its content.
func (b *Backlog) Take() Waiting {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.waiting
	b.waiting, b.notified, b.places = Waiting{}, nil, nil
	return w
}

func (b *Backlog) rouse() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}
