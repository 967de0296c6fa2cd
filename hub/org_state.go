package hub

import (
	"context"
	"slices"
	"sync"
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/window"
	"switchboard/storage/id"
)

// orgState holds an organization's sockets on this node and the log position
// that has been delivered to them.
type orgState struct {
	node *node
	id   id.ID
	ctx  context.Context //nolint:containedctx // the organization's lifetime

	// mu is the applied-seq lock. Only the organization's goroutine writes
	// applied, and it does so under mu.
	mu        sync.Mutex
	applied   int64
	epoch     int64 // of the last permission change
	window    window.Window
	delivered int64 // changes sent to sockets since this organization was loaded
	waiting   []waiter
	socketIndex
}

// locked runs do under the lock. It releases the lock even if do panics.
func (org *orgState) locked(do func()) {
	org.mu.Lock()
	defer org.mu.Unlock()
	do()
}

// resyncAll asks every socket to take fresh snapshots of all its topics and
// moves its offset to the applied position: the failure may have affected any
// topic. The caller holds the lock.
func (org *orgState) resyncAll() {
	now := org.node.options.Now()
	for s := range org.sockets {
		for _, name := range s.topics {
			org.resync(s, name)
		}
		org.move(s, now)
	}
}

// move sets one socket's offset to the applied position. The caller holds the
// lock.
func (org *orgState) move(s *socket, now time.Time) {
	s.sendDurable(projection.Sync(org.applied), org.applied, now)
	s.pausedAt = org.applied
}

// resync asks one socket to take a fresh snapshot of a topic, even if it has
// been asked before. The caller holds the lock.
func (org *orgState) resync(s *socket, name string) {
	if i := slices.Index(s.topics, name); i >= 0 {
		s.subscriptions[i].resyncAsked = true
	}
	s.link.Send(projection.Resync(name))
	org.node.metrics.resyncs.Inc()
}

// closeTopics ends a socket's subscriptions to a record, conversation or chat
// that it may no longer see. The caller holds the lock.
func (org *orgState) closeTopics(s *socket, c *projection.Change) {
	ended, again := c.Ended(s.topics)
	org.endTopics(s, ended, again)
}

// endTopics ends a socket's subscriptions, and asks it to take them again if
// again is true. The caller holds the lock.
func (org *orgState) endTopics(s *socket, ended []string, again bool) {
	for _, name := range ended {
		if again {
			org.resync(s, name)
		}
		org.unsubscribe(s, name)
	}
}

// resynced notes that a socket is about to take a fresh snapshot, so later
// changes are new to it. The caller holds the lock.
func (org *orgState) resynced(s *socket, name string) {
	if i := slices.Index(s.topics, name); i >= 0 {
		s.subscriptions[i].resyncAsked = false
	}
}

// waiter waits until the organization reaches a log position.
type waiter struct {
	seq     int64
	reached chan struct{}
}

// notifyWaiters wakes the waiters whose position has been reached. The caller
// holds the lock.
func (org *orgState) notifyWaiters() {
	org.waiting = slices.DeleteFunc(org.waiting, func(w waiter) bool {
		if w.seq > org.applied {
			return false
		}
		close(w.reached)
		return true
	})
}

// maxLockedEntries and maxLockedBytes bound what is projected under the lock
// in one step. That much fits behind a half-full queue.
const (
	maxLockedEntries = 64
	maxLockedBytes   = 128 << 10
)
