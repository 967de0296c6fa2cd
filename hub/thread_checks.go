package hub

import (
	"context"

	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// Changes are checked one by one, but ephemeral events go to every subscriber
// of a topic. So a thread's ephemeral events reach a socket only after it was
// granted a snapshot under its current permissions: neither a returning
// client's list of topics nor a snapshot under older permissions is enough.

// checking is the prefix of the key of the permissions under which a thread
// is being checked.
const checking = "checking "

// threadChecks queues threads to read on behalf of sockets, to find out
// whether they may see them. The organization's lock guards it. One goroutine
// works through the queue, so that an event sent to many returning sockets
// does not become as many concurrent reads.
type threadChecks struct {
	*orgState

	queue   []threadCheck
	working bool
}

type threadCheck struct {
	socket    *socket
	principal *access.Principal
	topic     topic.Topic
}

// sees reports whether an ephemeral event of a topic may be shown to the
// socket. If that is unknown, it queues a check for the next event. The
// caller holds the organization's lock.
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
		l.node.work.Go(l.runQueue)
	}
	return false
}

func (l *threadChecks) runQueue() {
	for l.next() {
	}
}

// next checks the next thread. It returns false if none is left. If a check
// panics, the next ephemeral event triggers another one.
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
		if l.node.caught(panickedCheck, recover()) {
			l.locked(func() { delete(next.socket.shownUnder, next.topic.Name()) })
		}
	}()
	l.check(l.ctx, next.socket, next.principal, next.topic)
	return true
}

// check determines whether the socket may see a thread that it subscribed to,
// and ends the subscription if not.
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

// refuses reports whether an error means that a record is invisible or does
// not exist.
func refuses(err error) bool { return fault.Is(err, fault.Forbidden) || fault.Is(err, fault.NotFound) }
