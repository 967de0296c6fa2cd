package hub

import (
	"context"
	"slices"
	"sync"
	"time"

	"switchboard/hub/link"
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

	// Guarded by Hub.mu.
	visitors int
	left     time.Time // when the last visitor left

	// mu is the applied-seq lock. applied is written by the tenant's goroutine
	// alone, under it.
	mu       sync.Mutex
	applied  int64
	epoch    int64 // of the last change of rights
	window   window
	sockets  map[*socket]struct{}
	byTopic  map[string]map[*socket]struct{}
	bySID    map[string]*socket
	perUser  map[id.ID]int // sockets
	presence presencePacket
	waiting  []waiter
	notes    notes
	looks    looks
}

func newTenant(h *Hub, organization id.ID) *tenant {
	t := &tenant{
		hub: h, id: organization, ready: make(chan struct{}), feed: feed{wake: make(chan struct{}, 1)},
		sockets: map[*socket]struct{}{}, byTopic: map[string]map[*socket]struct{}{}, bySID: map[string]*socket{}, perUser: map[id.ID]int{},
		window: window{budget: &h.budget},
	}
	t.ctx, t.stop = context.WithCancel(h.ctx)
	return t
}

func (t *tenant) release() {
	t.stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window.release()
	t.presence.stop()
}

// join makes a socket live. The caller holds the lock.
func (t *tenant) join(s *socket, topics []string) {
	t.sockets[s] = struct{}{}
	t.perUser[s.principal.Load().User]++
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
	for _, name := range s.topics {
		t.drop(s, name)
	}
	s.topics = nil
	delete(t.sockets, s)
	user := s.principal.Load().User
	if t.perUser[user]--; t.perUser[user] == 0 {
		delete(t.perUser, user)
	}
	if t.bySID[s.sid] == s {
		delete(t.bySID, s.sid)
	}
}

// subscribe and unsubscribe change a socket's topics. The caller holds the lock.
func (t *tenant) subscribe(s *socket, name string) {
	if slices.Contains(s.topics, name) {
		return
	}
	s.topics = append(s.topics, name)
	set := t.byTopic[name]
	if set == nil {
		set = map[*socket]struct{}{}
		t.byTopic[name] = set
	}
	set[s] = struct{}{}
}

func (t *tenant) unsubscribe(s *socket, name string) {
	if i := slices.Index(s.topics, name); i >= 0 {
		s.topics = slices.Delete(s.topics, i, i+1)
		delete(s.sight, name)
		t.drop(s, name)
	}
}

func (t *tenant) drop(s *socket, name string) {
	set := t.byTopic[name]
	delete(set, s)
	if len(set) == 0 {
		delete(t.byTopic, name)
	}
}

// apply takes the next entry: rights first, so that it is delivered under those
// it brings.
func (t *tenant) apply(e *entry.Entry) {
	var renewed []renewal
	if changesRights(e) || endsSession(e) {
		t.mu.Lock()
		t.epoch = t.hub.epoch.Add(1) // whoever is signing in reads his rights anew
		t.mu.Unlock()
	}
	if changesRights(e) {
		renewed = t.reload(e)
	}
	t.mu.Lock()
	now := t.hub.options.Now()
	t.window.add(e, now.Add(-t.hub.options.Retention))
	t.applied = e.Seq
	if len(t.waiting) > 0 {
		t.arrived()
	}
	resyncs := t.renew(renewed)
	t.endSessions(e)
	t.deliver(e, now)
	for _, r := range resyncs {
		r.socket.link.Send(resync(r.topic))
	}
	t.mu.Unlock()
	if !e.At.IsZero() {
		t.hub.metrics.commitToWrite.Observe(now.Sub(e.At).Seconds())
	}
}

// deliver gives an entry to every socket that it concerns and may see it, each
// once. The caller holds the lock.
func (t *tenant) deliver(e *entry.Entry, now time.Time) {
	c := newEncoding(e)
	var gone []*socket
	sent := 0
	for _, name := range c.topics {
		set := t.byTopic[name]
		if len(set) == 0 {
			continue
		}
		if e.Op == entry.Bulk {
			t.refresh(set, name, e.Object)
			continue
		}
		kind := kindOf(name)
		for s := range set {
			if s.seen == e.Seq {
				continue
			}
			p := s.principal.Load()
			if !concerns(kind, p, e) {
				continue
			}
			s.seen = e.Seq
			f, left := c.frameFor(p)
			if f.Zero() {
				continue
			}
			s.sendDurable(f, e.Seq, now)
			sent++
			if left {
				gone = append(gone, s)
			}
		}
	}
	for _, s := range gone {
		t.closeTopics(s, e)
	}
	t.hub.metrics.deliveries.Add(float64(sent))
}

// refresh tells subscribers of a topic to look again: a bulk entry names rows
// without saying who may see which.
func (t *tenant) refresh(set map[*socket]struct{}, name, object string) {
	var f link.Frame
	for s := range set {
		if s.principal.Load().Rights(object).Readable() == nil {
			continue
		}
		if f.Zero() {
			f = resync(name)
		}
		s.link.Send(f)
	}
}

// closeTopics ends the subscriptions to a record, conversation or chat that left
// the socket's sight: nothing fleeting may reach it there either.
func (t *tenant) closeTopics(s *socket, e *entry.Entry) {
	for _, name := range ownTopics(e) {
		t.unsubscribe(s, name)
	}
}

// ownTopics are the topics that are about the entry's record itself.
func ownTopics(e *entry.Entry) []string {
	names := []string{Topic{Kind: Record, Object: e.Object, ID: e.ID}.Name()}
	if kind, ok := threads[e.Object]; ok && (e.Object == "chat" || e.Object == "twilio_conversation") {
		names = append(names, Topic{Kind: kind, ID: e.ID}.Name())
	}
	return names
}

// lost closes all sockets: entries left the log before this node had read them.
func (t *tenant) lost() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window.release()
	for s := range t.sockets {
		s.link.Close(link.Behind)
	}
}
