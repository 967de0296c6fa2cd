package hub

import "switchboard/storage/access"

// presenceReports queues connects and disconnects for Presence in the order
// in which they happened. The organization's lock guards the queue. Presence
// is called without the lock, one report at a time, so that the disconnect of
// a short-lived socket never overtakes its connect.
type presenceReports struct {
	*orgState

	queue      []presenceReport
	delivering bool
}

type presenceReport struct {
	principal *access.Principal
	sid       string
	connected bool
}

// add queues a connect or disconnect. The caller holds the lock, and calls
// deliverAll after releasing it.
func (n *presenceReports) add(p *access.Principal, sid string, connected bool) {
	if p.Viewer != "" {
		return // a superuser who views as the user does not make the user present
	}
	n.queue = append(n.queue, presenceReport{p, sid, connected})
}

// deliverAll delivers the queued reports, unless another goroutine is doing
// so.
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

// deliver delivers one report. A panic costs only that report: the others
// must arrive.
func (n *presenceReports) deliver(report presenceReport) {
	defer func() { n.node.caught(panickedPresence, recover()) }()
	if report.connected {
		n.node.options.Presence.Connected(report.principal, report.sid)
	} else {
		n.node.options.Presence.Disconnected(report.principal, report.sid)
	}
}
