package hub

import (
	"context"

	"switchboard/hub/topic"
	"switchboard/storage/access"
)

// Changes are checked one by one, but what is fleeting goes to whoever follows a
// topic. So a thread's fleeting events reach a socket only after a snapshot was
// granted to it under the rights in force: not on the word of a client that
// returns with a list of topics, and not after its rights have changed.

// asked marks a thread that is being looked at under the rights whose key follows.
const asked = "asked "

// looks are the threads to look at on behalf of sockets. They are guarded by the
// tenant's lock; one goroutine works them off, so that a message to a crowd that
// has just returned doesn't become a crowd of reads.
type looks struct {
	queue   []look
	working bool
}

type look struct {
	socket    *socket
	principal *access.Principal
	topic     topic.Topic
}

// sees tells whether something fleeting in a topic may be shown to the socket.
// Where that is not known, it is found out for the next time. The caller holds the
// tenant's lock.
func (s *socket) sees(name string) bool {
	about, ok := s.tenant.catalog().Parse(name)
	if !ok || about.Kind != topic.Thread {
		return ok
	}
	p := s.principal.Load()
	switch s.sight[name] {
	case p.Key():
		return true
	case asked + p.Key():
		return false
	}
	t := s.tenant
	if t.ctx.Err() != nil {
		return false
	}
	s.saw(name, asked+p.Key())
	t.looks.queue = append(t.looks.queue, look{s, p, about})
	if !t.looks.working {
		t.looks.working = true
		t.hub.work.Go(t.lookAt)
	}
	return false
}

// saw keeps under which rights a thread was shown. The caller holds the lock.
func (s *socket) saw(name, key string) {
	if s.sight == nil {
		s.sight = map[string]string{}
	}
	s.sight[name] = key
}

func (t *tenant) lookAt() {
	for t.lookNext() {
	}
}

// lookNext looks at the next thread; false where none is left. One whose look panics is
// asked for again by whatever is fleeting next.
func (t *tenant) lookNext() (more bool) {
	var next look
	t.locked(func() {
		if more = len(t.looks.queue) > 0; !more {
			t.looks = looks{}
			return
		}
		next, t.looks.queue = t.looks.queue[0], t.looks.queue[1:]
	})
	if !more {
		return false
	}
	defer func() {
		if t.hub.caught(panickedLook, recover()) {
			t.locked(func() { delete(next.socket.sight, next.topic.Name()) })
		}
	}()
	next.socket.look(t.ctx, next.principal, next.topic)
	return true
}

// look finds out whether the socket may see a thread that it follows; one that it
// may not is followed no more.
func (s *socket) look(ctx context.Context, p *access.Principal, about topic.Topic) bool {
	ctx, cancel := context.WithTimeout(ctx, s.hub.options.CommandTimeout)
	defer cancel()
	_, err := s.hub.snapshot(ctx, p, about)
	t, name := s.tenant, about.Name()
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err == nil && s.principal.Load() == p:
		s.saw(name, p.Key())
		return true
	case refuses(err):
		t.unsubscribe(s, name)
	}
	delete(s.sight, name) // to be asked again
	return false
}
