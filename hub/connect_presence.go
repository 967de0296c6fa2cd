package hub

import "switchboard/storage/access"

// notes are what Presence is still to be told, in the order in which sockets came
// and went. They are guarded by the tenant's lock; Presence is told without it,
// one note at a time, so that a socket that goes at once is not told of last.
type notes struct {
	queue   []note
	telling bool
}

type note struct {
	principal *access.Principal
	sid       string
	connected bool
}

// note leaves word that a socket came or went. The caller holds the lock and calls
// tellPresence without it.
func (t *tenant) note(p *access.Principal, sid string, connected bool) {
	t.notes.queue = append(t.notes.queue, note{p, sid, connected})
}

// tellPresence passes the notes on, unless somebody is at it already.
func (t *tenant) tellPresence() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.notes.telling {
		return
	}
	t.notes.telling = true
	for len(t.notes.queue) > 0 {
		queue := t.notes.queue
		t.notes.queue = nil
		t.mu.Unlock()
		for _, n := range queue {
			t.tell(n)
		}
		t.mu.Lock()
	}
	t.notes.telling = false
}

// tell passes one note on. A panic costs that note alone: somebody must go on telling.
func (t *tenant) tell(n note) {
	defer func() { t.hub.caught(panickedPresence, recover()) }()
	if n.connected {
		t.hub.options.Presence.Connected(n.principal, n.sid)
	} else {
		t.hub.options.Presence.Disconnected(n.principal, n.sid)
	}
}
