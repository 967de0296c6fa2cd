package hub

import (
	"context"
	"slices"
	"sync"
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/window"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// audience is an organization's sockets on this node together with the place in its log
// up to which they are told.
type audience struct {
	node *node
	id   id.ID
	ctx  context.Context //nolint:containedctx // the tenant's own life

	// mu is the applied-seq lock. applied is written by the tenant's goroutine
	// alone, under it.
	mu        sync.Mutex
	applied   int64
	epoch     int64 // of the last change of rights
	window    window.Window
	delivered int64 // changes handed to sockets since the tenant began
	waiting   []waiter
	members
}

// locked does something under the tenant's lock, which it gives back after a panic too.
func (a *audience) locked(do func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	do()
}

// startAnew has everybody take all of his topics anew and moves his place to the
// tenant's: what went wrong may have been about any of them. The caller holds the lock.
func (a *audience) startAnew() {
	now := a.node.options.Now()
	for s := range a.sockets {
		for _, name := range s.topics {
			a.resync(s, name)
		}
		a.move(s, now)
	}
}

// move moves one socket's place to the tenant's. The caller holds the lock.
func (a *audience) move(s *socket, now time.Time) {
	s.sendDurable(projection.Sync(a.applied), a.applied, now)
	s.pausedAt = a.applied
}

// resync asks one socket to take a fresh snapshot of a topic, whether it was asked
// already or not. The caller holds the lock.
func (a *audience) resync(s *socket, name string) {
	if i := slices.Index(s.topics, name); i >= 0 {
		s.subscriptions[i].resyncAsked = true
	}
	s.link.Send(projection.Resync(name))
	a.node.metrics.resyncs.Inc()
}

// closeTopics ends the subscriptions to a record, conversation or chat that left
// the socket's sight: nothing fleeting may reach it there either. A record that is not
// deleted may have come back since, and the client may hold it as it came back, by a
// snapshot newer than this entry: to it the change is old, so it is told to take another,
// which subscribes it again or tells it how things are. The caller holds the lock.
func (a *audience) closeTopics(s *socket, e *entry.Entry) {
	for _, name := range a.catalog().Own(e) {
		if !slices.Contains(s.topics, name) {
			continue
		}
		if e.Op != entry.Removed {
			a.resync(s, name)
		}
		a.unsubscribe(s, name)
	}
}

// resynced notes that a socket is about to take a fresh snapshot: what comes from now
// on is news to it. The caller holds the lock.
func (a *audience) resynced(s *socket, name string) {
	if i := slices.Index(s.topics, name); i >= 0 {
		s.subscriptions[i].resyncAsked = false
	}
}

// waiter is told when the tenant reaches a place.
type waiter struct {
	seq   int64
	there chan struct{}
}

// arrived tells those who wait for the place. The caller holds the lock.
func (a *audience) arrived() {
	a.waiting = slices.DeleteFunc(a.waiting, func(w waiter) bool {
		if w.seq > a.applied {
			return false
		}
		close(w.there)
		return true
	})
}

// As much is projected under the lock, and queued in one piece behind half a full
// queue.
const (
	fewEntries = 64
	fewBytes   = 128 << 10
)
