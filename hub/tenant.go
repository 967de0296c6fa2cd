package hub

import (
	"context"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/window"
	"switchboard/storage/id"
)

// tenant is one organization on this node.
type tenant struct {
	*audience

	stop  context.CancelFunc
	ready chan struct{} // closed when the place in the log is known
	feed  feed

	// Guarded by the tenants' lock.
	visitors int
	left     time.Time // when the last visitor left

	// Guarded by the audience's lock.
	claims   claims
	reports  presenceReports
	threads  threadChecks
	renewals renewals
	queries  queryRuns
	presence presencePacket

	budgets limits.Budgets
}

// claims hold the newest of those that are recovering a session, by its sid: of two
// at the same time the one on the newer link stays, whichever is through first. An
// older link's CONNECT may well be carried out later. They are guarded by the
// tenant's lock.
type claims map[string]*entering

func newTenant(n *node, organization id.ID) *tenant {
	ctx, stop := context.WithCancel(n.ctx)
	a := &audience{node: n, id: organization, ctx: ctx, window: window.New(&n.budget), members: newMembers()}
	t := &tenant{
		audience: a, stop: stop, ready: make(chan struct{}), feed: feed{wake: make(chan struct{}, 1)},
		reports: presenceReports{audience: a}, threads: threadChecks{audience: a}, renewals: renewals{audience: a}, queries: queryRuns{audience: a}, budgets: limits.NewBudgets(rates(&n.options)),
	}
	return t
}

func (t *tenant) release() {
	t.stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window.Release()
	t.presence.stop()
	for q := range t.live.All {
		t.live.forget(q)
	}
}
