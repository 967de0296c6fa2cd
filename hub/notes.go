package hub

import "switchboard/storage/access"

// notes are what Presence is still to be told, in the order in which sockets came
// and went. They are guarded by the tenant's lock; Presence is told without it,
// one note at a time, so that a socket that goes at once is not told of last.
type notes struct {
	*audience

	queue   []note
	telling bool
}

type note struct {
	principal *access.Principal
	sid       string
	connected bool
}

// add leaves word that a socket came or went. The caller holds the lock and calls
// tellAll without it.
func (n *notes) add(p *access.Principal, sid string, connected bool) {
	n.queue = append(n.queue, note{p, sid, connected})
}

// tellAll passes the notes on, unless somebody is at it already.
func (n *notes) tellAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.telling {
		return
	}
	n.telling = true
	for len(n.queue) > 0 {
		queue := n.queue
		n.queue = nil
		n.mu.Unlock()
		for _, word := range queue {
			n.tell(word)
		}
		n.mu.Lock()
	}
	n.telling = false
}

// tell passes one note on. A panic costs that note alone: somebody must go on telling.
func (n *notes) tell(word note) {
	defer func() { n.node.caught(panickedPresence, recover()) }()
	if word.connected {
		n.node.options.Presence.Connected(word.principal, word.sid)
	} else {
		n.node.options.Presence.Disconnected(word.principal, word.sid)
	}
}
