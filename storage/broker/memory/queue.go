package memory

import (
	"sync"

	"switchboard/storage/broker"
	"switchboard/storage/broker/backlog"
	"switchboard/storage/panics"
)

// queue delivers pending items to one listener or watcher.
type queue struct {
	listener broker.Listener
	watcher  broker.Watcher
	waiting  *backlog.Backlog
	panics   *panics.Catcher
	quit     chan struct{}
	ended    chan struct{}
	quitOnce sync.Once
}

func newQueue(l broker.Listener, w broker.Watcher, catcher *panics.Catcher) *queue {
	return &queue{listener: l, watcher: w, waiting: backlog.New(), panics: catcher, quit: make(chan struct{}), ended: make(chan struct{})}
}

func (q *queue) run() {
	defer close(q.ended)
	for {
		select {
		case <-q.quit:
			return
		case <-q.waiting.Wake():
			q.panics.Round(panics.Broker, q.hand)
		}
	}
}

// hand delivers pending items until it is stopped. A panic over one does not affect the next.
func (q *queue) hand() {
	w := q.waiting.Take()
	give := func(do func()) { q.panics.Round(panics.Broker, do) }
	if w.Resumed {
		give(q.watcher.Resumed)
	}
	for _, o := range w.Notified {
		if q.stopped() {
			return
		}
		give(func() { q.watcher.Committed(o) })
	}
	for _, l := range w.Logged {
		if q.stopped() {
			return
		}
		give(func() { q.watcher.Logged(l.Organization, l.Batch) })
	}
	for _, m := range w.Messages {
		if q.stopped() {
			return
		}
		give(func() { q.listener.Ephemeral(m.Organization, m.Topic, m.Name, m.Payload) })
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
