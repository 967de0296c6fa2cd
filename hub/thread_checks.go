package hub

import (
	"context"

	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// Changes are checked one by one, but what is fleeting goes to whoever follows a
// topic. So a thread's fleeting events reach a socket only after a snapshot was
// granted to it under the rights in force: not on the word of a client that
// returns with a list of topics, and not after its rights have changed.

// checking stands before the key of the rights under which a thread is being checked.
const checking = "checking "

// threadChecks are the threads to be read on behalf of sockets, to find out whether
// they may see them. They are guarded by the
// tenant's lock; one goroutine works them off, so that a message to a crowd that
// has just returned doesn't become a crowd of reads.
type threadChecks struct {
	*audience

	queue   []threadCheck
	working bool
}

type threadCheck struct {
	socket    *socket
	principal *access.Principal
	topic     topic.Topic
}

// sees tells whether something fleeting in a topic may be shown to the socket.
// Where that is not known, it is found out for the next time. The caller holds the
// tenant's lock.
func (l *threadChecks) sees(s *socket, name string) bool {
	about, ok := l.catalog().Parse(name)
	if !ok || about.Kind != topic.Thread {
		return ok
	}
	p := s.principal.Load()
	switch s.shownUnder[name] {
	case p.Key():
		return true
	case checking + p.Key():
		return false
	}
	if l.ctx.Err() != nil {
		return false
	}
	s.noteShown(name, checking+p.Key())
	l.queue = append(l.queue, threadCheck{s, p, about})
	if !l.working {
		l.working = true
		l.node.work.Go(l.workOff)
	}
	return false
}

func (l *threadChecks) workOff() {
	for l.next() {
	}
}

// next checks the next thread; false where none is left. One whose check panics is
// checked again for the next fleeting event.
func (l *threadChecks) next() (more bool) {
	var next threadCheck
	l.locked(func() {
		if more = len(l.queue) > 0; !more {
			l.queue, l.working = nil, false
			return
		}
		next, l.queue = l.queue[0], l.queue[1:]
	})
	if !more {
		return false
	}
	defer func() {
		if l.node.caught(panickedLook, recover()) {
			l.locked(func() { delete(next.socket.shownUnder, next.topic.Name()) })
		}
	}()
	l.check(l.ctx, next.socket, next.principal, next.topic)
	return true
}

// check finds out whether the socket may see a thread that it subscribed to; where it
// may not, the subscription ends.
func (l *threadChecks) check(ctx context.Context, s *socket, p *access.Principal, about topic.Topic) bool {
	ctx, cancel := context.WithTimeout(ctx, l.node.options.CommandTimeout)
	defer cancel()
	_, err := l.node.snapshot(ctx, p, about)
	name := about.Name()
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err == nil && s.principal.Load() == p:
		s.noteShown(name, p.Key())
		return true
	case refuses(err):
		l.unsubscribe(s, name)
	}
	delete(s.shownUnder, name) // to be checked again
	return false
}

// refuses tells whether an error says that one may not see a record, or that there
// is none.
func refuses(err error) bool { return fault.Is(err, fault.Forbidden) || fault.Is(err, fault.NotFound) }
