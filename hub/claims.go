package hub

import "switchboard/hub/link"

// takeOver claims the session and ends the link on which it seems to live: what goes
// out there is in vain. It tells why it can't, "" where it has.
func (e *entering) takeOver(auth credentials) (string, error) {
	t := e.socket.tenant
	t.mu.Lock()
	defer t.mu.Unlock()
	if !e.claim() {
		return refusedError, e.giveWay()
	}
	if auth.Topics == nil && !e.remember() {
		e.unclaim()
		return refusedTopics, nil // it would be told nothing more, without a word
	}
	e.supersede()
	return "", nil
}

// remember takes the topics of the session's last link, for a client that names none:
// this node knows them while that link seems to live. The caller holds the lock.
func (e *entering) remember() bool {
	old := e.socket.tenant.bySID[e.socket.sid]
	if old == nil {
		return false
	}
	e.ask(old.topics)
	return true
}

// outrun tells whether somebody on a newer link recovers the session, or has done
// so. The caller holds the lock.
func (e *entering) outrun() bool {
	t, s := e.socket.tenant, e.socket
	if other := t.claims[s.sid]; other != nil && other.connection.opened > e.connection.opened {
		return true
	}
	live := t.bySID[s.sid]
	return live != nil && live.opened > e.connection.opened
}

// unclaim ends e's claim. The caller holds the lock.
func (e *entering) unclaim() {
	if t := e.socket.tenant; t.claims[e.socket.sid] == e {
		delete(t.claims, e.socket.sid)
	}
}

// supersede ends the link on which the session still seems to live: the client
// knows better (it changed networks). The caller holds the tenant's lock.
func (e *entering) supersede() {
	t := e.socket.tenant
	if old := t.bySID[e.socket.sid]; old != nil {
		t.leave(old)
		e.known = e.known || old.present
		old.present = false
		old.dismiss(link.TakenOver)
	}
}

// abandon ends a recovery that did not succeed: the session that it took over has no
// socket any more, unless another one has it by now.
func (e *entering) abandon() {
	t, s := e.socket.tenant, e.socket
	t.locked(func() {
		e.unclaim()
		switch other := t.bySID[s.sid]; {
		case !e.known:
		case other == nil:
			t.reports.add(s.principal.Load(), s.sid, false)
		default:
			other.present = true
		}
		e.known = false
	})
	t.reports.deliverAll()
}

// giveWay ends the link of a recovery whose session a newer link has taken over. The
// caller holds the lock.
func (e *entering) giveWay() error {
	e.socket.dismiss(link.TakenOver)
	return errGone
}

// claim makes e the one that recovers its session, unless there is a newer one. The
// caller holds the lock.
func (e *entering) claim() bool {
	t := e.socket.tenant
	if e.outrun() {
		return false
	}
	if t.claims == nil {
		t.claims = claims{}
	}
	t.claims[e.socket.sid] = e
	return true
}
