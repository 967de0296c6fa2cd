package hub

import (
	"context"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/window"
	"switchboard/storage/id"
)

// orgHub is one organization on this node.
type orgHub struct {
	*orgState

	stop  context.CancelFunc
	ready chan struct{} // closed when the log position is known
	feed  feed

	// Guarded by the lock of orgHubs.
	visitors int
	left     time.Time // when the last visitor left

	// Guarded by the organization's lock.
	claims   claims
	reports  presenceReports
	threads  threadChecks
	reloads  rightsReloads
	queries  queryRuns
	presence presencePacket

	budgets limits.Budgets
}

// claims maps a sid to the newest handshake that is recovering the session.
// Of two concurrent recoveries the one on the newer link wins, whichever
// finishes first: the CONNECT of an older link may well run later. The
// organization's lock guards it.
type claims map[string]*handshake

func newOrgHub(n *node, organization id.ID) *orgHub {
	ctx, stop := context.WithCancel(n.ctx)
	state := &orgState{node: n, id: organization, ctx: ctx, window: window.New(&n.budget), socketIndex: newSocketIndex()}
	org := &orgHub{
		orgState: state, stop: stop, ready: make(chan struct{}), feed: feed{wake: make(chan struct{}, 1)},
		reports: presenceReports{orgState: state}, threads: threadChecks{orgState: state}, reloads: rightsReloads{orgState: state}, queries: queryRuns{orgState: state}, budgets: limits.NewBudgets(rates(&n.options)),
	}
	return org
}

func (org *orgHub) release() {
	org.stop()
	org.mu.Lock()
	defer org.mu.Unlock()
	org.window.Release()
	org.presence.stop()
	for q := range org.live.All {
		org.live.forget(q)
	}
}
