package hub

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/hub/window"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// tenant is one organisation on this node.
type tenant struct {
	hub   *Hub
	id    id.ID
	ctx   context.Context //nolint:containedctx // the tenant's own life
	stop  context.CancelFunc
	ready chan struct{} // closed when the place in the log is known
	feed  feed
	// known are the topics of the registry in force; it is set before ready.
	known atomic.Pointer[topic.Catalog]

	// Guarded by Hub.mu.
	visitors int
	left     time.Time // when the last visitor left

	// mu is the applied-seq lock. applied is written by the tenant's goroutine
	// alone, under it.
	mu            sync.Mutex
	applied       int64
	epoch         int64 // of the last change of rights
	window        window.Window
	sockets       map[*socket]struct{}
	rooms         map[string]*room
	shelves       map[shelf]map[*room]struct{}
	bySID         map[string]*socket
	users         map[id.ID]*person
	subscriptions int
	delivered     int64 // changes handed to sockets, ever
	presence      presencePacket
	waiting       []waiter
	notes         notes
	claims        claims
	looks         looks
	renewals      renewals

	budgets limits.Budgets
}

// catalog knows the topics of the registry in force.
func (t *tenant) catalog() *topic.Catalog { return t.known.Load() }

// person is a user with sockets on this node.
type person struct {
	sockets       []*socket
	subscriptions int
}

func newTenant(h *Hub, organization id.ID) *tenant {
	t := &tenant{
		hub: h, id: organization, ready: make(chan struct{}), feed: feed{wake: make(chan struct{}, 1)},
		sockets: map[*socket]struct{}{}, rooms: map[string]*room{}, shelves: map[shelf]map[*room]struct{}{},
		bySID: map[string]*socket{}, users: map[id.ID]*person{},
		window: window.New(&h.budget), budgets: limits.NewBudgets(rates(&h.options)),
	}
	t.ctx, t.stop = context.WithCancel(h.ctx)
	return t
}

func (t *tenant) release() {
	t.stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window.Release()
	t.presence.stop()
}

// join makes a socket live. The caller holds the lock.
func (t *tenant) join(s *socket, topics []string) {
	user := s.principal.Load().User
	p := t.users[user]
	if p == nil {
		p = &person{}
		t.users[user] = p
	}
	p.sockets = append(p.sockets, s)
	t.sockets[s] = struct{}{}
	t.bySID[s.sid] = s
	s.joined = true
	for _, name := range topics {
		t.subscribe(s, name)
	}
}

// leave forgets a socket. The caller holds the lock.
func (t *tenant) leave(s *socket) {
	if !s.joined {
		return
	}
	s.joined = false
	for len(s.topics) > 0 {
		t.unsubscribe(s, s.topics[len(s.topics)-1])
	}
	s.topics, s.seats = nil, nil
	delete(t.sockets, s)
	user := s.principal.Load().User
	p := t.users[user]
	i := slices.Index(p.sockets, s)
	if p.sockets = slices.Delete(p.sockets, i, i+1); len(p.sockets) == 0 {
		delete(t.users, user)
	}
	if t.bySID[s.sid] == s {
		delete(t.bySID, s.sid)
	}
}

// apply takes the next entry, which came to this node at a time.
func (t *tenant) apply(e *entry.Entry, arrived time.Time) {
	t.place(e)
	t.hub.metrics.applied(e.At, arrived, t.hub.options.Now())
}

// place takes an entry's place in the log and delivers it: but to those not yet whose
// rights it may have changed (held).
func (t *tenant) place(e *entry.Entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if t.hub.caught(panickedTenant, recover()) {
			t.window.Release() // it may lack this entry
			t.applied = max(t.applied, e.Seq)
			t.arrived()
			t.startAnew()
		}
	}()
	now := t.hub.options.Now()
	t.window.Add(e, now.Add(-t.hub.options.Retention))
	t.applied = e.Seq
	c := t.catalog()
	if c.ChangesRights(e) || c.EndsSession(e) {
		t.epoch = t.hub.epoch.Add(1) // whoever is signing in reads his rights anew
	}
	if c.ChangesRights(e) {
		t.hold(e)
	}
	if len(t.waiting) > 0 {
		t.arrived()
	}
	t.endSessions(e)
	t.moveSights(e) // first: after a cut behind the change nobody is told again
	t.deliver(e, now)
}

// lost begins anew at the log's head: entries left the log before this node had
// read them, so nobody who is here can be told what is missing.
func (t *tenant) lost() bool {
	return t.locate(func() {
		t.window.Release()
		for s := range t.sockets {
			s.link.Close(link.Behind)
		}
	})
}
