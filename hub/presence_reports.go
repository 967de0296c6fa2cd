package hub

import "switchboard/storage/access"

// presenceReports are what Presence is still to be told, in the order in which sockets came
// and went. They are guarded by the tenant's lock; Presence is told without it,
// one report at a time, so that a socket that goes at once is not told of last.
type presenceReports struct {
	*audience

	queue      []presenceReport
	delivering bool
}

type presenceReport struct {
	principal *access.Principal
	sid       string
	connected bool
}

// add queues that a socket came or went. The caller holds the lock and calls
// deliverAll without it.
func (n *presenceReports) add(p *access.Principal, sid string, connected bool) {
	n.queue = append(n.queue, presenceReport{p, sid, connected})
}

// deliverAll passes the reports on, unless another goroutine does.
func (n *presenceReports) deliverAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.delivering {
		return
	}
	n.delivering = true
	for len(n.queue) > 0 {
		queue := n.queue
		n.queue = nil
		n.mu.Unlock()
		for _, report := range queue {
			n.deliver(report)
		}
		n.mu.Lock()
	}
	n.delivering = false
}

// deliver passes one report on. A panic costs that report alone: the others must arrive.
func (n *presenceReports) deliver(report presenceReport) {
	defer func() { n.node.caught(panickedPresence, recover()) }()
	if report.connected {
		n.node.options.Presence.Connected(report.principal, report.sid)
	} else {
		n.node.options.Presence.Disconnected(report.principal, report.sid)
	}
}
